//! Fields that other versions store in an annotation.

use super::Module;
use super::literals::wrap;
use super::views::Statement;
use crate::codegen::model::Literal;
use crate::codegen::plan::Place;

impl Module<'_> {
    /// Writes the annotation of a field, if the field is set and does not have its default value. Otherwise removes the
    /// annotation, which an earlier writer may have left.
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

    /// Reads a field from its annotation, if there is one, and removes the annotation. An empty annotation means that
    /// the field is unset, if it can be.
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
