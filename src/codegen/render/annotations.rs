//! Fields that live in an annotation on the other side.

use super::Module;
use super::literals::wrap;
use super::views::Statement;
use crate::codegen::model::Literal;
use crate::codegen::plan::Place;

impl Module<'_> {
    /// Writes a field that is there, unless it has the value that goes without saying; then the
    /// annotation goes, whatever an earlier writer left in it.
    pub(super) fn write_annotation(
        &self,
        field: &Place,
        annotations: &Place,
        key: &str,
        unless: Option<&Literal>,
    ) -> Statement {
        let open = self.look(field);
        let mut conditions = open.guards;
        let (value, place) = if open.field.optional {
            conditions.push(format!("let Some(value) = &{}", open.text));
            ("value".to_owned(), "*value".to_owned())
        } else {
            (format!("&{}", open.text), open.text)
        };
        conditions.extend(unless.map(|usual| self.differs(&place, &open.field.ty, usual)));
        let annotations = self.make(annotations).text;
        let line = format!("scope.write_annotation(&mut {annotations}, {key:?}, {value})?;");
        let otherwise = match conditions.is_empty() {
            true => Vec::new(),
            false => vec![format!("scope.remove_annotation(&mut {annotations}, {key:?});")],
        };
        Statement { conditions, lines: vec![line], otherwise }
    }

    /// Reads a field, if its annotation is there, and removes the annotation. An empty one says that
    /// there is no value, where that can be.
    pub(super) fn read_annotation(&self, field: &Place, annotations: &Place, key: &str) -> Statement {
        let open = self.look(field);
        let can_lack = open.field.optional || !open.guards.is_empty();
        let read = match can_lack || !self.index().is_number(&open.field.ty) {
            true => self.function("conversion", "annotation_read"),
            false => self.function("conversion", "annotation_read_always"),
        };
        let annotations = self.make(annotations).text;
        let made = self.make(field);
        let condition = format!("let Some(value) = {read}(&mut {annotations}, {key:?})?");
        let line = format!("{} = {};", made.text, wrap(made.field, "value"));
        Statement::when(vec![condition], line)
    }
}
