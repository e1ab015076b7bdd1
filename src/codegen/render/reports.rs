//! Reports of the values that a conversion drops.

use super::Module;
use super::places::Open;
use super::views::Statement;
use crate::codegen::model::{Field, Literal, TypeRef};
use crate::codegen::plan::{Alias, Lose, Place, When};

impl Module<'_> {
    /// Returns the statement that reports the loss of a value, if it is set.
    pub(super) fn lose(&self, lose: &Lose) -> Statement {
        let path = self.json_path(lose.place.root, &lose.place.path);
        if let When::Overruled(alias, winner) = &lose.when {
            let winner = self.json_path(winner.root, &winner.path);
            let reason = format!("it differs from {winner}, which takes precedence");
            return report(self.overruled(alias), &path, &reason);
        }
        let Open { guards: mut conditions, text, field } = self.look(&lose.place);
        let value = if field.optional && !matches!(lose.when, When::Set) {
            conditions.push(format!("let Some(value) = &{text}"));
            "*value".to_owned()
        } else {
            text
        };
        match &lose.when {
            When::Set => conditions.push(self.is_set(&value, field)),
            When::Not(usual) => {
                conditions.extend((!field.optional).then(|| self.is_set(&value, field)));
                conditions.push(self.differs(&value, &field.ty, usual));
            }
            When::Word(words) => {
                let words: Vec<Literal> = words.iter().map(|word| Literal::Text(word.clone())).collect();
                let plain = Field { optional: false, ..field.clone() };
                conditions.push(self.is_one_of(value.trim_start_matches('*'), &plain, &words));
            }
            When::Overruled(..) => {}
        }
        report(conditions, &path, &lose.reason)
    }

    /// Returns the condition that a field has a value: that an optional value is set, or that a plain value, a list or
    /// a map is not empty.
    fn is_set(&self, at: &str, field: &Field) -> String {
        match self.has_length(field) {
            true => format!("!{at}.is_empty()"),
            false => self.filled(at, field),
        }
    }

    /// Returns the conditions under which two names of a field have different values.
    fn overruled(&self, alias: &Alias) -> Vec<String> {
        let Some(item) = &alias.item else {
            let [one, other] = [&alias.alias, &alias.of].map(|place| self.both(place));
            let differ = match (one.field.optional, other.field.optional) {
                (true, false) => format!("{}.as_ref() != Some(&{})", one.text, other.text),
                (false, true) => format!("Some(&{}) != {}.as_ref()", one.text, other.text),
                _ => format!("{} != {}", one.text, other.text),
            };
            return [one.guards, other.guards, vec![differ]].concat();
        };
        let single = self.both(&alias.alias);
        let list = self.look(&alias.of);
        let first = item.0.is_empty().then(|| "*first".to_owned());
        let first = first.unwrap_or_else(|| self.below_item(alias, item));
        let differs = format!("{}.first().is_some_and(|first| {first} != {})", list.text, single.text);
        [single.guards, list.guards, vec![differs]].concat()
    }

    /// Accesses a field for reading, with the condition that it is set.
    fn both(&self, place: &Place) -> Open<'_> {
        let mut open = self.look(place);
        open.guards.push(self.is_set(&open.text, open.field));
        open
    }

    fn below_item(&self, alias: &Alias, item: &crate::codegen::model::Path) -> String {
        let list = self.index().leaf(alias.of.root, &alias.of.path);
        match self.index().behind(&list.ty) {
            TypeRef::List(element) => match self.index().structure(element) {
                Some((element, _)) => self.open_below("first", "&", element, item).text,
                None => "*first".to_owned(),
            },
            _ => "*first".to_owned(),
        }
    }
}

fn report(conditions: Vec<String>, path: &str, reason: &str) -> Statement {
    Statement::when(conditions, format!("scope.lose({path:?}, {reason:?});"))
}
