//! The checked model: the content of the definitions, with every name resolved.
//!
//! The stage `resolve` creates the model if the definitions are free of mistakes, and `plan` reads it. Later stages do
//! not have to handle invalid definitions, because every [`TypeId`] and [`Path`] in a model is valid.
//!
//! The model is plain data, with [`Model`] at the top. Use it to generate something else from the same definitions,
//! such as schemas or documentation:
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

pub use self::conversion::{Action, Conversion, Dropped, Empty, Functions, Rule, Side, Transform, Unsupported};
pub use self::defaults::{Condition, Literal, Step};
pub use self::kind::{Column, Kind, KindName, Lifecycle, Release, Resource, Scale, Subresource};
pub use self::limits::{Limits, Merge, Validation};
pub use self::types::{Body, Discriminator, Field, Leaf, Omit, Path, Scalar, Struct, Type, TypeId, TypeRef};

/// The content of a tree of definitions and of the external definitions that it can refer to.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Model {
    /// The API groups with their versions, sorted by module name.
    pub groups: Vec<Group>,
    /// The types of all groups, indexed by [`TypeId`].
    pub types: Vec<Type>,
}

/// The location of a declaration in the definitions, as used in comments of the generated code.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Source {
    /// The path relative to the root of the definitions, with forward slashes, such as `apps/v1.yaml`.
    pub file: String,
    /// The line number, counted from 1.
    pub line: usize,
}

/// An API group with its versions.
#[derive(Debug)]
#[non_exhaustive]
pub struct Group {
    /// The name of the API group; empty for the core group.
    pub name: String,
    /// The name of the Rust module, the folder and the first part of the proto package, such as `core`, `apps` or
    /// `meta`.
    pub module: String,
    /// The versions in order of preference. The first is the storage version.
    pub versions: Vec<Version>,
    /// The hub types of this group by type name. A hub type is the internal form of a type through which its versions
    /// are converted. Types that the group shares with another group are included.
    pub hub: BTreeMap<String, TypeId>,
    /// The storage version of each resource that is not stored in the first version, by the plural name of the
    /// resource.
    pub storage: BTreeMap<String, String>,
    /// If true, another crate contains the code of this group, as for built-in groups. Types of other groups can refer
    /// to its types, but no code is generated for it.
    pub external: bool,
}

/// One version of a group.
#[derive(Debug)]
#[non_exhaustive]
pub struct Version {
    /// The name, such as `v1` or `v1beta1`.
    ///
    /// The last version of a group can be `internal`, which has no kinds: it contains the hub types that differ from
    /// the types of the version that the hub is based on.
    pub name: String,
    /// The documentation of the module.
    pub doc: String,
    /// The paths of the files that define the version, relative to the root of the definitions and sorted.
    pub files: Vec<String>,
    /// The registered kinds in order of definition. Each list kind follows the kind of its items.
    pub kinds: Vec<Kind>,
    /// The types declared in this version, in order of definition.
    pub types: Vec<TypeId>,
    /// The conversions between types of this version and hub types, by the version's type. Values of types without an
    /// entry are moved unchanged.
    pub conversions: BTreeMap<TypeId, Conversion>,
    /// The defaulting steps of each type, for its use in this version.
    pub defaults: BTreeMap<TypeId, Vec<Step>>,
    /// If true, defaults of types of other versions are not applied to values inside the types of this version
    /// (`defaults: none` in the definitions).
    pub undefaulted: bool,
}
