//! The command line: commands, flags, help.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{CommandFactory, Parser, Subcommand, ValueEnum};

use super::output::Form;
use super::visible;
use crate::schema::{GroupVersion, Release};

/// Kubernetes' API machinery on the command line: converts, decodes and encodes objects offline.
///
/// Data goes to standard output, everything else to standard error. Exit codes: 0 everything is
/// done (there may be warnings), 1 some document failed (the others are written), 2 wrong usage.
#[derive(Parser)]
#[command(version, arg_required_else_help = true, verbatim_doc_comment)]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) command: Command,
}

/// Parses a command line.
///
/// # Errors
///
/// If it is wrong, or asks for help. Arguments that the message repeats are safe to print.
pub(super) fn parse(arguments: Vec<OsString>) -> Result<Args, clap::Error> {
    Args::try_parse_from(&arguments).map_err(|error| {
        let visible = |argument: &OsString| visible::inline(&visible::os_text(argument)).into_owned();
        // Of arguments whose escapes are valid, only the kind of the error is left to say.
        match Args::try_parse_from(arguments.iter().map(visible)) {
            Err(error) => error,
            Ok(_) => Args::command().error(error.kind(), "invalid argument"),
        }
    })
}

#[derive(Subcommand)]
pub(super) enum Command {
    Convert(Convert),
    Decode(Decode),
    Encode(Encode),
    Kinds(Kinds),
    Lint(Lint),
    YamlToJson(YamlToJson),
    JsonToYaml(JsonToYaml),
}

/// Convert manifests to the versions that today's Kubernetes serves
///
/// Every document is decoded, gets the defaults of the version it was written in, and is converted:
/// to the version that is asked for, or else to the first one of its own group that is served, or
/// else to what replaces its kind in another group. Kinds that are not known, and kinds that nothing
/// replaces, pass through with a warning. The items of a v1 List are converted one by one.
#[derive(clap::Args)]
#[command(after_long_help = CONVERT_EXAMPLES, verbatim_doc_comment)]
pub(super) struct Convert {
    /// Files and directories (their .yaml, .yml and .json files); `-` is standard input
    #[arg(short, long = "filename", value_name = "PATH", num_args = 1.., default_value = "-")]
    pub(super) files: Vec<PathBuf>,
    /// Recurse into subdirectories, except hidden ones such as .git
    ///
    /// Entries that cannot be read are reported, and the others are still read. Links to directories are not followed.
    /// Files of other tools, such as values.yaml, Chart.yaml, kustomization.yaml and package.json, are skipped with a
    /// warning unless they contain apiVersion or kind.
    #[arg(short = 'R', long)]
    pub(super) recursive: bool,
    /// The version to convert to, such as apps/v1, or v1 for the core group
    ///
    /// Documents whose kind is not in this version pass through with a warning; a document that
    /// comes alone fails.
    #[arg(long, value_name = "GROUP/VERSION", value_parser = group_version, verbatim_doc_comment)]
    pub(super) output_version: Option<GroupVersion>,
    /// The format of the output
    #[arg(short, long, value_name = "FORMAT", default_value = "yaml")]
    pub(super) output: Text,
    /// Refuse documents with unknown or repeated fields, text behind `...`, or losses of conversion
    #[arg(long)]
    pub(super) strict: bool,
}

const CONVERT_EXAMPLES: &str = "\
Examples:
  # A whole application to the versions of today
  apimachinery convert -f shop.yaml
  # All manifests below a directory, in one stream
  apimachinery convert -R -f deploy/ > today.yaml
  # From a pipe, to a version of choice, as JSON
  helm template shop | apimachinery convert --output-version apps/v1 -o json";

/// Show objects as text, in the version that they have
///
/// Reads JSON, YAML, CBOR and what else etcd stores, told apart by content. Nothing is converted, and no
/// default is filled in.
#[derive(clap::Args)]
#[command(after_long_help = DECODE_EXAMPLES)]
pub(super) struct Decode {
    /// A file, a directory, or `-` for standard input
    #[arg(default_value = "-")]
    pub(super) path: PathBuf,
    /// The format of the output
    #[arg(short, long, value_name = "FORMAT", default_value = "yaml")]
    pub(super) output: Text,
    /// Refuse documents with unknown or repeated fields, text behind `...`, or losses of conversion
    #[arg(long)]
    pub(super) strict: bool,
}

const DECODE_EXAMPLES: &str = "\
Examples:
  # What is in etcd under this key?
  etcdctl get --print-value-only /registry/deployments/shop/web | apimachinery decode
  # And under these?
  etcdctl get --prefix -w json /registry/widgets.example.com | apimachinery decode
  # What does Kubernetes understand of this file?
  apimachinery decode deployment.yaml -o json";

/// Turn manifests into the bytes that etcd stores
///
/// Several documents follow one another, and `decode` takes them apart again.
#[derive(clap::Args)]
#[command(after_long_help = ENCODE_EXAMPLES)]
pub(super) struct Encode {
    /// A file, a directory, or `-` for standard input
    #[arg(default_value = "-")]
    pub(super) path: PathBuf,
    /// The format of the output
    #[arg(short, long, value_name = "FORMAT", default_value = "pb")]
    pub(super) output: Packed,
    /// Fill defaults and convert each object to the version in which Kubernetes stores its kind
    #[arg(long)]
    pub(super) storage: bool,
    /// Refuse documents with unknown or repeated fields, text behind `...`, or losses of conversion
    #[arg(long)]
    pub(super) strict: bool,
}

const ENCODE_EXAMPLES: &str = "\
Examples:
  # Protobuf in Kubernetes' envelope (k8s\\0 ...)
  apimachinery encode deployment.yaml > deployment.pb
  # One line of JSON for each document
  apimachinery encode -o json < shop.yaml
  # What Kubernetes would put into etcd
  apimachinery encode --storage scaler.yaml | etcdctl put /registry/horizontalpodautoscalers/shop/web";

/// Turn any YAML into JSON, as Kubernetes reads it
///
/// The output is one line with sorted keys, byte for byte that of sigs.k8s.io/yaml. Only the first
/// document is read.
#[derive(clap::Args)]
#[command(after_long_help = YAML_TO_JSON_EXAMPLES)]
pub(super) struct YamlToJson {
    /// A file, or `-` for standard input
    #[arg(default_value = "-")]
    pub(super) path: PathBuf,
    /// Refuse repeated keys, keys that override those of a merge key, and text behind `...`
    #[arg(long)]
    pub(super) strict: bool,
}

const YAML_TO_JSON_EXAMPLES: &str = "\
Examples:
  # What does Kubernetes make of `mode: 0644` and `on: yes`?
  apimachinery yaml-to-json values.yaml | jq .
  # Is a key there twice?
  apimachinery yaml-to-json --strict values.yaml > /dev/null";

/// Turn any JSON into YAML, as Kubernetes writes it
///
/// The output is byte for byte that of sigs.k8s.io/yaml.
#[derive(clap::Args)]
#[command(after_long_help = JSON_TO_YAML_EXAMPLES)]
pub(super) struct JsonToYaml {
    /// A file, or `-` for standard input
    #[arg(default_value = "-")]
    pub(super) path: PathBuf,
    /// Refuse repeated keys
    #[arg(long)]
    pub(super) strict: bool,
}

const JSON_TO_YAML_EXAMPLES: &str = "\
Examples:
  # As kubectl prints it
  curl -s https://example.com/config.json | apimachinery json-to-yaml";

/// List all kinds that this program knows
///
/// Says how the server calls them and what it does with them, when they came and go, what replaces
/// them, and in which version they are stored. The versions of a group come in its order of preference.
#[derive(clap::Args)]
#[command(after_long_help = KINDS_EXAMPLES)]
pub(super) struct Kinds {
    /// The format of the output
    #[arg(short, long, value_name = "FORMAT", default_value = "table")]
    pub(super) output: Listing,
}

const KINDS_EXAMPLES: &str = "\
Examples:
  # What replaces the kinds that are gone?
  apimachinery kinds -o json | jq -r '.[] | select(.removed) | [.kind, .version, .replacement.group] | @tsv'";

/// Find what a release of Kubernetes no longer has, or warns of
///
/// Says of every object in the manifests whose kind is deprecated or removed in the release, or not
/// there yet, what replaces it, and the command that converts it. Exit codes: 0 nothing is found,
/// 1 something is found, or a document cannot be read, 2 wrong usage. Kinds that are not known are
/// not checked, with a warning.
#[derive(clap::Args)]
#[command(after_long_help = LINT_EXAMPLES, verbatim_doc_comment)]
pub(super) struct Lint {
    /// Files and directories (their .yaml, .yml and .json files); `-` is standard input
    #[arg(short, long = "filename", value_name = "PATH", num_args = 1.., default_value = "-")]
    pub(super) files: Vec<PathBuf>,
    /// Recurse into subdirectories, except hidden ones such as .git
    ///
    /// Entries that cannot be read are reported, and the others are still read. Links to directories are not followed.
    /// Files of other tools, such as values.yaml, Chart.yaml, kustomization.yaml and package.json, are skipped with a
    /// warning unless they contain apiVersion or kind.
    #[arg(short = 'R', long)]
    pub(super) recursive: bool,
    /// The release of Kubernetes that is to take the manifests
    #[arg(long, value_name = "RELEASE", default_value_t = crate::apis::RELEASE)]
    pub(super) target: Release,
    /// The format of the output
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(super) output: Listed,
}

const LINT_EXAMPLES: &str = "\
Examples:
  # What must change before the cluster is upgraded to 1.25?
  apimachinery lint -R -f deploy/ --target 1.25
  # In a pipeline: the commands that put it right
  helm template shop | apimachinery lint -o json | jq -r '.[].command' | sort -u";

/// A list of findings.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Listed {
    /// A line for each, and one for the command
    Text,
    /// One list of objects
    Json,
}

/// A text to be read.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Text {
    /// Documents with `---` between them
    Yaml,
    /// Documents one after another, indented by four spaces
    Json,
    /// YAML in braces and quotes, which hardly depends on white space
    Kyaml,
}

impl From<Text> for Form {
    fn from(text: Text) -> Self {
        match text {
            Text::Yaml => Form::Yaml,
            Text::Json => Form::Json,
            Text::Kyaml => Form::Kyaml,
        }
    }
}

/// Bytes to be stored.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Packed {
    /// Protobuf in Kubernetes' envelope
    Pb,
    /// One line of JSON
    Json,
    /// CBOR behind its tag, as custom resources are stored where Kubernetes is told to
    Cbor,
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Listing {
    /// Columns to be read
    Table,
    /// One list of objects
    Json,
}

fn group_version(text: &str) -> Result<GroupVersion, String> {
    match text.parse::<GroupVersion>() {
        Ok(version) if !version.version.is_empty() && !version.is_internal() => Ok(version),
        _ => Err("write GROUP/VERSION, such as apps/v1, or the version alone for the core group".to_string()),
    }
}
