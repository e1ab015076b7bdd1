//! The checked model: what the definitions say, with every name resolved.
//!
//! `resolve` makes it, or reports every mistake and makes nothing; `plan` reads it. Later stages
//! have no error path for bad definitions, because a [`TypeId`] or a [`Path`] cannot dangle.
//!
//! It is plain data, to be read from [`Model`] downwards; whoever generates something else from the same definitions
//! (schemas, documentation) starts here:
//!
//! ```
//! use apimachinery::codegen::Config;
//! use apimachinery::codegen::model::Body;
//!
//! let model = Config::new("tests/golden/conversion/api-defs").load()?;
//! let group = model.groups.iter().find(|group| group.module == "store").expect("the group");
//! let kind = &group.versions[0].kinds[0];
//! let Body::Struct(item) = &model.types[kind.ty.0].body else { panic!("a kind is a struct") };
//! let fields: Vec<_> = item.fields.iter().map(|field| &*field.name).collect();
//! assert_eq!((&*kind.name, fields), ("Item", vec!["metadata", "spec", "status"]));
//! # Ok::<(), apimachinery::codegen::Error>(())
//! ```

mod conversion;
mod defaults;
mod kind;
mod limits;
mod needs;
mod types;

use std::collections::BTreeMap;

pub use self::conversion::{Action, Conversion, Dropped, Empty, Functions, Rule, Side};
pub use self::defaults::{Condition, Literal, Step};
pub use self::kind::{Column, Kind, Lifecycle, Resource, Scale, Subresource};
pub use self::limits::{Limits, Merge, Validation};
pub use self::types::{Body, Field, Leaf, Omit, Path, Scalar, Struct, Type, TypeId, TypeRef};

/// Everything that one run of the generator knows.
#[derive(Debug, Default)]
pub struct Model {
    /// The groups of the definitions, sorted by module name.
    pub groups: Vec<Group>,
    /// All types of all groups; a [`TypeId`] is an index into it.
    pub types: Vec<Type>,
}

/// Where something was written, for headers and comments: a file below the definitions' root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Relative path with forward slashes, such as `apps/v1.yaml`.
    pub file: String,
    /// 1-based line.
    pub line: usize,
}

/// An API group.
#[derive(Debug)]
pub struct Group {
    /// The API group, `""` for core.
    pub name: String,
    /// Rust module, folder and proto package: `core`, `apps`, `meta`.
    pub module: String,
    /// The versions in order of preference; the first is the storage version.
    pub versions: Vec<Version>,
    /// The hub's types of this group by type name; a peer's hub type is listed here, too.
    pub hub: BTreeMap<String, TypeId>,
    /// Resources that are not stored in the first version, with the version that they are stored in.
    pub storage: BTreeMap<String, String>,
    /// True for a group that another crate generated (the built-in index): it is referred to,
    /// never rendered.
    pub external: bool,
}

/// One version of a group.
#[derive(Debug)]
pub struct Version {
    /// `v1`, `v1beta1` …; `internal` for the version that holds the hub types which differ from
    /// their base (it has types and no kinds, and is the last of the group's versions).
    pub name: String,
    /// Documentation of the module.
    pub doc: String,
    /// The files that define it, sorted.
    pub files: Vec<String>,
    /// The registered kinds, in order of definition, lists included (each right behind its item).
    pub kinds: Vec<Kind>,
    /// The types declared in this version, in order of definition.
    pub types: Vec<TypeId>,
    /// How types of this version become hub types and back; types without an entry move as they
    /// are. Keyed by the version's type.
    pub conversions: BTreeMap<TypeId, Conversion>,
    /// The defaulting steps of a type as it is used in this version.
    pub defaults: BTreeMap<TypeId, Vec<Step>>,
    /// Types of other versions fill in nothing inside of those of this one (`defaults: none`).
    pub undefaulted: bool,
}
