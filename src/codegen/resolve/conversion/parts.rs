//! Rules that convert one field to a part of another one: of a string, or of a map.

use super::Context;
use super::draft::Anchor;
use super::rules::Reader;
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::files::Word;
use crate::codegen::load::document::RuleDoc;
use crate::codegen::model::{Action, Path, Scalar, Side, TypeId, TypeRef};
use crate::codegen::resolve::path;
use crate::codegen::resolve::tree::Tree;

const TEXT: TypeRef = TypeRef::Scalar(Scalar::String);

impl Reader<'_, '_, '_, '_> {
    /// Reads `split`: the parts of a string of `side` are fields of the other side.
    pub(super) fn split(&mut self, side: Side, rule: &RuleDoc, text: Path, separator: &Word, words: &[Word]) {
        let tree = self.context.tree;
        let other = opposite(side);
        let before = self.report.len();
        let parts: Vec<_> = words.iter().filter_map(|word| self.part(other, word)).collect();
        let ty = &path::field(tree, self.draft.ty(side), &text).ty;
        if *tree.base(ty) != TEXT && !tree.is_broken(ty) {
            let message = format!("`split` requires a string, but `{}` is `{}`", rule.path.text, tree.show(ty));
            self.report
                .add(error("transform-type", rule.path.span, message).help("use a pair of functions: `fn: <name>`"));
        }
        if !(2..=6).contains(&words.len()) || separator.text.is_empty() {
            let message = "`split` requires a separator and two to six parts";
            let help =
                "write `split: { by: <separator>, to: [<path>, <path>] }`, or use a pair of functions: `fn: <name>`";
            self.report.add(error("split-parts", rule.span, message).help(help));
        }
        let Some(reason) = &rule.drop else {
            let message = "this rule loses parts that contain the separator, and empty parts, so it needs a reason";
            let help = "add `drop: <reason>`, which users read";
            return self.report.add(error("loss-without-reason", rule.path.span, message).help(help));
        };
        if self.report.len() > before || parts.len() != words.len() {
            return;
        }
        let anchor = if side == Side::Here { Anchor::Field(text.clone()) } else { Anchor::Absent };
        let (separator, reason) = (separator.text.clone(), reason.text.clone());
        let source = self.source(rule);
        self.draft.add(anchor, Action::Split { side, text, parts, separator, reason }, source);
    }

    /// Finds and claims a part.
    fn part(&mut self, side: Side, word: &Word) -> Option<Path> {
        let path = self.find(side, word)?;
        let tree = self.context.tree;
        let ty = &path::field(tree, self.draft.ty(side), &path).ty;
        let is_part = matches!(tree.base(ty), TypeRef::Scalar(Scalar::String | Scalar::Int32 | Scalar::Int64));
        if !is_part && !tree.is_broken(ty) {
            let message =
                format!("the parts of a string are strings or integers, but `{}` is `{}`", word.text, tree.show(ty));
            self.report.add(error("transform-type", word.span, message).help("use a pair of functions: `fn: <name>`"));
        }
        if let Some(first) = self.draft.claim(side, &path, word.span, true) {
            let message = format!("two rules apply to the field `{}`", word.text);
            let mistake = error("two-rules", word.span, message).also(first.span, "the first rule");
            self.report.add(mistake.help("remove one of them"));
        }
        Some(path)
    }

    /// Reads `key`: a field that is an entry of a map of `side`.
    pub(super) fn entry(&mut self, side: Side, rule: &RuleDoc, field: Path, key: &Word) {
        let Some(to) = &rule.to else { return };
        let Some(map) = self.find(side, to) else { return };
        let tree = self.context.tree;
        let own = path::field(tree, self.draft.ty(opposite(side)), &field);
        let of_map = &path::field(tree, self.draft.ty(side), &map).ty;
        if tree.is_broken(&own.ty) || tree.is_broken(of_map) {
            return;
        }
        let as_text = match tree.base(of_map) {
            TypeRef::Map(value) if self.context.same.same_type(tree, value, &own.ty) => Some(false),
            TypeRef::Map(value) if *tree.base(value) == TEXT && is_label(tree, &own.ty) => Some(true),
            _ => None,
        };
        let Some(as_text) = as_text else {
            let message = format!(
                "`key` requires a map of values such as `{}`, which is `{}`, but `{}` is `{}`",
                rule.path.text,
                tree.show(&own.ty),
                to.text,
                tree.show(of_map)
            );
            let help = "strings, integers and booleans can also be entries of a `map<string>`; otherwise, use a pair of functions for the type: `fn: [<paths>]`";
            return self.report.add(error("transform-type", rule.path.span, message).help(help));
        };
        match rule.empty {
            None if !own.optional => {
                let message = format!("the field `{}` is not optional, but an entry of a map is", rule.path.text);
                let help = "write `empty: absent` if a zero value is no entry, or `empty: present` otherwise";
                self.report.add(error("presence-differs", rule.path.span, message).help(help));
            }
            Some((_, span)) if own.optional => {
                let message = "`empty` has no effect, because the field is optional";
                self.report.add(error("idle-rule", span, message).help("remove `empty`"));
            }
            _ => {}
        }
        if self.draft.has_entry(side, &map, &key.text) {
            let message = format!("two fields are the entry `{}` of `{}`", key.text, to.text);
            return self.report.add(error("keys-twice", key.span, message).help("choose a different key"));
        }
        let anchor = if side == Side::There { Anchor::Field(field.clone()) } else { Anchor::Absent };
        let (key, source) = (key.text.clone(), self.source(rule));
        let empty = rule.empty.map(|(empty, _)| empty);
        self.draft.add(anchor, Action::Entry { side, map, key, field, empty, as_text }, source);
    }
}

/// Returns true if the values of a field can be stored in a label and the rule has a reason. Otherwise, reports it.
pub(super) fn check_label(
    context: Context<'_, '_>,
    ty: TypeId,
    field: &Path,
    rule: &RuleDoc,
    report: &mut Report,
) -> bool {
    let before = report.len();
    let tree = context.tree;
    let ty = &path::field(tree, ty, field).ty;
    if !is_label(tree, ty) && !tree.is_broken(ty) {
        let message =
            format!("labels contain strings, integers and booleans, but `{}` is `{}`", rule.path.text, tree.show(ty));
        report.add(error("transform-type", rule.path.span, message).help("use `annotation: <key>` instead"));
    }
    if rule.drop.is_none() {
        let message = "this rule loses values that are not valid in labels, so it needs a reason";
        let help = "add `drop: <reason>`, which users read, or use `annotation: <key>` instead";
        report.add(error("loss-without-reason", rule.path.span, message).help(help));
    }
    report.len() == before
}

/// True for a string, an integer or a boolean.
fn is_label(tree: &Tree<'_>, ty: &TypeRef) -> bool {
    let scalar = [Scalar::String, Scalar::Int32, Scalar::Int64, Scalar::Bool].map(TypeRef::Scalar);
    scalar.contains(tree.base(ty))
}

fn opposite(side: Side) -> Side {
    match side {
        Side::Here => Side::There,
        Side::There => Side::Here,
    }
}
