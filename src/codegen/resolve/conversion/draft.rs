//! The conversion of one type while it is put together.

use std::collections::BTreeMap;

use super::{Context, implied, rules};
use crate::codegen::diagnostics::Report;
use crate::codegen::files::Span;
use crate::codegen::load::document::ConversionDoc;
use crate::codegen::model::{Action, Conversion, Functions, Literal, Path, Rule, Side, Source, TypeId};

pub(crate) struct Draft<'a> {
    pub(crate) here: TypeId,
    pub(crate) there: TypeId,
    pub(crate) doc: Option<&'a ConversionDoc>,
    rules: Vec<(Anchor, Rule)>,
    claims: [Claims; 2],
    /// A mistake on this side: what is left without an answer may follow from it.
    unsure: [bool; 2],
    pub(crate) functions: Option<Functions>,
    /// Annotations wait until it is known which kind holds the type.
    pub(crate) annotations: Vec<Annotation>,
}

/// Where a rule stands among the others: aliases first, then in the order of the version's fields,
/// then what only the hub has in the order of the file, annotations last.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Anchor {
    Alias,
    Field(Path),
    Absent,
    Annotation,
}

/// A field that is kept in an annotation.
pub(crate) struct Annotation {
    pub(crate) side: Side,
    pub(crate) field: Path,
    pub(crate) key: String,
    pub(crate) set: Option<Literal>,
    pub(crate) span: Span,
}

/// The paths of one side that rules speak of.
#[derive(Default)]
pub(crate) struct Claims(BTreeMap<Path, Claim>);

#[derive(Clone, Copy)]
pub(crate) struct Claim {
    pub(crate) span: Span,
    /// Its value is moved by a rule of its own, so the struct that holds it cannot move as a whole.
    pub(crate) moves: bool,
    /// It is a struct that is taken apart: each of its fields needs an answer of its own.
    pub(crate) parts: bool,
}

impl Claims {
    pub(crate) fn get(&self, path: &Path) -> Option<Claim> {
        self.0.get(path).copied()
    }

    /// Whether a rule answers for all that lies at a path.
    pub(crate) fn answer(&self, path: &Path) -> bool {
        self.get(path).is_some_and(|claim| !claim.parts)
    }

    /// The claims on what lies below a path.
    pub(crate) fn below<'c>(&'c self, path: &'c Path) -> impl Iterator<Item = Claim> + 'c {
        let below = |other: &Path| other.0.len() > path.0.len() && other.0.starts_with(&path.0);
        self.0.iter().filter(move |(other, _)| below(other)).map(|(_, claim)| *claim)
    }
}

impl<'a> Draft<'a> {
    /// Reads the rules of a type, and adds what goes without saying.
    pub(crate) fn read(
        context: Context<'a, '_>,
        here: TypeId,
        there: TypeId,
        doc: Option<&'a ConversionDoc>,
        report: &mut Report,
    ) -> Draft<'a> {
        let mut draft = Draft {
            here,
            there,
            doc,
            rules: Vec::new(),
            claims: Default::default(),
            unsure: Default::default(),
            functions: None,
            annotations: Vec::new(),
        };
        if let Some(doc) = doc {
            rules::read(context, &mut draft, doc, report);
        }
        implied::add(context, &mut draft, report);
        draft
    }

    pub(crate) fn ty(&self, side: Side) -> TypeId {
        match side {
            Side::Here => self.here,
            Side::There => self.there,
        }
    }

    pub(crate) fn claims(&self, side: Side) -> &Claims {
        &self.claims[side as usize]
    }

    /// Claims a path; the earlier claim on it, if there is one, stays.
    pub(crate) fn claim(&mut self, side: Side, path: &Path, span: Span, moves: bool) -> Option<Claim> {
        let claims = &mut self.claims[side as usize].0;
        let first = claims.get(path).copied();
        claims.entry(path.clone()).or_insert(Claim { span, moves, parts: false });
        first
    }

    /// Notes that the struct at a path is taken apart.
    pub(crate) fn split(&mut self, side: Side, path: &Path) {
        if let Some(claim) = self.claims[side as usize].0.get_mut(path) {
            claim.parts = true;
        }
    }

    /// Notes that a side cannot be judged, because of a mistake that has been reported.
    pub(crate) fn doubt(&mut self, side: Side) {
        self.unsure[side as usize] = true;
    }

    pub(crate) fn is_unsure(&self, side: Side) -> bool {
        self.unsure[side as usize]
    }

    pub(crate) fn add(&mut self, anchor: Anchor, action: Action, source: Source) {
        self.rules.push((anchor, Rule { action, source }));
    }

    /// Where the value of a field of this version goes as a whole.
    pub(crate) fn target(&self, from: &Path) -> Option<&Path> {
        self.rules.iter().find_map(|(_, rule)| match &rule.action {
            Action::Move { from: path, to, .. } if path == from => Some(to),
            _ => None,
        })
    }

    /// The rules in their order.
    pub(crate) fn finish(mut self) -> Conversion {
        self.rules.sort_by(|(a, _), (b, _)| a.cmp(b));
        Conversion {
            hub: Some(self.there),
            rules: self.rules.into_iter().map(|(_, rule)| rule).collect(),
            functions: self.functions,
            preserve: self.doc.and_then(|doc| doc.preserve.as_ref()).map(|word| word.text.clone()),
        }
    }
}
