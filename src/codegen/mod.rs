//! The generator: versioned API definitions in, Rust out.
//!
//! An author edits `api-defs/`, the build script calls [`run`], and the crate includes what it wrote.
//! The way from one to the other is [`Config::compile`]:
//!
//! | stage | takes | gives |
//! | --- | --- | --- |
//! | load | files | documents, each word with its place |
//! | resolve | documents | the [checked model](model::Model), or every mistake |
//! | plan | model | what conversion, defaulting and registration do |
//! | render | model and plan | drafts of files |
//! | emit | drafts | files as text where they changed, directives for cargo |
//!
//! Between load and emit everything is a value: nothing reads a disk, a clock or an environment.
//! The generator knows nothing of the rest of the crate, whose names occur in its output alone.

mod builtin;
mod diagnostics;
mod emit;
mod error;
mod files;
mod load;
pub mod model;
mod naming;
mod nearest;
mod plan;
mod record;
mod render;
mod resolve;
mod schema;

use std::path::PathBuf;
use std::{env, process};

use self::diagnostics::Report;
pub use self::error::{Error, Mistake};
use self::files::Files;
use self::model::Model;
use self::render::Draft;
pub use self::render::GeneratedFile;
pub use self::schema::schemas;

/// What to generate from which definitions.
///
/// A build script hands it to [`run`]. Everything it does can be had step by step, too, as values:
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
    external: Vec<(String, String)>,
    options: render::Options,
}

impl Config {
    /// Definitions in a folder, relative to the package: `api-defs`.
    ///
    /// Output goes to `OUT_DIR`, or to the folder that the environment variable
    /// `APIMACHINERY_GENERATED_DIR` names, for reading and diffing. Nothing is read before [`Config::load`].
    pub fn new(root: impl Into<PathBuf>) -> Config {
        let root = root.into();
        let options = render::Options {
            runtime: "::apimachinery".to_owned(),
            features: false,
            root: root.to_string_lossy().replace('\\', "/"),
        };
        let external = builtin::DEFINITIONS.iter().map(|&(path, text)| (path.to_owned(), text.to_owned()));
        Config { root, out_dir: None, external: external.collect(), options }
    }

    /// The path by which generated text reaches the runtime; `::apimachinery` unless the dependency
    /// has another name.
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

    /// Writes to this folder, whatever the environment says; it is made if it is not there.
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

    /// Puts every group behind the cargo feature of its name (that of its module: `core`, `apps`); off unless said.
    #[must_use]
    pub fn features(mut self, yes: bool) -> Config {
        self.options.features = yes;
        self
    }

    /// Definitions of other crates besides the built-in ones, which are always known, as pairs of path and text,
    /// such as `("core/v1.proto", "syntax = …")`. Their types can be named and their code is not generated
    /// again: it is expected below the runtime's `apis`.
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

    /// Removes the built-in definitions, which take most of the time of a load. For fuzzing.
    #[doc(hidden)]
    #[must_use]
    pub fn without_builtin(mut self) -> Config {
        self.external.clear();
        self
    }

    /// Does everything: reads definitions, writes what changed, tells cargo on standard output what to watch. Files of
    /// earlier runs that are no longer generated go.
    ///
    /// ```no_run
    /// // build.rs, for those who want to handle the error; others call `run`
    /// apimachinery::codegen::Config::new("api-defs").compile()?;
    /// # Ok::<(), apimachinery::codegen::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Every mistake in the definitions, or the first file that cannot be read or written.
    pub fn compile(&self) -> Result<(), Error> {
        let model = self.load()?;
        let drafts = self.draft(&model);
        let folder = self.output_folder()?;
        let record = env::var_os("OUT_DIR").map(|folder| PathBuf::from(folder).join("record"));
        emit::emit(&drafts, &folder, record.as_deref()).map_err(|e| Error::io("cannot write generated code", e))?;
        let directives = emit::directives(&self.root, &folder);
        for directive in directives.map_err(|e| Error::io("cannot find generated code", e))? {
            println!("{directive}");
        }
        Ok(())
    }

    /// Reads and checks the definitions, and writes nothing.
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
    /// Every mistake in them, or the first file that cannot be read.
    pub fn load(&self) -> Result<Model, Error> {
        let mut files = Files::read(&self.root).map_err(|e| Error::io("cannot read definitions", e))?;
        files.add_external(&self.external);
        let mut report = Report::default();
        let definitions = load::load(&files, &mut report);
        if report.is_unreadable() {
            return Err(Error::definitions(report, &files));
        }
        let model = resolve::resolve(&definitions, &files, &mut report);
        if report.is_empty() { Ok(model) } else { Err(Error::definitions(report, &files)) }
    }

    /// The generated files of a model, by path. The same model gives the same text, on every machine. A model of
    /// [`Config::load`] always has some.
    #[must_use]
    pub fn generate(&self, model: &Model) -> Vec<GeneratedFile> {
        self.draft(model).iter().map(Draft::print).collect()
    }

    fn draft(&self, model: &Model) -> Vec<Draft> {
        render::render(model, &plan::plan(model), &self.options)
    }

    fn output_folder(&self) -> Result<PathBuf, Error> {
        let environment = ["APIMACHINERY_GENERATED_DIR", "OUT_DIR"].into_iter().filter_map(env::var_os);
        let folder = self.out_dir.clone().or(environment.map(PathBuf::from).next());
        let missing = || std::io::Error::other("neither APIMACHINERY_GENERATED_DIR nor OUT_DIR is set");
        folder.ok_or_else(|| Error::io("no folder for generated code", missing()))
    }
}

/// The whole of a build script: compiles, or shows every mistake as errors of cargo, which then builds no further, and
/// ends the process.
///
/// ```no_run
/// // build.rs
/// use apimachinery::codegen::{self, Config};
///
/// codegen::run(Config::new("api-defs"));
/// ```
#[expect(clippy::needless_pass_by_value, reason = "a build script has no other use for it")]
pub fn run(config: Config) {
    println!("cargo::rerun-if-changed={}", config.root.display());
    if let Err(error) = config.compile() {
        for line in error.to_string().lines() {
            println!("cargo::error={line}");
        }
        // Cargo fails the build because of the errors; after another code it would print them twice.
        process::exit(0);
    }
}
