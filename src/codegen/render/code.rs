//! Rust code as values: expressions, conditions and statements, which are printed only in this module.

use std::fmt::{self, Display, Formatter};

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expr {
    /// A path, a literal or a pattern.
    Code(String),
    /// `value.name`
    Field(Box<Expr>, String),
    /// `value.name(arguments)`
    Method(Box<Expr>, String, Vec<Expr>),
    /// `function(arguments)`
    Call(String, Vec<Expr>),
    /// An operator and its operand: `&mut value`.
    Unary(&'static str, Box<Expr>),
    /// A comparison: `left == right`.
    Binary(Box<Expr>, &'static str, Box<Expr>),
    /// `left && right`
    All(Vec<Expr>),
    /// `(left || right)`
    Any(Vec<Expr>),
    /// `value?`
    Try(Box<Expr>),
    /// `|parameters| body`
    Closure(String, Box<Expr>),
    /// `[items]`
    Array(Vec<Expr>),
    /// `(items)`
    Tuple(Vec<Expr>),
    /// `Path { name: value, ..Default::default() }`; the last item is true if other fields get their default values.
    Struct(String, Vec<(String, Expr)>, bool),
    /// `{ statements result }`
    Block(Vec<Stmt>, Box<Expr>),
    /// `match value { pattern => result, }`
    Match(Box<Expr>, Vec<(Expr, Expr)>),
}

/// A condition of an `if`.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Condition {
    /// `let Some(name) = value`
    Some(String, Expr),
    /// An expression of type `bool`.
    Is(Expr),
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Stmt {
    /// `let name = value;` where `name` can include a type.
    Let(String, Expr),
    /// `target = value;`
    Assign(Expr, Expr),
    /// `expression;`
    Run(Expr),
    /// `if conditions { body } else { otherwise }`
    If { conditions: Vec<Condition>, body: Vec<Stmt>, otherwise: Vec<Stmt> },
    /// `for name in values { body }`
    For { name: String, values: Expr, body: Vec<Stmt> },
}

impl Expr {
    pub(super) fn code(text: impl Into<String>) -> Expr {
        Expr::Code(text.into())
    }

    /// Returns a string literal.
    pub(super) fn text(text: &str) -> Expr {
        Expr::Code(format!("{text:?}"))
    }

    pub(super) fn call(function: impl Into<String>, arguments: impl IntoIterator<Item = Expr>) -> Expr {
        Expr::Call(function.into(), arguments.into_iter().collect())
    }

    pub(super) fn closure(parameters: impl Into<String>, body: Expr) -> Expr {
        Expr::Closure(parameters.into(), Box::new(body))
    }

    pub(super) fn field(self, name: impl Into<String>) -> Expr {
        Expr::Field(Box::new(self), name.into())
    }

    pub(super) fn method(self, name: impl Into<String>, arguments: impl IntoIterator<Item = Expr>) -> Expr {
        Expr::Method(Box::new(self), name.into(), arguments.into_iter().collect())
    }

    /// Returns a call of a method without arguments.
    pub(super) fn get(self, name: impl Into<String>) -> Expr {
        self.method(name, [])
    }

    pub(super) fn borrow(self) -> Expr {
        Expr::Unary("&", Box::new(self))
    }

    pub(super) fn borrow_mut(self) -> Expr {
        Expr::Unary("&mut ", Box::new(self))
    }

    pub(super) fn deref(self) -> Expr {
        Expr::Unary("*", Box::new(self))
    }

    pub(super) fn not(self) -> Expr {
        Expr::Unary("!", Box::new(self))
    }

    pub(super) fn equals(self, other: Expr) -> Expr {
        Expr::Binary(Box::new(self), "==", Box::new(other))
    }

    pub(super) fn differs(self, other: Expr) -> Expr {
        Expr::Binary(Box::new(self), "!=", Box::new(other))
    }

    /// Returns `self?`.
    pub(super) fn or_return(self) -> Expr {
        Expr::Try(Box::new(self))
    }
}

impl Stmt {
    /// Returns statements that run if all conditions hold.
    pub(super) fn when(conditions: Vec<Condition>, body: Vec<Stmt>) -> Vec<Stmt> {
        match conditions.is_empty() {
            true => body,
            false => vec![Stmt::If { conditions, body, otherwise: Vec::new() }],
        }
    }

    /// Adds conditions to a statement, checked before its own.
    pub(super) fn with_conditions(self, mut before: Vec<Condition>) -> Stmt {
        match self {
            Stmt::If { conditions, body, otherwise } if otherwise.is_empty() => {
                before.extend(conditions);
                Stmt::If { conditions: before, body, otherwise }
            }
            other => Stmt::If { conditions: before, body: vec![other], otherwise: Vec::new() },
        }
    }
}

/// Merges adjacent `if`s with the same conditions, if these are only patterns: the body of one cannot change whether
/// the patterns of the next match.
pub(super) fn merged(statements: Vec<Stmt>) -> Vec<Stmt> {
    let mut merged: Vec<Stmt> = Vec::with_capacity(statements.len());
    for statement in statements {
        match (merged.last_mut(), statement) {
            (
                Some(Stmt::If { conditions: last, body: before, otherwise: before_otherwise }),
                Stmt::If { conditions, body, otherwise },
            ) if *last == conditions && conditions.iter().all(|one| matches!(one, Condition::Some(..))) => {
                before.extend(body);
                before_otherwise.extend(otherwise);
            }
            (_, statement) => merged.push(statement),
        }
    }
    merged
}

/// Removes the last statement if its result can be the result of a function that returns `Result<(), _>`, and returns
/// that result. Otherwise returns `Ok(())`.
pub(super) fn take_result(statements: &mut Vec<Stmt>) -> Expr {
    match statements.pop() {
        Some(Stmt::Run(Expr::Try(result))) => *result,
        last => {
            statements.extend(last);
            Expr::code("Ok(())")
        }
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Code(text) => f.write_str(text),
            Expr::Field(value, name) => write!(f, "{}.{name}", Operand(value)),
            Expr::Method(value, name, arguments) => {
                write!(f, "{}.{name}", Operand(value))?;
                list(f, "(", arguments, ", ", ")")
            }
            Expr::Call(function, arguments) => {
                f.write_str(function)?;
                list(f, "(", arguments, ", ", ")")
            }
            Expr::Unary(operator, value) => write!(f, "{operator}{value}"),
            Expr::Binary(left, operator, right) => write!(f, "{left} {operator} {right}"),
            Expr::All(conditions) => list(f, "", conditions, " && ", ""),
            Expr::Any(conditions) => list(f, "(", conditions, " || ", ")"),
            Expr::Try(value) => write!(f, "{}?", Operand(value)),
            Expr::Closure(parameters, body) => write!(f, "|{parameters}| {body}"),
            Expr::Array(items) => list(f, "[", items, ", ", "]"),
            // A tuple also with a single element.
            Expr::Tuple(items) => list(f, "(", items, ", ", if items.len() == 1 { ",)" } else { ")" }),
            Expr::Struct(path, fields, defaults) => {
                write!(f, "{path} {{ ")?;
                for (name, value) in fields {
                    let value = value.to_string();
                    if value == *name { write!(f, "{name}, ")? } else { write!(f, "{name}: {value}, ")? }
                }
                f.write_str(if *defaults { "..Default::default() }" } else { "}" })
            }
            Expr::Block(statements, result) => write!(f, "{{ {} {result} }}", Lines(statements)),
            Expr::Match(value, arms) => {
                write!(f, "match {value} {{ ")?;
                for (pattern, result) in arms {
                    write!(f, "{pattern} => {result}, ")?;
                }
                f.write_str("}")
            }
        }
    }
}

impl Display for Condition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Some(name, value) => write!(f, "let Some({name}) = {value}"),
            Condition::Is(value) => write!(f, "{value}"),
        }
    }
}

impl Display for Stmt {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Stmt::Let(name, value) => write!(f, "let {name} = {value};"),
            Stmt::Assign(target, value) => write!(f, "{target} = {value};"),
            Stmt::Run(value) => write!(f, "{value};"),
            Stmt::If { conditions, body, otherwise } => {
                list(f, "if ", conditions, " && ", "")?;
                write!(f, " {{ {} }}", Lines(body))?;
                match otherwise.is_empty() {
                    true => Ok(()),
                    false => write!(f, " else {{ {} }}", Lines(otherwise)),
                }
            }
            Stmt::For { name, values, body } => write!(f, "for {name} in {values} {{ {} }}", Lines(body)),
        }
    }
}

/// Templates insert a statement or an expression as one text.
impl serde::Serialize for Stmt {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl serde::Serialize for Expr {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// The value before `.` or `?`, in parentheses where these bind more tightly.
struct Operand<'a>(&'a Expr);

impl Display for Operand<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Expr::Unary(..) | Expr::Binary(..) | Expr::All(_) | Expr::Closure(..) => write!(f, "({})", self.0),
            value => write!(f, "{value}"),
        }
    }
}

struct Lines<'a>(&'a [Stmt]);

impl Display for Lines<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        list(f, "", self.0, " ", "")
    }
}

fn list(f: &mut Formatter<'_>, open: &str, items: &[impl Display], between: &str, close: &str) -> fmt::Result {
    f.write_str(open)?;
    for (at, item) in items.iter().enumerate() {
        f.write_str(if at == 0 { "" } else { between })?;
        write!(f, "{item}")?;
    }
    f.write_str(close)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn when(condition: Condition, line: &str) -> Vec<Stmt> {
        Stmt::when(vec![condition], vec![Stmt::Run(Expr::code(line))])
    }

    fn texts(statements: impl IntoIterator<Item = Vec<Stmt>>) -> Vec<String> {
        merged(statements.into_iter().flatten().collect()).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn only_patterns_are_checked_once_for_several_statements() {
        let pattern = || Condition::Some("a".to_owned(), Expr::code("b").borrow_mut());
        let same = [when(pattern(), "c"), when(pattern(), "d")];
        assert_eq!(texts(same), ["if let Some(a) = &mut b { c; d; }"]);
        let condition = || Condition::Is(Expr::code("a").get("is_none"));
        let checked = [when(condition(), "b"), when(condition(), "c")];
        assert_eq!(texts(checked), ["if a.is_none() { b; }", "if a.is_none() { c; }"]);
        let other = Condition::Some("a".to_owned(), Expr::code("c"));
        assert_eq!(texts([when(pattern(), "c"), when(other, "d")]).len(), 2);
    }

    #[test]
    fn the_last_call_is_the_result() {
        let call = || Expr::call("f", [Expr::text("a = b")]).or_return();
        let result = |statement: Stmt| {
            let mut statements = vec![statement];
            let result = take_result(&mut statements).to_string();
            (result, statements.len())
        };
        assert_eq!(result(Stmt::Run(call())), ("f(\"a = b\")".to_owned(), 0));
        let kept = ("Ok(())".to_owned(), 1);
        assert_eq!(result(Stmt::Assign(Expr::code("a"), call())), kept);
        assert_eq!(result(Stmt::Run(Expr::call("f", []))), kept);
        assert_eq!(result(Stmt::Run(call()).with_conditions(vec![Condition::Is(Expr::code("a"))])), kept);
    }

    #[test]
    fn operands_are_in_parentheses_only_where_needed() {
        let value = || Expr::code("a");
        assert_eq!(value().get("b").not().to_string(), "!a.b()");
        assert_eq!(value().not().get("b").to_string(), "(!a).b()");
        assert_eq!(value().deref().field("b").borrow_mut().to_string(), "&mut (*a).b");
        assert_eq!(value().equals(value()).or_return().to_string(), "(a == a)?");
        let either = Expr::Any(vec![value(), value().field("b")]);
        assert_eq!(Expr::All(vec![either, value()]).to_string(), "(a || a.b) && a");
    }
}
