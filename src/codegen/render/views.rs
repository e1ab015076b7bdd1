//! The inputs of the templates, which are valid Rust already.

use serde::Serialize;

/// Lines of code that run if all conditions hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Statement {
    /// Conditions and `let` patterns, all of which must hold.
    pub(super) conditions: Vec<String>,
    /// The lines that run.
    pub(super) lines: Vec<String>,
    /// The lines that run if a condition does not hold.
    pub(super) otherwise: Vec<String>,
}

/// Templates insert a statement as one text.
impl Serialize for Statement {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.text())
    }
}

impl Statement {
    /// Creates a line that always runs.
    pub(super) fn always(line: String) -> Self {
        Statement::when(Vec::new(), line)
    }

    /// Creates a line that runs if all conditions hold.
    pub(super) fn when(conditions: Vec<String>, line: String) -> Self {
        Statement::block(conditions, vec![line])
    }

    /// Creates lines that run if all conditions hold.
    pub(super) fn block(conditions: Vec<String>, lines: Vec<String>) -> Self {
        Statement { conditions, lines, otherwise: Vec::new() }
    }

    fn alternative(&self) -> String {
        match self.otherwise.is_empty() {
            true => String::new(),
            false => format!(" else {{ {} }}", self.otherwise.concat()),
        }
    }

    /// Removes and returns the last line, if it is a call whose result can be the result of the function.
    pub(super) fn pop_result(&mut self) -> Option<String> {
        let is_assignment = |line: &str| line.contains(" = ");
        let line = self.lines.last().filter(|line| self.conditions.is_empty() && !is_assignment(line))?;
        let result = line.strip_suffix("?;")?.to_owned();
        self.lines.pop();
        Some(result)
    }

    /// Returns the statement as text for use inside another one.
    pub(super) fn text(&self) -> String {
        let lines = self.lines.concat();
        match self.conditions.is_empty() {
            true => lines,
            false => format!("if {} {{ {lines} }}{}", self.conditions.join(" && "), self.alternative()),
        }
    }
}

/// Merges adjacent statements with the same conditions, if these are only patterns: the lines of one cannot change the
/// outcome for the next.
pub(super) fn merged(statements: Vec<Statement>) -> Vec<Statement> {
    let mut merged: Vec<Statement> = Vec::with_capacity(statements.len());
    for statement in statements {
        let patterns = statement.conditions.iter().all(|condition| condition.starts_with("let "));
        match merged.last_mut() {
            Some(last) if patterns && last.conditions == statement.conditions => {
                last.otherwise.extend(statement.otherwise);
                last.lines.extend(statement.lines);
            }
            _ => merged.push(statement),
        }
    }
    merged
}

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

/// The known values of a named text.
#[derive(Serialize)]
pub(super) struct ConstantsView {
    pub(super) doc: String,
    pub(super) name: String,
    pub(super) values: Vec<ConstantView>,
}

/// A known value.
#[derive(Serialize)]
pub(super) struct ConstantView {
    pub(super) doc: String,
    pub(super) name: String,
    pub(super) value: String,
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
    pub(super) statements: Vec<Statement>,
    pub(super) result: String,
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
    pub(super) empty: String,
    pub(super) restore: Vec<Statement>,
}

/// A field of a kept struct.
#[derive(Serialize)]
pub(super) struct KeptFieldView {
    pub(super) doc: String,
    pub(super) name: String,
    pub(super) ty: String,
    /// The expression for the kept value of `object`.
    pub(super) value: String,
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
    pub(super) statements: Vec<Statement>,
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
    pub(super) shape: String,
    pub(super) path: String,
    pub(super) when: String,
    pub(super) reason: String,
}

/// The information about a kind for a Scheme.
#[derive(Serialize)]
pub(super) struct KindInfoView {
    pub(super) constant: String,
    pub(super) group: String,
    pub(super) version: String,
    pub(super) kind: String,
    pub(super) resource: String,
    pub(super) list: bool,
    pub(super) unversioned: bool,
    pub(super) served: bool,
    pub(super) lifecycle: String,
    pub(super) field_labels: String,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn statement(condition: &str, line: &str) -> Statement {
        let conditions = if condition.is_empty() { Vec::new() } else { vec![condition.to_owned()] };
        Statement::when(conditions, line.to_owned())
    }

    fn texts(statements: &[Statement]) -> Vec<String> {
        merged(statements.to_vec()).iter().map(Statement::text).collect()
    }

    #[test]
    fn only_patterns_are_asked_once_for_several_lines() {
        let pattern = [statement("let Some(a) = &mut b", "c;"), statement("let Some(a) = &mut b", "d;")];
        assert_eq!(texts(&pattern), ["if let Some(a) = &mut b { c;d; }"]);
        let condition = [statement("a.is_none()", "a = b;"), statement("a.is_none()", "c;")];
        assert_eq!(texts(&condition), ["if a.is_none() { a = b; }", "if a.is_none() { c; }"]);
    }

    #[test]
    fn the_last_call_is_the_result() {
        let result = |line: &str| statement("", line).pop_result();
        assert_eq!(result("f(a)?;").as_deref(), Some("f(a)"));
        assert_eq!(result("a = f(a)?;"), None);
        assert_eq!(result("f(a);"), None);
        assert_eq!(statement("a", "f(a)?;").pop_result(), None);
    }
}
