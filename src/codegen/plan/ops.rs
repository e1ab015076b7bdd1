//! The steps of generated functions.

use crate::codegen::model::{Empty, Literal, Path, Side, Step, TypeId};

/// Which way a conversion runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// From a version to the hub.
    ToHub,
    /// From the hub to a version.
    FromHub,
}

impl Direction {
    /// Both, in the order in which they are written.
    pub(crate) const BOTH: [Direction; 2] = [Direction::ToHub, Direction::FromHub];
}

/// The parameters of a conversion function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Variable {
    /// What is converted.
    From,
    /// What it becomes.
    To,
    /// What is changed in place.
    Object,
}

/// A field, seen from a parameter.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    /// The parameter.
    pub(crate) variable: Variable,
    /// Its type.
    pub(crate) root: TypeId,
    /// The way to the field.
    pub(crate) path: Path,
}

/// The conversion functions of one type, both directions.
#[derive(Debug)]
pub(crate) struct Function {
    /// The type of the version.
    pub(crate) ty: TypeId,
    /// Its hub type; for a function in place the type itself.
    pub(crate) hub: TypeId,
    /// One object is changed rather than another one filled.
    pub(crate) in_place: bool,
    /// Steps to the hub.
    pub(crate) to_hub: Vec<Op>,
    /// Steps from the hub.
    pub(crate) from_hub: Vec<Op>,
}

/// One step of a conversion.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    /// What is dropped is reported.
    Lose(Lose),
    /// A value moves.
    Move(Move),
    /// What is below a field is converted in place.
    Visit(Place, Walk),
    /// An empty first name gets the value of the second.
    ReadAlias(Alias),
    /// The second name gets the value of the first.
    WriteAlias(Alias),
    /// An absent value becomes present and empty.
    MakePresent(Place),
    /// A field gets a value.
    Set(Place, Literal),
    /// The hand-written functions of a type.
    Call(Call),
    /// A field is written to an annotation, unless it has the value that goes without saying.
    WriteAnnotation { field: Place, annotations: Place, key: String, unless: Option<Literal> },
    /// A field is read from an annotation, which goes.
    ReadAnnotation { field: Place, annotations: Place, key: String },
    /// What the other side cannot hold is set aside, before anything moves.
    Keep { of: TypeId, variable: Variable },
    /// What was set aside is written to an annotation.
    WriteKept { annotations: Place, key: String },
    /// What an annotation kept is restored; the annotation goes.
    ReadKept { of: TypeId, variable: Variable, annotations: Place, key: String },
}

impl Op {
    /// True if the step reads or changes what this parameter is.
    pub(crate) fn uses(&self, variable: Variable) -> bool {
        let is = |place: &Place| place.variable == variable;
        match self {
            Op::Lose(lose) => is(&lose.place),
            Op::Move(step) => is(&step.from) || is(&step.to),
            Op::Visit(place, _) | Op::MakePresent(place) | Op::Set(place, _) => is(place),
            Op::ReadAlias(alias) | Op::WriteAlias(alias) => is(&alias.of),
            Op::Call(Call { arguments: Arguments::Both, .. }) => variable != Variable::Object,
            Op::Call(Call { arguments: Arguments::One(one), .. }) => *one == variable,
            Op::WriteAnnotation { field, annotations, .. } | Op::ReadAnnotation { field, annotations, .. } => {
                is(field) || is(annotations)
            }
            Op::Keep { variable: kept, .. } => *kept == variable,
            Op::WriteKept { annotations, .. } => is(annotations),
            Op::ReadKept { variable: kept, annotations, .. } => *kept == variable || is(annotations),
        }
    }

    /// True if the step passes the scope on.
    pub(crate) fn uses_scope(&self) -> bool {
        match self {
            Op::Call(_) | Op::Lose(_) | Op::WriteAnnotation { .. } => true,
            Op::Move(Move { value: Value::Function { loses, .. }, .. }) => *loses,
            _ => self.walk().is_some(),
        }
    }

    /// How the step reaches generated functions, if it does.
    pub(crate) fn walk(&self) -> Option<&Walk> {
        match self {
            Op::Visit(_, walk) | Op::Move(Move { value: Value::Converted(walk), .. }) => Some(walk),
            _ => None,
        }
    }
}

/// A report of what is lost.
#[derive(Clone, Debug)]
pub(crate) struct Lose {
    /// Where it is.
    pub(crate) place: Place,
    /// When it is lost.
    pub(crate) when: When,
    /// Why.
    pub(crate) reason: String,
}

/// When a value is lost.
#[derive(Clone, Debug)]
pub(crate) enum When {
    /// If it is set.
    Set,
    /// If it is set to another value than this.
    Not(Literal),
    /// If it is one of these texts.
    Word(Vec<String>),
    /// If it differs from what has the other name, which wins and stands there.
    Overruled(Alias, Place),
}

/// A value on its way from one object to the other.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    /// Where it is.
    pub(crate) from: Place,
    /// Where it goes.
    pub(crate) to: Place,
    /// What an empty plain value means to an optional field.
    pub(crate) empty: Option<Empty>,
    /// What happens to it.
    pub(crate) value: Value,
}

/// What happens to a value that moves.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// Nothing.
    Same,
    /// It is replaced by the second of the pair whose first it is.
    Replaced(Vec<(String, String)>),
    /// A hand-written function makes another value of it. One that may lose something gets the scope, to report it.
    Function { name: String, loses: bool },
    /// It becomes another Rust type.
    Converted(Walk),
}

/// How a function reaches the types below a field.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Walk {
    /// The function of this type.
    Call(TypeId),
    /// Every item.
    List(Box<Walk>),
    /// Every value.
    Map(Box<Walk>),
}

impl Walk {
    /// The type whose function is called.
    pub(crate) fn target(&self) -> TypeId {
        match self {
            Walk::Call(ty) => *ty,
            Walk::List(inner) | Walk::Map(inner) => inner.target(),
        }
    }
}

/// A second name of a field.
#[derive(Clone, Debug)]
pub(crate) struct Alias {
    /// The second name.
    pub(crate) alias: Place,
    /// The first.
    pub(crate) of: Place,
    /// Of which item of the list `of`: the first, or a field of the first.
    pub(crate) item: Option<Path>,
}

/// A call of hand-written functions.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// The type that they belong to.
    pub(crate) ty: TypeId,
    /// They stand with the hub of the group, for all versions, rather than with the version.
    pub(crate) shared: bool,
    /// What they get.
    pub(crate) arguments: Arguments,
}

/// The arguments of a hand-written function on a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arguments {
    /// `from` and `to`.
    Both,
    /// One object.
    One(Variable),
}

/// A struct of what an annotation keeps, and how values get into and out of it.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    /// Name of the struct.
    pub(crate) name: String,
    /// The type that it is part of.
    pub(crate) of: TypeId,
    /// The side that has that type.
    pub(crate) side: Side,
    /// Fields of the type by which an item of a list is found again, kept as well.
    pub(crate) keys: Vec<usize>,
    /// What is kept.
    pub(crate) fields: Vec<KeptField>,
}

/// A field of a kept struct.
#[derive(Clone, Debug)]
pub(crate) struct KeptField {
    /// Where the value stands in the type, below its struct.
    pub(crate) path: Path,
    /// What stands there.
    pub(crate) kind: KeptKind,
}

/// What is kept of a field.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum KeptKind {
    /// The value.
    Value,
    /// A part of a struct.
    Part(TypeId),
    /// A part of each value of a map.
    Values(TypeId),
    /// A part of each item of a list, found again by these of its fields; without any, by its
    /// position.
    Items { kept: TypeId, keys: Vec<usize> },
}

/// A defaulter.
#[derive(Debug)]
pub(crate) struct Defaulter {
    /// Its type.
    pub(crate) ty: TypeId,
    /// Its own steps.
    pub(crate) steps: Vec<Step>,
    /// The fields below which there are defaults; the empty path for a name of a list or map.
    pub(crate) children: Vec<(Path, Walk)>,
}

/// How a registered kind converts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Route {
    /// It does not.
    None,
    /// It is the hub's type, as it is.
    Shared,
    /// It is the hub's type, with rules in place.
    InPlace,
    /// It becomes another type.
    Pair,
}

/// A registered kind.
#[derive(Debug)]
pub(crate) struct Registration {
    /// Its position among the version's kinds.
    pub(crate) kind: usize,
    /// How it converts.
    pub(crate) route: Route,
    /// Is there a defaulter?
    pub(crate) defaulted: bool,
}
