//! The steps of generated functions.

use crate::codegen::model::{Empty, Literal, Path, Side, Step, Transform, TypeId};

/// The direction of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// From a version to the hub.
    ToHub,
    /// From the hub to a version.
    FromHub,
}

impl Direction {
    /// Both directions, in the order in which they are generated.
    pub(crate) const BOTH: [Direction; 2] = [Direction::ToHub, Direction::FromHub];
}

/// A parameter of a conversion function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Variable {
    /// The source object.
    From,
    /// The target object.
    To,
    /// The object that is converted in place.
    Object,
}

/// A field of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FieldRef {
    /// The parameter.
    pub(crate) variable: Variable,
    /// The type of the parameter.
    pub(crate) root: TypeId,
    /// The path to the field.
    pub(crate) path: Path,
}

/// The conversion functions of one type, in both directions.
#[derive(Debug)]
pub(crate) struct Function {
    /// The type in the version.
    pub(crate) ty: TypeId,
    /// The hub type; for an in-place function, the same as `ty`.
    pub(crate) hub: TypeId,
    /// True if one object is modified, instead of another one being filled.
    pub(crate) in_place: bool,
    /// The steps to the hub.
    pub(crate) to_hub: Vec<Op>,
    /// The steps from the hub.
    pub(crate) from_hub: Vec<Op>,
}

/// One step of a conversion.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    /// Reports a value that is dropped.
    Report(Loss),
    /// Moves a value.
    Move(Move),
    /// Converts the values below a field in place.
    Visit(FieldRef, Traversal),
    /// Copies an alias to the aliased field, if that is empty.
    ReadAlias(Alias),
    /// Copies the aliased field to its alias.
    WriteAlias(Alias),
    /// Sets an absent value to an empty one.
    MakePresent(FieldRef),
    /// Sets a field to a value.
    Set(FieldRef, Literal),
    /// Calls the hand-written functions of a type.
    Call(Call),
    /// Writes a field to an annotation, unless it equals `unless`. If `label` is set, to a label, with the reason why
    /// invalid values are lost.
    WriteAnnotation {
        field: FieldRef,
        annotations: FieldRef,
        key: String,
        unless: Option<Literal>,
        label: Option<String>,
    },
    /// Reads a field from an annotation or label, which is removed.
    ReadAnnotation { field: FieldRef, annotations: FieldRef, key: String, is_label: bool },
    /// Splits a string into several fields.
    Split(Parts),
    /// Joins several fields to a string.
    Join(Parts),
    /// Moves an entry of a map to a field.
    TakeEntry(Entry),
    /// Moves a field to an entry of a map.
    PutEntry(Entry),
    /// Saves the values that the other side cannot represent, before anything is moved.
    Keep { of: TypeId, variable: Variable },
    /// Writes the saved values to an annotation.
    WriteKept { annotations: FieldRef, key: String },
    /// Restores values from an annotation and removes the annotation. `reports` is true if this may report a loss.
    ReadKept { of: TypeId, variable: Variable, annotations: FieldRef, key: String, reports: bool },
}

impl Op {
    /// Returns true if the step uses this parameter.
    pub(crate) fn uses(&self, variable: Variable) -> bool {
        let is = |field: &FieldRef| field.variable == variable;
        match self {
            Op::Report(loss) => is(&loss.field),
            Op::Move(step) => is(&step.from) || is(&step.to),
            Op::Visit(field, _) | Op::MakePresent(field) | Op::Set(field, _) => is(field),
            Op::ReadAlias(alias) | Op::WriteAlias(alias) => is(&alias.of),
            Op::Call(Call { arguments: Arguments::Both, .. }) => variable != Variable::Object,
            Op::Call(Call { arguments: Arguments::One(one), .. }) => *one == variable,
            Op::WriteAnnotation { field, annotations, .. } | Op::ReadAnnotation { field, annotations, .. } => {
                is(field) || is(annotations)
            }
            Op::Split(parts) | Op::Join(parts) => is(&parts.text) || parts.fields.iter().any(is),
            Op::TakeEntry(entry) | Op::PutEntry(entry) => is(&entry.map) || is(&entry.field),
            Op::Keep { variable: kept, .. } => *kept == variable,
            Op::WriteKept { annotations, .. } => is(annotations),
            Op::ReadKept { variable: kept, annotations, .. } => *kept == variable || is(annotations),
        }
    }

    /// Returns true if the step passes the scope to a function.
    pub(crate) fn uses_scope(&self) -> bool {
        match self {
            Op::Call(_) | Op::Report(_) | Op::WriteAnnotation { .. } => true,
            Op::Split(_) | Op::Join(_) | Op::PutEntry(_) => true,
            Op::TakeEntry(entry) => entry.empty == Some(Empty::Absent),
            Op::ReadKept { reports, .. } => *reports,
            Op::Move(Move { value: Value::Function { loses, .. }, .. }) => *loses,
            Op::Move(Move { value: Value::Transformed { reason, item, .. }, .. }) => reason.is_some() || item.is_some(),
            _ => self.traversal().is_some(),
        }
    }

    /// Returns how the step reaches generated functions, if it calls any.
    pub(crate) fn traversal(&self) -> Option<&Traversal> {
        match self {
            Op::Visit(_, traversal) | Op::Move(Move { value: Value::Converted(traversal), .. }) => Some(traversal),
            _ => None,
        }
    }
}

/// A value that is lost and reported.
#[derive(Clone, Debug)]
pub(crate) struct Loss {
    /// The field that holds the value.
    pub(crate) field: FieldRef,
    /// The condition under which the value is lost.
    pub(crate) condition: LossCondition,
    /// The reason given in the report.
    pub(crate) reason: String,
}

/// The condition under which a value is lost.
#[derive(Clone, Debug)]
pub(crate) enum LossCondition {
    /// The value is set.
    Set,
    /// The value is set and differs from this literal.
    DiffersFrom(Literal),
    /// The value is one of these strings, or a list or map that contains one of them.
    OneOf(Vec<String>),
    /// The value differs from that of the other name of the field. The second item is the name that takes precedence.
    Overruled(Alias, FieldRef),
}

/// A move of a value from one object to the other.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    /// The source field.
    pub(crate) from: FieldRef,
    /// The target field.
    pub(crate) to: FieldRef,
    /// The mapping of the zero value to an optional field, if the definitions specify it.
    pub(crate) empty: Option<Empty>,
    /// The change made to the value.
    pub(crate) value: Value,
}

/// The change made to a value when it is moved.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// None.
    Same,
    /// A string that equals the first item of a pair is replaced by the second. Applies to each string of a list or map.
    Replaced(Vec<(String, String)>),
    /// A hand-written function computes the new value. If the function can lose something (`loses`), it receives the
    /// scope and reports the loss.
    Function { name: String, loses: bool },
    /// The value gets another representation. `reason` is set if this direction loses something, which is reported.
    /// `item` is the type whose function converts the item of a list of one.
    Transformed { transform: Transform, reason: Option<String>, item: Option<TypeId> },
    /// The value is converted to another Rust type.
    Converted(Traversal),
}

/// The lists and maps between a field and the types whose functions are called.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Traversal {
    /// Calls the function of this type.
    Call(TypeId),
    /// Visits every item of a list.
    List(Box<Traversal>),
    /// Visits every value of a map.
    Map(Box<Traversal>),
}

impl Traversal {
    /// Returns how to reach a type in a list of one item, or in a field with the item itself.
    pub(crate) fn of_one(ty: TypeId, is_list: bool) -> Traversal {
        if is_list { Traversal::List(Box::new(Traversal::Call(ty))) } else { Traversal::Call(ty) }
    }

    /// Returns the type whose function is called.
    pub(crate) fn target(&self) -> TypeId {
        match self {
            Traversal::Call(ty) => *ty,
            Traversal::List(inner) | Traversal::Map(inner) => inner.target(),
        }
    }
}

/// An alias: a second name of a field.
#[derive(Clone, Debug)]
pub(crate) struct Alias {
    /// The alias.
    pub(crate) alias: FieldRef,
    /// The aliased field.
    pub(crate) of: FieldRef,
    /// If `of` is a list, the part of its first item that the alias names: the item itself (an empty path) or one of
    /// its fields.
    pub(crate) item: Option<Path>,
}

/// A string and the fields that are its parts.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    /// The field with the string.
    pub(crate) text: FieldRef,
    /// The fields.
    pub(crate) fields: Vec<FieldRef>,
    /// The text between two parts.
    pub(crate) separator: String,
    /// The reason why some values are lost.
    pub(crate) reason: String,
}

/// A field and the corresponding entry of a map.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The map.
    pub(crate) map: FieldRef,
    /// The key of the entry.
    pub(crate) key: String,
    /// The field.
    pub(crate) field: FieldRef,
    /// The mapping of the zero value of a plain field.
    pub(crate) empty: Option<Empty>,
    /// True if the map contains the text of the value.
    pub(crate) as_text: bool,
}

/// A call of hand-written functions.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// The type to which the functions belong.
    pub(crate) ty: TypeId,
    /// True if the functions belong to the group's hub and apply to all versions, instead of to one version.
    pub(crate) shared: bool,
    /// The arguments of the call.
    pub(crate) arguments: Arguments,
}

/// The arguments of a hand-written function for a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arguments {
    /// `from` and `to`.
    Both,
    /// One object.
    One(Variable),
}

/// A struct that is preserved in an annotation.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    /// The name of the struct.
    pub(crate) name: String,
    /// The type of which it holds a part.
    pub(crate) of: TypeId,
    /// The side to which that type belongs.
    pub(crate) side: Side,
    /// The fields that identify the items of a list; they are preserved as well.
    pub(crate) keys: Vec<usize>,
    /// The preserved fields.
    pub(crate) fields: Vec<KeptField>,
    /// True if preserved values of list items, also of types below, may not be restored, which is reported.
    pub(crate) reports: bool,
}

/// A field of a preserved struct.
#[derive(Clone, Debug)]
pub(crate) struct KeptField {
    /// The path to the value, relative to the type of the struct.
    pub(crate) path: Path,
    /// The part of the value that is preserved.
    pub(crate) kind: KeptKind,
    /// The entries of a map that are fields of the other side, which are not preserved.
    pub(crate) without: Vec<String>,
    /// The fields of a part that rules of a containing type cover at this place, but not at other ones.
    pub(crate) except: Vec<Path>,
    /// The rule that gives the field a value if none is preserved. Empty values are then preserved, too.
    pub(crate) set: Option<SetRule>,
    /// The role of the field in a union. Such fields are restored together, if the member that is set is the same.
    pub(crate) role: Option<UnionRole>,
}

/// The role of a field in a union.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnionRole {
    /// A member.
    Member,
    /// The field that names the member.
    Discriminator,
}

/// A `set` rule of a preserved field.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum SetRule {
    /// A rule of the field's own type, which sets this value wherever the type occurs. The value need not be preserved.
    OfType(Literal),
    /// A rule of a containing type, which applies at one place only, or several rules.
    OfContainer,
}

/// The part of a field that is preserved.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum KeptKind {
    /// The value itself.
    Value,
    /// Part of a struct.
    Part(TypeId),
    /// Part of each value of a map.
    Values(TypeId),
    /// Part of the first item of a list, which is a single struct on the other side.
    First(TypeId),
    /// Part of each item of a list. Items are matched by the fields in `keys`.
    Items { kept: TypeId, keys: Vec<usize> },
}

/// A defaulter.
#[derive(Debug)]
pub(crate) struct Defaulter {
    /// The type that it fills.
    pub(crate) ty: TypeId,
    /// The steps of the type itself.
    pub(crate) steps: Vec<Step>,
    /// The fields that have defaults below them; for an alias of a list or map, the empty path.
    pub(crate) children: Vec<(Path, Traversal)>,
}

/// The conversion of a registered kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Route {
    /// None.
    None,
    /// The kind uses the hub type without any rules.
    Shared,
    /// The kind uses the hub type and is converted in place.
    InPlace,
    /// The kind is converted to another type.
    Pair,
}

/// A registered kind.
#[derive(Debug)]
pub(crate) struct Registration {
    /// The index among the version's kinds.
    pub(crate) kind: usize,
    /// The conversion of the kind.
    pub(crate) route: Route,
    /// True if the kind has a defaulter.
    pub(crate) defaulted: bool,
}
