//! The code generator, which turns versioned API definitions into Rust code.
//!
//! Use it from the build script of a crate that defines its own API types: call [`run`] with the folder of the
//! definitions, and include the generated files. `docs/own-apis.md` describes the setup, `api-defs/README.md` the
//! definition language. To generate something else from the definitions, such as documentation, read the [`model`].
//! [`Config::compile`] runs these stages in order:
//!
//! | stage | input | output |
//! | --- | --- | --- |
//! | load | files | documents, in which every word has its source location |
//! | resolve | documents | the [checked model](model::Model), or a list of all mistakes |
//! | plan | model | the operations of conversion, defaulting and registration |
//! | functions | model, plan, and the source code of the crate | nothing, or a list of missing functions |
//! | render | model and plan | drafts of files |
//! | emit | drafts | the text of each changed file, and directives for cargo |
//!
//! The stages resolve, plan and render are pure functions: they access no files, no clock and no environment variables.
//! The generator does not depend on the rest of the crate, whose names occur only in the generated code.

mod builtin;
mod diagnostics;
mod emit;
mod error;
mod files;
mod functions;
mod load;
pub mod model;
mod naming;
mod nearest;
mod output;
mod plan;
mod record;
mod render;
mod resolve;
mod schema;
// The verbs that generated code omits, because the runtime implies them.
#[path = "../scheme/verbs.rs"]
#[allow(clippy::duplicate_mod, reason = "the build script compiles the generator without the runtime")]
mod verbs;
mod warnings;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, io, process};

use self::diagnostics::Report;
pub use self::error::{Error, Mistake};
use self::files::Files;
use self::model::Model;
use self::render::Draft;
pub use self::render::GeneratedFile;
pub use self::schema::schemas;

/// The configuration of the generator: the location of the definitions and the options of the generated code.
///
/// Build scripts pass it to [`run`]. To inspect the results without writing files, call [`Config::load`] and
/// [`Config::generate`] instead:
///
/// ```
/// use apimachinery::codegen::Config;
///
/// let config = Config::new("tests/golden/conversion/api-defs").features(true);
/// let model = config.load()?;
/// assert!(model.groups.iter().any(|group| group.name == "store.example.com"));
///
/// let files = config.generate(&model);
/// assert!(files.iter().any(|file| file.path == "store/v1.rs"));
/// # Ok::<(), apimachinery::codegen::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Config {
    root: PathBuf,
    out_dir: Option<PathBuf>,
    sources: Option<PathBuf>,
    built_in: bool,
    external: Vec<(String, String)>,
    options: render::Options,
}

impl Config {
    /// Creates a configuration for the definitions in the folder `root`, such as `api-defs`. A relative path is
    /// relative to the current directory, which for a build script is the root of its package.
    ///
    /// The generated files are written to `OUT_DIR`. If the environment variable `APIMACHINERY_GENERATED_DIR` is set,
    /// they are written to `$APIMACHINERY_GENERATED_DIR/<package>` instead, where they are easier to read and to
    /// compare. A relative path is relative to the root of the workspace, whose `Cargo.lock` lists the package, wherever
    /// the target folder is. If no such workspace is found, such as for a dependency from a registry with a target
    /// folder outside of your repository, the variable is ignored. This function does not read any files;
    /// [`Config::load`] does.
    pub fn new(root: impl Into<PathBuf>) -> Config {
        let root = root.into();
        let options = render::Options {
            runtime: "::apimachinery".to_owned(),
            features: false,
            root: root.to_string_lossy().replace('\\', "/"),
        };
        Config { root, out_dir: None, sources: None, built_in: true, external: Vec::new(), options }
    }

    /// Sets the path by which the generated code refers to this crate. The default is `::apimachinery`; set another
    /// path if your `Cargo.toml` renames the dependency.
    ///
    /// ```
    /// use apimachinery::codegen::Config;
    ///
    /// let config = Config::new("tests/golden/conversion/api-defs").runtime("::machinery");
    /// let files = config.generate(&config.load()?);
    /// assert!(files.iter().all(|file| !file.text.contains("::apimachinery")));
    /// # Ok::<(), apimachinery::codegen::Error>(())
    /// ```
    #[must_use]
    pub fn runtime(mut self, path: impl Into<String>) -> Config {
        self.options.runtime = path.into();
        self
    }

    /// Sets the output folder, which takes precedence over the environment variables: neither `OUT_DIR` nor
    /// `APIMACHINERY_GENERATED_DIR` is read. The folder is created if it does not exist. Files of an earlier run that
    /// are no longer generated are removed from it; all other files are kept.
    ///
    /// ```
    /// use apimachinery::codegen::Config;
    ///
    /// let folder = std::env::temp_dir().join("apimachinery-out-dir");
    /// Config::new("tests/golden/conversion/api-defs").out_dir(&folder).compile()?;
    /// assert!(folder.join("apis.rs").exists());
    /// # std::fs::remove_dir_all(folder).unwrap();
    /// # Ok::<(), apimachinery::codegen::Error>(())
    /// ```
    #[must_use]
    pub fn out_dir(mut self, folder: impl Into<PathBuf>) -> Config {
        self.out_dir = Some(folder.into());
        self
    }

    /// Sets the folder with the source code of the crate, the folder of `lib.rs` or `main.rs`. Definitions that require a
    /// hand-written function are then a mistake unless the crate has the function, and the message contains the Rust
    /// code to add. [`run`] sets `src`; without a folder, only the compiler checks the functions.
    ///
    /// The functions are in a module `functions` next to the line that includes the generated code. If the crate does
    /// not include the generated code, or if the functions may come from a glob import, a macro or a file at an unusual
    /// place, nothing is reported.
    ///
    /// ```
    /// use apimachinery::codegen::Config;
    ///
    /// let config = Config::new("tests/invalid/missing-function/api-defs");
    /// assert!(config.load().is_ok());
    /// let error = config.sources("tests/invalid/missing-function/src").load().unwrap_err();
    /// assert_eq!(error.mistakes()[0].code(), "missing-function");
    /// ```
    #[must_use]
    pub fn sources(mut self, folder: impl Into<PathBuf>) -> Config {
        self.sources = Some(folder.into());
        self
    }

    /// Sets the use of cargo features in the generated code. If `yes` is true, the code of each group is compiled only
    /// if the cargo feature with the group's module name, such as `core` or `apps`, is enabled. If it is false (the
    /// default), all groups are compiled.
    #[must_use]
    pub fn features(mut self, yes: bool) -> Config {
        self.options.features = yes;
        self
    }

    /// Adds definitions from other crates, as pairs of path and text, such as `("core/v1.proto", "syntax = …")`. The
    /// built-in definitions are always included.
    ///
    /// Your definitions can refer to the types in external definitions. No code is generated for external types: it is
    /// expected in the module `apis` of the runtime crate (see [`Config::runtime`]).
    ///
    /// ```
    /// use apimachinery::codegen::Config;
    ///
    /// let text = "group: paint.example.com\nversion: v1\ntypes: { Paint: { fields: { tone: string } } }\n";
    /// let theirs = [("paint/v1.yaml".to_owned(), text.to_owned())];
    /// let model = Config::new("tests/golden/conversion/api-defs").external(theirs).load()?;
    /// let group = model.groups.iter().find(|group| group.module == "paint").expect("a known group");
    /// assert!(group.external);
    /// # Ok::<(), apimachinery::codegen::Error>(())
    /// ```
    #[must_use]
    pub fn external(mut self, files: impl IntoIterator<Item = (String, String)>) -> Config {
        self.external.extend(files);
        self
    }

    /// Removes the built-in definitions, which account for most of the time of [`Config::load`]. For fuzzing.
    #[doc(hidden)]
    #[must_use]
    pub fn without_builtin(mut self) -> Config {
        self.built_in = false;
        self
    }

    /// Runs all stages: reads the definitions, writes the generated files that changed, removes files of earlier runs
    /// that are no longer generated, and prints directives for cargo to standard output.
    ///
    /// Use [`run`] in a build script unless you need to handle the error.
    ///
    /// ```no_run
    /// // build.rs
    /// apimachinery::codegen::Config::new("api-defs").compile()?;
    /// # Ok::<(), apimachinery::codegen::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the definitions contain mistakes, or require functions that do not exist; the error lists all
    /// of them. Also returns an error if a file cannot be read or written.
    pub fn compile(&self) -> Result<(), Error> {
        let (model, functions) = self.check()?;
        if !self.options.features {
            // Each group of this crate has a feature. Validating its objects is the task of an API server.
            warnings::without_effect(&model, &self.options.root)
                .iter()
                .for_each(|text| println!("cargo::warning={text}"));
        }
        let plan = plan::plan(&model);
        let drafts = render::render(&model, &plan, &self.options);
        self.emit(&drafts)?;
        // A function that is removed or renamed is reported by the next build.
        functions.iter().for_each(|file| println!("cargo::rerun-if-changed={}", file.display()));
        Ok(())
    }

    /// Reads and checks the definitions, and returns their content as a [`Model`], without writing any files.
    ///
    /// ```
    /// use apimachinery::codegen::Config;
    ///
    /// let error = Config::new("tests/invalid/alias-circle/api-defs").load().unwrap_err();
    /// assert!(!error.mistakes().is_empty());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the definitions contain mistakes; the error lists all of them. Also returns an error if a
    /// file cannot be read.
    pub fn load(&self) -> Result<Model, Error> {
        self.check().map(|(model, _)| model)
    }

    /// Returns the generated files for a model returned by [`Config::load`], each with its path and text. No files are
    /// written.
    ///
    /// The output is deterministic: it depends only on the model and this configuration. A model returned by
    /// [`Config::load`] yields at least one file.
    #[must_use]
    pub fn generate(&self, model: &Model) -> Vec<GeneratedFile> {
        let plan = plan::plan(model);
        render::render(model, &plan, &self.options).iter().map(Draft::print).collect()
    }

    /// Reads and checks the definitions. Also returns the files with the hand-written functions.
    fn check(&self) -> Result<(Model, BTreeSet<PathBuf>), Error> {
        let (files, mut report) = (self.read()?, Report::default());
        let definitions = load::load(&files, &mut report);
        let model = resolve(&definitions, &files, report)?;
        let Some(sources) = &self.sources else { return Ok((model, BTreeSet::new())) };
        let required = render::required(&model, &plan::plan(&model), &self.options);
        let mut report = Report::default();
        let missing = functions::check(sources, &required, &definitions, &mut report);
        match report.is_empty() {
            true => Ok((model, missing.files)),
            false => Err(Error::definitions(report, &files).followed_by(&missing.skeleton)),
        }
    }

    /// Reads all definition files.
    fn read(&self) -> Result<Files, Error> {
        let mut files = if self.built_in { Files::built_in() } else { Files::default() };
        files.read(&self.root).map_err(|e| Error::io("cannot read definitions", e))?;
        for (path, text) in &self.external {
            files.add_external(path, text.clone().into());
        }
        Ok(files)
    }

    /// Writes the files that changed, and prints directives for cargo.
    fn emit(&self, drafts: &[Draft]) -> Result<(), Error> {
        let folder = self.output_folder()?;
        let record = env::var_os("OUT_DIR").map(|folder| PathBuf::from(folder).join("record"));
        emit::emit(drafts, &folder, record.as_deref()).map_err(|e| Error::io("cannot write generated code", e))?;
        let directives = emit::directives(&self.root, &folder, self.out_dir.is_none());
        for directive in directives.map_err(|e| Error::io("cannot find generated code", e))? {
            println!("{directive}");
        }
        Ok(())
    }

    fn output_folder(&self) -> Result<PathBuf, Error> {
        if let Some(folder) = &self.out_dir {
            return Ok(folder.clone());
        }
        let missing =
            || Error::io("cannot determine the folder for generated code", io::Error::other("OUT_DIR is not set"));
        let out_dir = env::var_os("OUT_DIR").map(PathBuf::from);
        let selected = env::var_os(output::VARIABLE);
        let selected = selected.and_then(|folder| output::folder(Path::new(&folder), out_dir.as_deref()));
        selected.or(out_dir).ok_or_else(missing)
    }
}

/// Returns the model, or an error with all mistakes of loading and resolving.
fn resolve(definitions: &load::Definitions, files: &Files, mut report: Report) -> Result<Model, Error> {
    if report.is_unreadable() {
        return Err(Error::definitions(report, files));
    }
    let model = resolve::resolve(definitions, files, &mut report);
    if report.is_empty() { Ok(model) } else { Err(Error::definitions(report, files)) }
}

/// Runs the generator from a build script.
///
/// Calls [`Config::compile`], after it sets [`Config::sources`] to `src` if you did not set it. On failure, it prints the error, with all mistakes in the definitions, to standard error,
/// which cargo shows, and exits the process with code 1, which fails the build.
///
/// ```no_run
/// // build.rs
/// use apimachinery::codegen::{self, Config};
///
/// codegen::run(Config::new("api-defs"));
/// ```
pub fn run(mut config: Config) {
    config.sources.get_or_insert_with(|| "src".into());
    println!("cargo::rerun-if-changed={}", config.root.display());
    if let Err(error) = config.compile() {
        // A directive `cargo::error` has one line, so cargo would repeat its prefix on each line of a message.
        eprintln!("\n{error}");
        process::exit(1);
    }
}
