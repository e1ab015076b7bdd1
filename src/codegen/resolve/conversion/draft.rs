//! The conversion of a type while it is being built.

use std::collections::BTreeMap;

use super::{Context, implied, rules};
use crate::codegen::diagnostics::Report;
use crate::codegen::files::{Span, Word};
use crate::codegen::load::document::{ConversionDoc, PreserveDoc};
use crate::codegen::model::{Action, Conversion, Functions, Literal, Path, Rule, Side, Source, TypeId};

pub(crate) struct Draft<'a> {
    pub(crate) here: TypeId,
    pub(crate) there: TypeId,
    pub(crate) doc: Option<&'a ConversionDoc>,
    rules: Vec<(Anchor, Rule)>,
    claims: [Claims; 2],
    /// True for a side with a mistake, which may be the reason why fields of that side are not covered.
    unsure: [bool; 2],
    pub(crate) functions: Option<Functions>,
    /// Fields of the hub with `set` alone, whose other values are lost unless the kind preserves them.
    bare: Vec<(Path, Span)>,
    /// Annotation rules that wait for the kinds that contain the type.
    pub(crate) annotations: Vec<Annotation>,
}

/// The position of a rule among the others: aliases first, then rules in the order of the version's fields, then rules
/// for fields that only the hub has, in the order of the file, and annotations last.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Anchor {
    Alias,
    Field(Path),
    Absent,
    Annotation,
}

/// A field that is stored in an annotation.
pub(crate) struct Annotation {
    pub(crate) side: Side,
    pub(crate) field: Path,
    pub(crate) key: Word,
    pub(crate) set: Option<Literal>,
    /// For a label: the reason why invalid values are lost.
    pub(crate) label: Option<String>,
    pub(crate) span: Span,
}

/// The paths of one side that rules mention.
#[derive(Default)]
pub(crate) struct Claims(BTreeMap<Path, Claim>);

#[derive(Clone, Copy)]
pub(crate) struct Claim {
    pub(crate) span: Span,
    /// True if a separate rule moves the value, so that the struct which contains it cannot move as a whole.
    pub(crate) moves: bool,
    /// True for a struct whose fields are converted separately, so that each of them needs a rule.
    pub(crate) parts: bool,
}

impl Claims {
    pub(crate) fn get(&self, path: &Path) -> Option<Claim> {
        self.0.get(path).copied()
    }

    /// Returns true if a rule covers a path completely.
    pub(crate) fn answer(&self, path: &Path) -> bool {
        self.get(path).is_some_and(|claim| !claim.parts)
    }

    /// Returns the claims on paths below a path.
    pub(crate) fn below<'c>(&'c self, path: &'c Path) -> impl Iterator<Item = Claim> + 'c {
        let below = |other: &Path| other.0.len() > path.0.len() && other.0.starts_with(&path.0);
        self.0.iter().filter(move |(other, _)| below(other)).map(|(_, claim)| *claim)
    }
}

impl<'a> Draft<'a> {
    /// Reads the rules of a type and adds the implied ones.
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
            bare: Vec::new(),
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

    /// Claims a path, unless it is claimed already. Returns the earlier claim, if any.
    pub(crate) fn claim(&mut self, side: Side, path: &Path, span: Span, moves: bool) -> Option<Claim> {
        let claims = &mut self.claims[side as usize].0;
        let first = claims.get(path).copied();
        claims.entry(path.clone()).or_insert(Claim { span, moves, parts: false });
        first
    }

    /// Records that the fields of the struct at a path are converted separately.
    pub(crate) fn split(&mut self, side: Side, path: &Path) {
        if let Some(claim) = self.claims[side as usize].0.get_mut(path) {
            claim.parts = true;
        }
    }

    /// Records that a side cannot be checked because of a reported mistake.
    pub(crate) fn doubt(&mut self, side: Side) {
        self.unsure[side as usize] = true;
    }

    pub(crate) fn is_unsure(&self, side: Side) -> bool {
        self.unsure[side as usize]
    }

    pub(crate) fn add(&mut self, anchor: Anchor, action: Action, source: Source) {
        self.rules.push((anchor, Rule { action, source }));
    }

    /// Records a rule with `set` alone.
    pub(crate) fn add_bare(&mut self, path: Path, span: Span) {
        self.bare.push((path, span));
    }

    pub(crate) fn bare(&self) -> &[(Path, Span)] {
        &self.bare
    }

    /// Returns the actions of all rules.
    pub(crate) fn actions(&self) -> impl Iterator<Item = &Action> {
        self.rules.iter().map(|(_, rule)| &rule.action)
    }

    /// Returns true if a rule converts a field to this entry of a map.
    pub(crate) fn has_entry(&self, of: Side, path: &Path, word: &str) -> bool {
        self.rules.iter().any(|(_, rule)| match &rule.action {
            Action::Entry { side, map, key, .. } => *side == of && map == path && key == word,
            _ => false,
        })
    }

    /// Returns the path to which the value of a field of this version moves as a whole.
    pub(crate) fn target(&self, from: &Path) -> Option<&Path> {
        self.rules.iter().find_map(|(_, rule)| match &rule.action {
            Action::Move { from: path, to, .. } if path == from => Some(to),
            _ => None,
        })
    }

    /// Returns the conversion with its rules in order.
    pub(crate) fn finish(mut self) -> Conversion {
        self.rules.sort_by(|(a, _), (b, _)| a.cmp(b));
        let preserve = self.preserve().and_then(|doc| doc.annotation.as_ref()).map(|word| word.text.clone());
        Conversion {
            hub: Some(self.there),
            rules: self.rules.into_iter().map(|(_, rule)| rule).collect(),
            functions: self.functions,
            preserve,
        }
    }

    /// Returns the key `preserve` of the type.
    pub(crate) fn preserve(&self) -> Option<&'a PreserveDoc> {
        self.doc?.preserve.as_ref()
    }
}
