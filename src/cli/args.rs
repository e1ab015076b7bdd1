//! The commands, flags and help texts of the command line.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use super::escape;
use super::exit::{self, Exit};
use super::input::source::STDIN;
use super::output::OutputFormat;
use crate::edit;
use crate::schema::{GroupVersion, Release};

/// Convert, decode, encode and check Kubernetes objects offline.
///
/// Data is written to standard output, everything else to standard error.
#[derive(Parser)]
#[command(version, arg_required_else_help = true, after_help = exit::HELP)]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) command: Command,
}

/// Parses a command line.
///
/// # Errors
///
/// Returns an error if the command line is invalid or requests help. Arguments repeated in the message are safe to
/// print.
pub(super) fn parse(arguments: Vec<OsString>) -> Result<Args, clap::Error> {
    Args::try_parse_from(&arguments).map_err(|error| {
        let escaped = |argument: &OsString| escape::inline(&escape::os_text(argument)).into_owned();
        // If the escaped arguments are valid, only the kind of the original error is known.
        match Args::try_parse_from(arguments.iter().map(escaped)) {
            Err(error) => error,
            Ok(_) => Args::command().error(error.kind(), "invalid argument"),
        }
    })
}

/// Reports a mistake that is not visible in a single argument.
pub(super) fn wrong_usage(kind: ErrorKind, message: &str) -> Exit {
    let error = Args::command().error(kind, escape::inline(message));
    // If standard error is closed, the failure cannot be reported.
    drop(error.print());
    Exit::WrongUsage
}

#[derive(Subcommand)]
pub(super) enum Command {
    Convert(Convert),
    Decode(Decode),
    Encode(Encode),
    Kinds(Kinds),
    Lint(Lint),
    Diff(Diff),
    YamlToJson(YamlToJson),
    JsonToYaml(JsonToYaml),
    Completions(Completions),
    Man(Man),
}

// A documentation comment would replace the description of the commands that contain these arguments.
#[derive(clap::Args)]
#[allow(missing_docs, reason = "see above")]
pub(super) struct Inputs {
    /// Files and directories (their .yaml, .yml and .json files); `-`, the default, is standard input
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// More files and directories, as in kubectl
    #[arg(short, long = "filename", value_name = "PATH", num_args = 1..)]
    filenames: Vec<PathBuf>,
    /// Recurse into subdirectories, except hidden ones such as .git
    ///
    /// Entries that cannot be read are reported, and the others are still read. Links to directories are not followed.
    /// Files of other tools, such as values.yaml, Chart.yaml, kustomization.yaml and package.json, are skipped with a
    /// warning unless they contain apiVersion or kind.
    #[arg(short = 'R', long)]
    pub(super) recursive: bool,
}

impl Inputs {
    /// Returns all paths, or `-` if there are none.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        let paths = self.named();
        if paths.is_empty() { vec![PathBuf::from(STDIN)] } else { paths }
    }

    /// Returns all paths.
    fn named(&self) -> Vec<PathBuf> {
        self.paths.iter().chain(&self.filenames).cloned().collect()
    }
}

/// Convert manifests to the versions that current Kubernetes serves
///
/// The output is the input text with the smallest edits that keep its meaning. Everything else is
/// copied: comments, order, quotes, indentation and documents that need no conversion. With
/// `-o yaml`, `json` or `kyaml`, the complete objects are printed, with all defaults. --level
/// selects how much is added, in every format.
///
/// Objects are converted to --output-version, or to a version that the release --target serves.
/// Without either, the newest release counts. Unknown kinds, and kinds without a replacement, are
/// left as they are. Items of a v1 List are converted one by one.
///
/// Each edit is proven: the new text is read again, and compared with the old one in the hub
/// version. If the proof fails, or the text cannot be edited, the document is copied unchanged,
/// the reason is printed, and the exit code is 1.
///
/// Patches of kustomize get no defaults; their values are only moved. They are the files that a
/// kustomization or --patches names. In kustomizations, the selectors of objects and the paths to
/// fields are changed like the objects.
#[derive(clap::Args)]
#[command(after_long_help = CONVERT_EXAMPLES, verbatim_doc_comment)]
pub(super) struct Convert {
    #[command(flatten)]
    pub(super) inputs: Inputs,
    /// The version to convert to, such as apps/v1, or v1 for the core group
    ///
    /// Documents whose kind is not in this version pass through with a warning. If the input is a
    /// single document, it fails.
    #[arg(long, value_name = "GROUP/VERSION", value_parser = group_version, verbatim_doc_comment)]
    pub(super) output_version: Option<GroupVersion>,
    /// More files and directories, whose objects are patches: values are moved, and no defaults added
    ///
    /// Files that a kustomization names as patches need no option. The kustomization is found next to
    /// them, or in a directory above that their path contains.
    #[arg(long, value_name = "PATH", num_args = 1.., verbatim_doc_comment)]
    pub(super) patches: Vec<PathBuf>,
    /// The Kubernetes release to convert for
    ///
    /// Objects keep their version if the release serves it and has not deprecated it. Others are
    /// converted to a version that the release serves and that has fields for all of their content,
    /// stable versions before beta versions, and newer versions before older ones.
    #[arg(long, value_name = "RELEASE", conflicts_with = "output_version", verbatim_doc_comment)]
    pub(super) target: Option<Release>,
    /// The format of the output
    #[arg(short, long, value_name = "FORMAT", default_value = "source")]
    pub(super) output: ConvertFormat,
    /// The values that are added to the objects
    ///
    /// The default is `exact`, and `full` with -o yaml, json and kyaml.
    #[arg(long, value_name = "LEVEL")]
    pub(super) level: Option<Level>,
    /// Write a comment with the reason after each added value; JSON receives none
    #[arg(long)]
    pub(super) explain: bool,
    /// Apply and list remedies for what the API server refuses in the new version, if they keep the behavior
    ///
    /// CustomResourceDefinitions receive schemas that keep unknown fields instead of `preserveUnknownFields: true`, the
    /// types that structural schemas require, and the annotation that groups of Kubernetes require. In all kinds,
    /// the annotation kubectl.kubernetes.io/last-applied-configuration is dropped.
    #[arg(long)]
    pub(super) fix: bool,
    #[command(flatten)]
    pub(super) destination: DestinationArgs,
    /// The format of the list of edits and refusals; printed instead of the manifests, or with them to standard error
    ///
    /// The list is printed on standard output with --check, --in-place and --output-dir, and on standard error
    /// otherwise. JSON and SARIF need one of these options.
    #[arg(long, value_name = "FORMAT")]
    pub(super) report: Option<ReportFormat>,
    /// Print no summary
    #[arg(short, long)]
    pub(super) quiet: bool,
    /// Reject documents with unknown or repeated fields, text after `...`, or conversion losses
    #[arg(long)]
    pub(super) strict: bool,
}

impl Convert {
    /// Returns the paths of all inputs except the patches that are named as such.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        if self.patches.is_empty() { self.inputs.paths() } else { self.inputs.named() }
    }
}

// A documentation comment would replace the description of the command.
#[derive(clap::Args)]
#[group(multiple = false)]
pub(super) struct DestinationArgs {
    /// Write each file back, if it changes
    #[arg(short, long)]
    pub(super) in_place: bool,
    /// Print the changes as a unified diff
    #[arg(long)]
    pub(super) diff: bool,
    /// Print only the list of edits and refusals
    #[arg(long)]
    pub(super) check: bool,
    /// Write each file to this directory, under its path below the directory that is searched
    #[arg(long, value_name = "DIR")]
    pub(super) output_dir: Option<PathBuf>,
}

const CONVERT_EXAMPLES: &str = "\
Examples:
  # Convert a whole application to current versions
  apimachinery convert shop.yaml
  # Convert all manifests below a directory to one stream, for a cluster that runs 1.22
  apimachinery convert -R deploy/ --target 1.22 > current.yaml
  # Accept the defaults of the new versions, and fix what an API server would refuse
  apimachinery convert -R deploy/ --level adopt --fix --in-place
  # Show the changes, make them, and check that none are left
  apimachinery convert -R deploy/ --diff
  apimachinery convert -R deploy/ --in-place
  apimachinery convert -R deploy/ --check
  # Convert the output of another program to apps/v1, as JSON
  helm template shop | apimachinery convert --output-version apps/v1 -o json";

/// Print objects as text, in their own version
///
/// Reads JSON, YAML and all forms in which etcd stores objects, including Protobuf and CBOR. The format
/// is detected. Objects are neither converted nor defaulted.
#[derive(clap::Args)]
#[command(after_long_help = DECODE_EXAMPLES)]
pub(super) struct Decode {
    /// A file, a directory, or `-` for standard input
    #[arg(default_value = "-")]
    pub(super) path: PathBuf,
    /// The format of the output
    #[arg(short, long, value_name = "FORMAT", default_value = "yaml")]
    pub(super) output: TextFormat,
    /// Reject documents with unknown or repeated fields, text after `...`, or conversion losses
    #[arg(long)]
    pub(super) strict: bool,
}

const DECODE_EXAMPLES: &str = "\
Examples:
  # Show the object that etcd stores under a key
  etcdctl get --print-value-only /registry/deployments/shop/web | apimachinery decode
  # Show all objects below a prefix
  etcdctl get --prefix -w json /registry/widgets.example.com | apimachinery decode
  # Show what Kubernetes reads from a file
  apimachinery decode deployment.yaml -o json";

/// Encode manifests as the bytes that etcd stores
///
/// Several documents are written one after another; `decode` separates them again.
#[derive(clap::Args)]
#[command(after_long_help = ENCODE_EXAMPLES)]
pub(super) struct Encode {
    /// A file, a directory, or `-` for standard input
    #[arg(default_value = "-")]
    pub(super) path: PathBuf,
    /// The format of the output
    #[arg(short, long, value_name = "FORMAT", default_value = "pb")]
    pub(super) output: StorageFormat,
    /// Fill in defaults and convert each object to the storage version of its kind
    #[arg(long)]
    pub(super) storage: bool,
    /// Reject documents with unknown or repeated fields, text after `...`, or conversion losses
    #[arg(long)]
    pub(super) strict: bool,
}

const ENCODE_EXAMPLES: &str = "\
Examples:
  # Protobuf in Kubernetes' envelope (k8s\\0 ...)
  apimachinery encode deployment.yaml > deployment.pb
  # One line of JSON for each document
  apimachinery encode -o json < shop.yaml
  # Write an object as Kubernetes stores it in etcd
  apimachinery encode --storage scaler.yaml | etcdctl put /registry/horizontalpodautoscalers/shop/web";

/// Show the differences in meaning between two inputs, whatever the versions of their objects
///
/// Objects are paired by kind, namespace and name. Both are completed with the defaults of their
/// versions and compared in the hub version, so that objects that mean the same to an API server
/// have no differences. Objects of unknown kinds are compared field by field. The exit code is 3 if
/// something differs. Values of Secrets are not printed.
#[derive(clap::Args)]
#[command(after_long_help = DIFF_EXAMPLES, verbatim_doc_comment)]
pub(super) struct Diff {
    /// The first file, or `-` for standard input
    #[arg(value_name = "A")]
    pub(super) before: PathBuf,
    /// The second file, or `-` for standard input
    #[arg(value_name = "B")]
    pub(super) after: PathBuf,
    /// The format of the output
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(super) output: CompareFormat,
}

const DIFF_EXAMPLES: &str = "\
Examples:
  # Check a conversion that was made by hand
  apimachinery diff old.yaml new.yaml
  # Compare what two versions of a chart install
  apimachinery diff <(helm template shop-1.tgz) <(helm template shop-2.tgz)";

/// Convert any YAML to JSON, as Kubernetes reads it
///
/// The output is one line with sorted keys, identical to the output of sigs.k8s.io/yaml. Only the first
/// document is read.
#[derive(clap::Args)]
#[command(after_long_help = YAML_TO_JSON_EXAMPLES)]
pub(super) struct YamlToJson {
    /// A file, or `-` for standard input
    #[arg(default_value = "-")]
    pub(super) path: PathBuf,
    /// Reject repeated keys, keys that override a merge key's, and text after `...`
    #[arg(long)]
    pub(super) strict: bool,
}

const YAML_TO_JSON_EXAMPLES: &str = "\
Examples:
  # Show how Kubernetes reads `mode: 0644` and `on: yes`
  apimachinery yaml-to-json values.yaml | jq .
  # Check for repeated keys
  apimachinery yaml-to-json --strict values.yaml > /dev/null";

/// Convert any JSON to YAML, as Kubernetes writes it
///
/// The output is identical to the output of sigs.k8s.io/yaml.
#[derive(clap::Args)]
#[command(after_long_help = JSON_TO_YAML_EXAMPLES)]
pub(super) struct JsonToYaml {
    /// A file, or `-` for standard input
    #[arg(default_value = "-")]
    pub(super) path: PathBuf,
    /// Reject repeated keys
    #[arg(long)]
    pub(super) strict: bool,
}

const JSON_TO_YAML_EXAMPLES: &str = "\
Examples:
  # Print a JSON document as kubectl prints YAML
  curl -s https://example.com/config.json | apimachinery json-to-yaml";

/// List all supported kinds
///
/// The list contains resource names, verbs, subresources, the releases that introduce, deprecate and
/// remove each kind, its replacement, and its storage version. The preferred version of a group is first.
#[derive(clap::Args)]
#[command(after_long_help = KINDS_EXAMPLES)]
pub(super) struct Kinds {
    /// The format of the output
    #[arg(short, long, value_name = "FORMAT", default_value = "table")]
    pub(super) output: KindsFormat,
}

const KINDS_EXAMPLES: &str = "\
Examples:
  # List removed kinds and the groups of their replacements
  apimachinery kinds -o json | jq -r '.[] | select(.removed) | [.kind, .version, .replacement.group] | @tsv'";

/// Find kinds that a release of Kubernetes has removed or deprecated
///
/// Lists every object in the manifests whose kind is deprecated or removed in the release, or not
/// yet available, with its replacement and the command that converts it. The exit code is 3 for
/// deprecated kinds, and 4 for kinds that the release does not serve. Unknown kinds are not checked,
/// with a warning.
#[derive(clap::Args)]
#[command(after_long_help = LINT_EXAMPLES, verbatim_doc_comment)]
pub(super) struct Lint {
    #[command(flatten)]
    pub(super) inputs: Inputs,
    /// The Kubernetes release to check for; the newest known one by default
    #[arg(long, value_name = "RELEASE")]
    pub(super) target: Option<Release>,
    /// The format of the output
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(super) output: ReportFormat,
}

const LINT_EXAMPLES: &str = "\
Examples:
  # Find what must change before an upgrade to 1.25
  apimachinery lint -R deploy/ --target 1.25
  # Annotate the lines of a pull request in a GitHub workflow
  apimachinery lint -R deploy/ -o github
  # List the commands that convert the manifests
  apimachinery lint -R deploy/ -o json | jq -r '.[].command | select(.)' | sort -u";

/// Print a script with which a shell completes command lines
#[derive(clap::Args)]
#[command(after_long_help = COMPLETIONS_EXAMPLES)]
pub(super) struct Completions {
    /// The shell
    pub(super) shell: Shell,
}

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  # Complete command lines in this shell
  source <(apimachinery completions bash)
  # Complete command lines in every new fish
  apimachinery completions fish > ~/.config/fish/completions/apimachinery.fish";

/// Print the manual as a man page
///
/// Without a command, the page of the program is printed.
#[derive(clap::Args)]
#[command(after_long_help = MAN_EXAMPLES)]
pub(super) struct Man {
    /// The command whose page is printed
    pub(super) command: Option<String>,
    /// Write the pages of the program and of all commands to this directory
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub(super) output_dir: Option<PathBuf>,
}

const MAN_EXAMPLES: &str = "\
Examples:
  # Read the manual of a command
  apimachinery man convert | man -l -
  # Install the manual of the program and of all commands
  apimachinery man --output-dir /usr/local/share/man/man1";

/// The format of a list of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportFormat {
    /// One line per finding, and one per file for the command that fixes it
    Text,
    /// One JSON list of objects
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Workflow commands, which annotate the lines of a pull request on GitHub
    Github,
}

/// The values that a conversion adds.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Level {
    /// Only the values without which the meaning would change
    Exact,
    /// Only required values; the other defaults of the new version are accepted and listed
    Adopt,
    /// All values, with all defaults
    Full,
}

impl Level {
    /// Returns the level of the editor.
    pub(super) fn of_editor(self) -> edit::Level {
        match self {
            Level::Exact => edit::Level::Exact,
            Level::Adopt => edit::Level::Adopt,
            Level::Full => edit::Level::Full,
        }
    }
}

/// The format of converted manifests.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ConvertFormat {
    /// The input text with the smallest edits
    Source,
    /// Objects printed anew, separated by `---`
    Yaml,
    /// Objects printed anew, one after another, indented by four spaces
    Json,
    /// Objects printed anew as YAML with braces and quotes, which depends little on white space
    Kyaml,
}

impl ConvertFormat {
    /// Returns the format in which objects are printed anew; `None` if the text is edited.
    pub(super) fn printed(self) -> Option<OutputFormat> {
        match self {
            ConvertFormat::Source => None,
            ConvertFormat::Yaml => Some(OutputFormat::Yaml),
            ConvertFormat::Json => Some(OutputFormat::Json),
            ConvertFormat::Kyaml => Some(OutputFormat::Kyaml),
        }
    }
}

/// A text format.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum TextFormat {
    /// Documents separated by `---`
    Yaml,
    /// Documents one after another, indented by four spaces
    Json,
    /// YAML with braces and quotes, which depends little on white space
    Kyaml,
}

impl From<TextFormat> for OutputFormat {
    fn from(text: TextFormat) -> Self {
        match text {
            TextFormat::Yaml => OutputFormat::Yaml,
            TextFormat::Json => OutputFormat::Json,
            TextFormat::Kyaml => OutputFormat::Kyaml,
        }
    }
}

/// A storage format.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum StorageFormat {
    /// Protobuf in Kubernetes' envelope
    Pb,
    /// One line of JSON
    Json,
    /// CBOR with its tag, in which Kubernetes can be configured to store custom resources
    Cbor,
}

/// The format of a list of differences.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum CompareFormat {
    /// One line per field
    Text,
    /// One JSON list of objects; values are texts that contain JSON
    Json,
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum KindsFormat {
    /// A table with aligned columns
    Table,
    /// One JSON list of objects
    Json,
}

fn group_version(text: &str) -> Result<GroupVersion, String> {
    match text.parse::<GroupVersion>() {
        Ok(version) if !version.version.is_empty() && !version.is_internal() => Ok(version),
        _ => Err("expected GROUP/VERSION, such as apps/v1, or only the version for the core group".to_string()),
    }
}
