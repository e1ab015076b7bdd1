//! Explicit rules.

use std::collections::HashMap;

use super::draft::{Anchor, Annotation, Draft};
use super::exclusions::{absent_misfit, misfit, takes_reason};
use super::fit::{self, Pair};
use super::implied::{self, Structs};
use super::{Context, drops, enums, in_place, parts, transforms};
use crate::codegen::diagnostics::{Diagnostic, Report, error};
use crate::codegen::files::{Span, Word};
use crate::codegen::load::document::{ConversionDoc, PreserveDoc, PreservedFields, RuleDoc};
use crate::codegen::model::{
    Action, Body, Empty, Functions, Literal, Path, Scalar, Side, Source, Transform, TypeRef, Unsupported,
};
use crate::codegen::resolve::tree::Tree;
use crate::codegen::resolve::{literal, path};

/// Reads all rules of a type. Rules that move the fields of a struct come last, because all other rules are exceptions
/// to them.
pub(crate) fn read<'r>(
    context: Context<'_, '_>,
    draft: &'r mut Draft<'_>,
    doc: &'r ConversionDoc,
    report: &'r mut Report,
) {
    let mut reader = Reader { context, draft, moves: Vec::new(), report };
    let (dots, fields): (Vec<_>, Vec<_>) = doc.fields.iter().partition(|rule| is_dot(rule));
    let (absent_dots, absent): (Vec<_>, Vec<_>) = doc.absent.iter().partition(|rule| is_dot(rule));
    fields.into_iter().for_each(|rule| reader.field(rule));
    absent.into_iter().for_each(|rule| reader.absent(rule));
    if !drops::check(doc, reader.report) {
        // The functions that are missing would convert some of the fields.
        reader.draft.doubt(Side::Here);
        reader.draft.doubt(Side::There);
    }
    if let Some(words) = &doc.functions {
        reader.functions(words, doc);
    }
    if let Some(PreserveDoc { fields: PreservedFields::Paths(words), .. }) = &doc.preserve {
        words.iter().for_each(|word| reader.preserved(word));
    }
    reader.moves();
    dots.into_iter().for_each(|rule| reader.dot(rule, Side::Here));
    absent_dots.into_iter().for_each(|rule| reader.dot(rule, Side::There));
}

/// Returns true if a rule spreads a struct.
pub(super) fn is_dot(rule: &RuleDoc) -> bool {
    rule.to.as_ref().is_some_and(|to| to.text == ".")
}

pub(super) struct Reader<'r, 'a, 't, 'd> {
    pub(super) context: Context<'a, 't>,
    pub(super) draft: &'r mut Draft<'d>,
    /// Rules that move a value unchanged.
    moves: Vec<(&'r RuleDoc, Path, Path)>,
    pub(super) report: &'r mut Report,
}

impl<'r> Reader<'r, '_, '_, '_> {
    pub(super) fn find(&mut self, side: Side, word: &Word) -> Option<Path> {
        let of = if side == Side::There { "the hub type" } else { "the type" };
        let path = path::find(self.context.tree, self.draft.ty(side), word, of, self.report);
        if path.is_none() {
            self.draft.doubt(side);
        }
        path
    }

    pub(super) fn source(&self, rule: &RuleDoc) -> Source {
        self.context.tree.source(rule.path.span)
    }

    /// Reads the rule of a field of this version whose path or value differs in the hub.
    fn field(&mut self, rule: &'r RuleDoc) {
        let Some(path) = self.find(Side::Here, &rule.path) else { return self.target_of_lost(rule) };
        let dropped = rule.drop.as_ref().filter(|_| !takes_reason(rule) && rule.set.is_none());
        let is_stored = rule.annotation.is_some() || rule.label.is_some();
        let moves = !is_stored && rule.set.is_none() && dropped.is_none();
        self.draft.claim(Side::Here, &path, rule.path.span, moves);
        if rule.bad {
            return self.draft.doubt(Side::There);
        }
        if let Some((message, help)) = misfit(rule) {
            self.report.add(error("rule-words", rule.span, message).help(help));
            return self.draft.doubt(Side::There);
        }
        let source = self.source(rule);
        if let Some(key) = &rule.key {
            self.entry(Side::There, rule, path, key);
        } else if let Some((separator, words)) = &rule.split {
            self.split(Side::Here, rule, path, separator, words);
        } else if rule.set.is_some() || rule.label.is_some() {
            self.constant(Side::Here, rule, path);
        } else if let Some(reason) = dropped {
            self.drop_field(rule, path, &reason.text, &source);
        } else if let Some(key) = &rule.annotation {
            self.annotate(Side::Here, rule, path, key, None);
        } else if let Some(of) = &rule.alias {
            let alias = in_place::alias(self.context, self.draft.here, &path, of, self.report);
            match alias {
                Some(action) => self.draft.add(Anchor::Alias, action, source),
                None => self.draft.doubt(Side::There),
            }
        } else {
            self.moved(rule, path, source);
        }
    }

    /// Claims the target of a rule whose own path is wrong.
    fn target_of_lost(&mut self, rule: &RuleDoc) {
        if let Some(to) = &rule.to
            && let Some(path) = path::lookup(self.context.tree, self.draft.there, &to.text)
        {
            self.draft.claim(Side::There, &path, to.span, true);
        } else {
            self.draft.doubt(Side::There);
        }
    }

    fn drop_field(&mut self, rule: &RuleDoc, path: Path, reason: &str, source: &Source) {
        let anchor = Anchor::Field(path.clone());
        let drop = |side, field| Action::Drop { side, field, reason: reason.to_owned() };
        self.draft.add(anchor.clone(), drop(Side::Here, path), source.clone());
        if let Some(there) = path::lookup(self.context.tree, self.draft.there, &rule.path.text)
            && self.draft.claim(Side::There, &there, rule.path.span, false).is_none()
        {
            self.draft.add(anchor, drop(Side::There, there), source.clone());
        }
    }

    fn annotate(&mut self, side: Side, rule: &RuleDoc, field: Path, key: &Word, set: Option<Literal>) {
        let label = rule.label.as_ref().map(|_| rule.drop.as_ref().map(|word| word.text.clone()).unwrap_or_default());
        let (key, span) = (key.clone(), rule.path.span);
        self.draft.annotations.push(Annotation { side, field, key, set, label, span });
    }

    /// Reads `to`, `values`, `fn` and `empty`.
    fn moved(&mut self, rule: &'r RuleDoc, from: Path, source: Source) {
        let target = rule.to.as_ref().unwrap_or(&rule.path);
        let Some(to) = self.find(Side::There, target) else { return };
        if let Some(first) = self.draft.claim(Side::There, &to, rule.path.span, true) {
            return self.two_fields(rule, &to, first.span);
        }
        let anchor = Anchor::Field(from.clone());
        let values = rule.values.as_deref().unwrap_or_default();
        let drops = rule.drop.is_some();
        let pair = Pair { from: &from, to: &to, empty: rule.empty, values, drops, at: rule.path.span, said: true };
        if let Some(name) = &rule.function {
            let reason = rule.drop.as_ref().map(|word| word.text.clone());
            let action = Action::Function { from, to, name: name.text.clone(), reason };
            self.draft.add(anchor, action, source);
        } else if let Some(action) = self.transform(rule, &pair) {
            self.draft.add(anchor, action, source);
        } else if !rule.transforms.is_empty()
            || transforms::is_table(self.context, self.draft, &pair) && rule.values.is_some()
        {
            // The mistake has been reported.
        } else if let Some(values) = &rule.values {
            let before = self.report.len();
            self.check_texts(&pair);
            self.check_values(&pair, values);
            transforms::check_pair_of_unset(self.context.tree, self.draft, &pair, self.report);
            if self.report.len() == before {
                fit::check(self.context, self.draft, &pair, self.report);
            }
            let unsupported = self.unsupported(rule, &pair);
            let pairs = values.iter().map(|(here, there)| (here.text.clone(), there.text.clone())).collect();
            let empty = rule.empty.map(|(empty, _)| empty);
            self.draft.add(anchor, Action::Values { from, to, empty, pairs, unsupported }, source);
        } else {
            self.check_effect(rule, &from, &to);
            self.moves.push((rule, from, to));
        }
    }

    /// Reads the keys that convert the value to another representation.
    fn transform(&mut self, rule: &RuleDoc, pair: &Pair<'_>) -> Option<Action> {
        let transform = match (rule.transforms.first(), &rule.values) {
            (Some(doc), _) => {
                let found = transforms::read(self.context, self.draft, pair, doc, self.report);
                if found.is_none() {
                    // The path may be that of another field. Other fields then seem to have no counterpart.
                    self.draft.doubt(Side::Here);
                    self.draft.doubt(Side::There);
                }
                found?
            }
            (None, Some(values)) if transforms::is_table(self.context, self.draft, pair) => {
                let before = self.report.len();
                self.check_values(pair, values);
                transforms::check_pair_of_unset(self.context.tree, self.draft, pair, self.report);
                if self.report.len() > before {
                    return None;
                }
                transforms::table(self.context, self.draft, pair, self.report)?
            }
            _ => return None,
        };
        let reason = rule.drop.as_ref().map(|word| word.text.clone());
        transforms::check_reason(&transform, rule, self.report);
        if !matches!(transform, Transform::List { .. }) {
            fit::check_presence(self.context.tree, self.draft, pair, false, self.report);
        }
        let empty = rule.empty.map(|(empty, _)| empty);
        Some(Action::Transform { from: pair.from.clone(), to: pair.to.clone(), empty, transform, reason })
    }

    /// Returns the values of enums that a rule with a reason does not replace.
    fn unsupported(&mut self, rule: &RuleDoc, pair: &Pair<'_>) -> Option<Unsupported> {
        let reason = rule.drop.as_ref()?;
        let Some([version, hub]) = enums::unsupported(self.context, self.draft, pair) else {
            let message = "this rule loses nothing, so `drop` has no effect";
            self.report.add(error("idle-rule", reason.span, message).help("remove `drop`"));
            return None;
        };
        let [version, hub] = [version, hub].map(|values| values.into_iter().map(|word| word.text).collect());
        Some(Unsupported { version, hub, reason: reason.text.clone() })
    }

    fn moves(&mut self) {
        for (rule, from, to) in std::mem::take(&mut self.moves) {
            let source = self.source(rule);
            let at = rule.path.span;
            let pair = Pair { from: &from, to: &to, empty: rule.empty, values: &[], drops: false, at, said: true };
            implied::whole_or_parts(self.context, self.draft, &pair, source, self.report);
        }
    }

    fn two_fields(&mut self, rule: &RuleDoc, to: &Path, first: Span) {
        let tree = self.context.tree;
        let (ty, place) = (&tree.get(self.draft.here).name, path::show(tree, self.draft.there, to));
        let mut mistake = error(
            "one-place",
            rule.path.span,
            format!("two fields of the type `{ty}` have the same path in the hub, `{place}`"),
        );
        let earlier = self.draft.doc.iter().flat_map(|doc| &doc.fields).find(|rule| rule.path.span == first);
        mistake = mistake.label("the second field").also(first, "the first field");
        if let Some(earlier) = earlier {
            let help = format!("write `{}: {{ alias: {} }}`", rule.path.text, earlier.path.text);
            mistake = mistake.help(format!("if it is an older name of `{}`, {help}", earlier.path.text));
        }
        self.report.add(mistake);
    }

    /// Reports a rule that repeats an implied one.
    fn check_effect(&mut self, rule: &RuleDoc, from: &Path, to: &Path) {
        let tree = self.context.tree;
        let same_place = path::show(tree, self.draft.here, from) == path::show(tree, self.draft.there, to);
        let fields = [(self.draft.here, from), (self.draft.there, to)].map(|(ty, path)| path::field(tree, ty, path));
        // A rule that does not fit is reported separately.
        let fits = fields[0].optional == fields[1].optional && fit::fits(self.context, &fields[0].ty, &fields[1].ty);
        if same_place && fits && rule.empty.is_none() && from.0.len() == 1 {
            let message = format!("this rule has no effect: `{}` is moved by name", rule.path.text);
            self.report.add(error("idle-rule", rule.path.span, message).help("remove it"));
        }
    }

    fn check_texts(&mut self, pair: &Pair<'_>) {
        let tree = self.context.tree;
        let fields = [(self.draft.here, pair.from), (self.draft.there, pair.to)];
        for (ty, path) in fields {
            let field = path::field(tree, ty, path);
            if *items(tree, &field.ty) != TypeRef::Scalar(Scalar::String) && !tree.is_broken(&field.ty) {
                let message = format!(
                    "`values` replaces strings, integers and booleans, also in lists and maps, but `{}` is `{}`",
                    field.name,
                    tree.show(&field.ty)
                );
                let help = "use a pair of functions instead: `fn: <name>`";
                return self.report.add(error("values-of-text", pair.at, message).help(help));
            }
        }
    }

    /// Checks that no two values are replaced by the same one, and that the types have the values of the table.
    fn check_values(&mut self, pair: &Pair<'_>, values: &[(Word, Word)]) {
        let mut seen = HashMap::new();
        for (_, there) in values {
            if let Some(first) = seen.insert(there.text.as_str(), there.span) {
                let message =
                    format!("two values are replaced by `{}`, so the replacement cannot be reversed", there.text);
                let mistake = error("values-twice", there.span, message).also(first, "first used here");
                self.report.add(mistake.help("remove one of them, or use a pair of functions: `fn: <name>`"));
            }
        }
        let fields = [(self.draft.here, pair.from), (self.draft.there, pair.to)]
            .map(|(ty, path)| path::field(self.context.tree, ty, path).ty.clone());
        for (here, there) in values {
            self.check_value(&fields[0], here);
            self.check_value(&fields[1], there);
        }
    }

    fn check_value(&mut self, ty: &TypeRef, value: &Word) {
        let tree = self.context.tree;
        if tree.is_broken(ty) {
            return;
        }
        let id = match ty {
            TypeRef::List(item) | TypeRef::Map(item) => return self.check_value(item, value),
            TypeRef::Named(id) => id,
            _ => return,
        };
        if let Body::Alias(base) = &tree.get(*id).body {
            return self.check_value(base, value);
        }
        if let Body::Text { values, closed: true } = &self.context.tree.get(*id).body
            && !values.contains(&value.text)
        {
            let message = format!("`{}` is not a value of the type `{}`", value.text, self.context.tree.get(*id).name);
            let help = format!("the values are {}", values.join(", "));
            self.report.add(error("values-unknown", value.span, message).help(help));
        }
    }

    /// Reads the rule of a field of the hub that this version does not have.
    fn absent(&mut self, rule: &RuleDoc) {
        let Some(path) = self.find(Side::There, &rule.path) else { return };
        let moves = rule.split.is_some() || rule.key.is_some();
        if let Some(first) = self.draft.claim(Side::There, &path, rule.path.span, moves) {
            let message = format!("two rules apply to the field `{}` of the hub", rule.path.text);
            let mistake = error("two-rules", rule.path.span, message).also(first.span, "the first rule");
            return self.report.add(mistake.help("remove one of them"));
        }
        if rule.bad || self.has_it(rule) {
            return;
        }
        if let Some((message, help)) = absent_misfit(rule) {
            return self.report.add(error("rule-words", rule.span, message).help(help));
        }
        if let Some(key) = &rule.key {
            self.entry(Side::Here, rule, path, key);
        } else if let Some((separator, words)) = &rule.split {
            self.split(Side::There, rule, path, separator, words);
        } else {
            self.constant(Side::There, rule, path);
        }
    }

    /// Reads `set`, `annotation`, `label` and `drop` of a field that only one side has.
    fn constant(&mut self, side: Side, rule: &RuleDoc, field: Path) {
        let ty = self.draft.ty(side);
        let set = rule.set.as_ref().and_then(|node| {
            let field = path::field(self.context.tree, ty, &field);
            literal::read(self.context.tree, &field.ty, &field.limits, node, self.report)
        });
        if rule.set.is_some() && (rule.drop.is_none() || rule.label.is_some()) && !self.check_set(side, rule, &field) {
            return;
        }
        if rule.set.is_some() && set.is_none() {
            // The value has been reported, or the type of the field.
            return;
        }
        let (source, reason) = (self.source(rule), rule.drop.as_ref().map(|word| word.text.clone()));
        let anchor = if side == Side::Here { Anchor::Field(field.clone()) } else { Anchor::Absent };
        let is_bare = rule.annotation.is_none() && rule.label.is_none() && rule.drop.is_none();
        if side == Side::There && is_bare {
            self.draft.add_bare(field.clone(), rule.path.span);
        }
        if let Some(label) = &rule.label {
            if parts::check_label(self.context, ty, &field, rule, self.report) {
                self.annotate(side, rule, field, label, set);
            }
            return;
        }
        match (&rule.annotation, set, reason) {
            (Some(key), set, _) => self.annotate(side, rule, field, key, set),
            (None, Some(value), reason) => self.draft.add(anchor, Action::Set { side, field, value, reason }, source),
            (None, None, Some(reason)) => self.draft.add(anchor, Action::Drop { side, field, reason }, source),
            (None, None, None) => {}
        }
        if side == Side::Here && is_bare {
            let message = "this rule loses all values but one, so it needs a reason";
            let help = "add `drop: <reason>`, which users read, or `annotation: <key>` to keep other values";
            self.report.add(error("loss-without-reason", rule.path.span, message).help(help));
        }
    }

    /// Reports `set` of a field that can be unset, if its other values are stored: nothing is stored for an unset field,
    /// so it would get the value of `set`.
    fn check_set(&mut self, side: Side, rule: &RuleDoc, field: &Path) -> bool {
        let tree = self.context.tree;
        let ty = self.draft.ty(side);
        let optional = (1..=field.0.len()).map(|depth| Path(field.0[..depth].to_vec()));
        let Some(unset) = optional.into_iter().find(|path| path::field(tree, ty, path).optional) else { return true };
        let (is_field, shown) = (unset == *field, path::show(tree, ty, &unset));
        let message = match is_field {
            true => format!("the field `{shown}` can be unset, and `set` would give it a value"),
            false => format!("the struct `{shown}` can be unset, and `set` would create it"),
        };
        let is_preserved = rule.annotation.is_none() && rule.label.is_none();
        let help = match (is_field, is_preserved) {
            (true, true) => "remove the rule, because `preserve` stores the field, or add `drop: <reason>`",
            (true, false) => "remove `set`, which only fields that are not optional need",
            (false, true) => "add `drop: <reason>`, which reports all other values as lost",
            (false, false) => "keep only `set`, and add `drop: <reason>`",
        };
        self.report.add(error("set-of-unset", rule.path.span, message).help(help));
        false
    }

    /// Returns true for a rule under `absent` whose field this version has and no other rule covers, and reports the
    /// rule.
    fn has_it(&mut self, rule: &RuleDoc) -> bool {
        let tree = self.context.tree;
        let own = path::lookup(tree, self.draft.here, &rule.path.text);
        let free = own.filter(|path| self.draft.claims(Side::Here).get(path).is_none());
        if let Some(own) = &free {
            self.draft.claim(Side::Here, own, rule.path.span, false);
            let ty = tree.get(self.draft.here);
            let message = format!("the type `{}` of `{}` has the field `{}` too", ty.name, ty.version, rule.path.text);
            let help = format!("move the rule to `conversion.{}.fields`", ty.name);
            self.report.add(error("not-absent", rule.path.span, message).help(help));
        }
        free.is_some()
    }

    /// Reads `.`: the fields of the struct are in the containing struct on the other side.
    fn dot(&mut self, rule: &RuleDoc, side: Side) {
        let Some(path) = self.find(side, &rule.path) else {
            self.draft.doubt(Side::Here);
            return self.draft.doubt(Side::There);
        };
        let tree = self.context.tree;
        let owner = self.draft.ty(side);
        let field = path::field(tree, owner, &path);
        let Some(inner) = tree.as_struct(&field.ty) else {
            let message = format!("`.` requires a struct, but `{}` is `{}`", rule.path.text, tree.show(&field.ty));
            self.draft.claim(side, &path, rule.path.span, false);
            return self.report.add(error("dot-of-struct", rule.path.span, message).help("write the path of a field"));
        };
        if let (Some((_, span)), false) = (rule.empty, field.optional) {
            let message = format!("the field `{}` is not optional, so it is always present", rule.path.text);
            self.report.add(error("idle-rule", span, message).help("remove `empty`"));
        }
        self.draft.claim(side, &path, rule.path.span, false);
        self.draft.split(side, &path);
        let structs = match side {
            Side::Here => Structs { from: path.clone(), here: inner, to: Path::default(), there: self.draft.there },
            Side::There => Structs { from: Path::default(), here: self.draft.here, to: path.clone(), there: inner },
        };
        implied::by_name(self.context, self.draft, &structs, self.report);
        if rule.empty.is_some_and(|(empty, _)| empty == Empty::Present) {
            let anchor = match side {
                Side::Here => Anchor::Field(implied::join(&path, &[usize::MAX])),
                Side::There => Anchor::Absent,
            };
            let source = self.source(rule);
            self.draft.add(anchor, Action::MakePresent { side, field: path }, source);
        }
    }

    /// Reads `fn`: the fields of both sides that a pair of functions converts.
    fn functions(&mut self, words: &[Word], doc: &ConversionDoc) {
        let (here, there) = (self.draft.here, self.draft.there);
        let drops = drops::read(self.context.tree, here, there, doc, self.report);
        let mut functions = Functions { drops, ..Functions::default() };
        for word in words {
            let here = self.free(Side::Here, word);
            let there = self.free(Side::There, word);
            match (&here, &there) {
                (None, None) => {
                    let (here, there) = (self.draft.here, self.draft.there);
                    path::report_neither(self.context.tree, here, there, word, self.report);
                    self.draft.doubt(Side::Here);
                    self.draft.doubt(Side::There);
                }
                (Some(false), None | Some(false)) | (None, Some(false)) => self.report.add(claimed(word)),
                _ => {}
            }
            self.take(Side::Here, word, here, &mut functions.version);
            self.take(Side::There, word, there, &mut functions.hub);
        }
        self.draft.functions = Some(functions);
    }

    /// Reads a path under `preserve`: a field of this version that neither a rule nor its name connects to the hub.
    fn preserved(&mut self, word: &Word) {
        let Some(path) = self.find(Side::Here, word) else { return };
        let counterpart = path::lookup(self.context.tree, self.draft.there, &word.text);
        let has_counterpart = counterpart.is_some_and(|path| self.draft.claims(Side::There).get(&path).is_none());
        if has_counterpart || self.draft.claims(Side::Here).get(&path).is_some() {
            let message = format!("the field `{}` has a counterpart in the hub, so it cannot be preserved", word.text);
            self.draft.doubt(Side::Here);
            return self.report.add(error("preserve-moved", word.span, message).help("remove it from `preserve`"));
        }
        self.draft.claim(Side::Here, &path, word.span, false);
    }

    /// Returns whether no rule mentions the path yet, or `None` if the side does not have it.
    fn free(&self, side: Side, word: &Word) -> Option<bool> {
        let path = path::lookup(self.context.tree, self.draft.ty(side), &word.text)?;
        Some(self.draft.claims(side).get(&path).is_none())
    }

    fn take(&mut self, side: Side, word: &Word, free: Option<bool>, paths: &mut Vec<Path>) {
        let path = path::lookup(self.context.tree, self.draft.ty(side), &word.text);
        if let (Some(path), Some(true)) = (path, free) {
            self.draft.claim(side, &path, word.span, false);
            paths.push(path);
        }
    }
}

pub(crate) fn claimed(word: &Word) -> Diagnostic {
    error("fn-claimed", word.span, format!("another rule already covers `{}`", word.text))
        .help("remove the path from `fn`, or remove the rule")
}

/// Returns the type of the items of lists and maps.
fn items<'t>(tree: &'t Tree<'_>, ty: &'t TypeRef) -> &'t TypeRef {
    match tree.base(ty) {
        TypeRef::List(item) | TypeRef::Map(item) => items(tree, item),
        ty => ty,
    }
}
