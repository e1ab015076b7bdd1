//! The cases of one rule, and the comparison with ours.

use std::fmt::Display;
use std::fmt::Write;

use serde_json::{Value, json};

use super::files::{Recorded, recorded};

/// What Kubernetes makes of some inputs, to show one rule.
pub(crate) struct Cases {
    name: String,
    cases: Vec<Recorded>,
    /// What is done to both sides before they are compared.
    adapt: Box<dyn Fn(Value) -> Value>,
}

/// The recorded cases of a rule.
///
/// # Panics
///
/// If there are none: a test that compares nothing proves nothing.
pub(crate) fn cases(area: &str, rule: &str) -> Cases {
    let mut cases: Vec<_> = recorded(area).into_iter().filter(|case| case.rule == rule).collect();
    cases.iter_mut().for_each(|case| cut_documents(&mut case.output));
    assert!(!cases.is_empty(), "tests/rules/{area}.jsonl records nothing of the rule {rule}");
    Cases { name: format!("{area}: {rule}"), cases, adapt: Box::new(std::convert::identity) }
}

impl Cases {
    /// Every input and what Kubernetes makes of it.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Value, &Value)> {
        self.cases.iter().map(|case| (&case.input, &case.output))
    }

    /// Errors count as equal, whatever their texts say: for where ours name the place in the document
    /// and upstream's the types of Go.
    pub(crate) fn without_error_texts(self) -> Self {
        self.adapted(without_error_text)
    }

    /// Both sides are compared after this was done to them.
    pub(crate) fn adapted(mut self, adapt: impl Fn(Value) -> Value + 'static) -> Self {
        self.adapt = Box::new(adapt);
        self
    }

    /// Keeps the cases that concern us.
    ///
    /// # Panics
    ///
    /// If they are not exactly `count`. Fewer groups register fewer kinds: with fewer features one case is enough.
    pub(crate) fn only(mut self, count: usize, concerns_us: impl Fn(&Value) -> bool) -> Self {
        let all = self.cases.len();
        self.cases.retain(|case| concerns_us(&case.input));
        let left = self.cases.len();
        if cfg!(feature = "default") {
            assert_eq!(left, count, "{}: cases that concern us, of {all}", self.name);
        }
        assert!(left > 0, "{}: none of {all} cases concerns us", self.name);
        self
    }

    /// The Scheme of upstream, whose name stands in error texts, is ours.
    pub(crate) fn with_our_scheme(mut self) -> Self {
        for case in &mut self.cases {
            rename_scheme(&mut case.output);
        }
        self
    }

    /// Compares what we make of every input with what Kubernetes makes of it.
    ///
    /// # Panics
    ///
    /// With all differences, if there is one.
    pub(crate) fn compare<T: Into<Value>>(&self, ours: impl Fn(&Value) -> T) {
        self.compare_but(&[], ours);
    }

    /// As [`compare`](Cases::compare), for a rule that we deliberately do not follow everywhere.
    ///
    /// `differ` names the inputs where we do not, as the JSON text that stands in the file, and why.
    ///
    /// # Panics
    ///
    /// Also if one of them is the same as upstream's after all, or is not recorded.
    pub(crate) fn compare_but<T: Into<Value>>(&self, differ: &[(&str, &str)], ours: impl Fn(&Value) -> T) {
        let mut complaints = String::new();
        let mut unused: Vec<&str> = differ.iter().map(|(input, _)| *input).collect();
        for (input, theirs) in self.iter() {
            let (ours, theirs) = ((self.adapt)(ours(input).into()), (self.adapt)(theirs.clone()));
            let text = input.to_string();
            let deliberate = differ.iter().any(|(input, _)| *input == text);
            unused.retain(|input| *input != text);
            if (ours == theirs) == deliberate {
                let wanted = if deliberate { "the same, which the test denies" } else { "different" };
                writeln!(complaints, "\n  in     {text}\n  ours   {ours}\n  theirs {theirs}\n  {wanted}").unwrap();
            }
        }
        for input in unused {
            writeln!(complaints, "\n  in     {input}\n  is not recorded").unwrap();
        }
        assert!(complaints.is_empty(), "{}, {} cases:\n{complaints}", self.name, self.cases.len());
    }
}

/// A result as the Go side's `outcome` records it: `{"ok": value}` or `{"err": text}`.
pub(crate) fn outcome<T: Into<Value>, E: Display>(result: Result<T, E>) -> Value {
    match result {
        Ok(value) => json!({ "ok": value.into() }),
        Err(error) => json!({ "err": error.to_string() }),
    }
}

/// The name of upstream's Scheme is the place where it is made.
fn rename_scheme(value: &mut Value) {
    match value {
        Value::String(text) => *text = text.replace("\"pkg/runtime/scheme.go:111\"", "\"apimachinery\""),
        Value::Array(items) => items.iter_mut().for_each(rename_scheme),
        Value::Object(members) => members.values_mut().for_each(rename_scheme),
        _ => {}
    }
}

/// Upstream's errors about a missing kind or version contain the document, which can be a Secret; ours do not.
fn cut_documents(value: &mut Value) {
    match value {
        Value::String(text) => {
            for start in ["Object 'Kind' is missing", "Object 'apiVersion' is missing"] {
                if let Some(at) = text.find(&format!("{start} in '")) {
                    text.truncate(at + start.len());
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(cut_documents),
        Value::Object(members) => members.values_mut().for_each(cut_documents),
        _ => {}
    }
}

fn without_error_text(mut outcome: Value) -> Value {
    if let Some(error) = outcome.get_mut("err") {
        *error = Value::Bool(true);
    }
    outcome
}

/// An input that is a text.
pub(crate) fn text(value: &Value) -> &str {
    value.as_str().expect("the recorded value is a text")
}
