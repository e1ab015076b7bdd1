//! The inputs of the templates, which are valid Rust already.

use serde::Serialize;

use super::code::{Expr, Stmt};

/// A struct.
#[derive(Serialize)]
pub(super) struct StructView {
    pub(super) doc: String,
    pub(super) name: String,
    pub(super) type_meta: String,
    pub(super) fields: Vec<FieldView>,
}

/// A field of a struct.
#[derive(Serialize)]
pub(super) struct FieldView {
    pub(super) doc: String,
    pub(super) name: String,
    pub(super) ty: String,
}

/// The table of a struct.
#[derive(Serialize)]
pub(super) struct TableView {
    pub(super) runtime: String,
    pub(super) name: String,
    /// `kind`, `list`, `bare` or `union`, or empty for other structs.
    pub(super) role: &'static str,
    pub(super) rows: Vec<RowView>,
    /// The names of all fields, separated by commas.
    pub(super) fields: String,
    /// The arguments of `kind!`, or empty for other structs.
    pub(super) kind: String,
}

/// A row of a table.
#[derive(Serialize)]
pub(super) struct RowView {
    pub(super) path: String,
    pub(super) json: String,
    pub(super) number: u32,
    pub(super) omit: &'static str,
}

/// A string enum with its known values.
#[derive(Serialize)]
pub(super) struct NamedTextView {
    pub(super) runtime: String,
    pub(super) doc: String,
    pub(super) name: String,
    pub(super) values: Vec<ConstantView>,
}

/// A known value.
#[derive(Serialize)]
pub(super) struct ConstantView {
    /// Empty for an undocumented value.
    pub(super) doc: String,
    pub(super) name: String,
    pub(super) value: String,
}

/// The members of a union.
#[derive(Serialize)]
pub(super) struct OneOfView {
    pub(super) doc: String,
    pub(super) name: String,
    pub(super) ty: String,
    /// The lifetime of the enum, or empty if no variant has a value.
    pub(super) lifetime: &'static str,
    pub(super) member_doc: String,
    pub(super) error: String,
    /// The result of the function that returns the member.
    pub(super) member: Expr,
    pub(super) variants: Vec<VariantView>,
}

/// A member of a union.
#[derive(Serialize)]
pub(super) struct VariantView {
    pub(super) doc: String,
    pub(super) name: String,
    pub(super) content: String,
    pub(super) set_doc: String,
    pub(super) set: String,
    pub(super) parameter: String,
    pub(super) statements: Vec<Stmt>,
}

/// Another name of a type.
#[derive(Serialize)]
pub(super) struct AliasView {
    pub(super) doc: String,
    pub(super) name: String,
    pub(super) ty: String,
}

/// Types of another module.
#[derive(Serialize)]
pub(super) struct ReexportView {
    pub(super) path: String,
    pub(super) names: String,
}

/// A module in a file of its own.
#[derive(Serialize)]
pub(super) struct ModuleView {
    pub(super) doc: String,
    pub(super) name: String,
    pub(super) path: String,
}

/// A conversion function.
#[derive(Serialize)]
pub(super) struct ConversionView {
    pub(super) doc: String,
    /// True if the last parameter is only passed to the function itself.
    pub(super) only_recursive: bool,
    pub(super) name: String,
    pub(super) parameters: String,
    pub(super) error: String,
    pub(super) statements: Vec<Stmt>,
    pub(super) result: Expr,
}

/// Hand-written functions.
#[derive(Serialize)]
pub(super) struct HandWrittenView {
    pub(super) module: String,
    pub(super) runtime: String,
    pub(super) signatures: Vec<String>,
}

/// A struct of the values that an annotation keeps.
#[derive(Serialize)]
pub(super) struct KeptView {
    pub(super) doc: String,
    pub(super) name: String,
    pub(super) object: String,
    pub(super) fields: Vec<KeptFieldView>,
    pub(super) empty: Expr,
    /// The type of the scope to which losses are reported, or empty if there are none.
    pub(super) reports: String,
    pub(super) restore: Vec<Stmt>,
}

/// A field of a kept struct.
#[derive(Serialize)]
pub(super) struct KeptFieldView {
    pub(super) doc: String,
    pub(super) name: String,
    pub(super) ty: String,
    /// The expression for the kept value of `object`.
    pub(super) value: Expr,
}

/// A defaulter.
#[derive(Serialize)]
pub(super) struct DefaulterView {
    pub(super) doc: String,
    /// True if the context is only passed to the function itself.
    pub(super) only_recursive: bool,
    pub(super) name: String,
    pub(super) object: String,
    pub(super) context: String,
    pub(super) statements: Vec<Stmt>,
}

/// The registrations of a version.
#[derive(Serialize)]
pub(super) struct RegisterView {
    pub(super) doc: String,
    /// True if Cargo features can disable calls.
    pub(super) optional: bool,
    pub(super) builder: String,
    pub(super) calls: Vec<String>,
}

/// The losses of a version.
#[derive(Serialize)]
pub(super) struct LossesView {
    pub(super) losses: Vec<LossView>,
}

/// A field that a round trip does not restore.
#[derive(Serialize, PartialEq)]
pub(super) struct LossView {
    pub(super) ty: String,
    pub(super) path: String,
    pub(super) when: String,
    /// The call that sets the reason, or empty.
    pub(super) reason: String,
}

/// The fields of a version with a closed set of values.
#[derive(Serialize)]
pub(super) struct EnumsView {
    pub(super) fields: Vec<EnumFieldView>,
}

/// A field with a closed set of values.
#[derive(Serialize, PartialEq)]
pub(super) struct EnumFieldView {
    pub(super) ty: String,
    pub(super) field: String,
    pub(super) values: String,
}

/// The information about a kind for a Scheme.
#[derive(Serialize)]
pub(super) struct KindInfoView {
    pub(super) constant: String,
    pub(super) info: String,
}

/// A group in the tree of modules.
#[derive(Serialize)]
pub(super) struct GroupView {
    pub(super) doc: String,
    pub(super) feature: String,
    pub(super) name: String,
    pub(super) builder: String,
    pub(super) modules: Vec<ModuleView>,
    pub(super) register: Vec<String>,
    pub(super) hub: Vec<String>,
}
