//! Returns the recorded cases of a rule.
//!
//! # Panics
//!
//! Panics if there are none, because a test without comparisons proves nothing.

use std::fmt::Display;
use std::fmt::Write;

use serde_json::{Value, json};

use super::files::{Recorded, recorded};

/// Inputs with the results of Kubernetes that demonstrate one rule.
pub(crate) struct Cases {
    name: String,
    cases: Vec<Recorded>,
    /// The adaptation of both sides before the comparison.
    adapt: Box<dyn Fn(Value) -> Value>,
}

/// Returns the recorded cases of a rule.
///
/// # Panics
///
/// Panics if there are none, because a test without comparisons proves nothing.
pub(crate) fn cases(area: &str, rule: &str) -> Cases {
    let mut cases: Vec<_> = recorded(area).into_iter().filter(|case| case.rule == rule).collect();
    cases.iter_mut().for_each(|case| cut_documents(&mut case.output));
    assert!(!cases.is_empty(), "tests/rules/{area}.jsonl records nothing of the rule {rule}");
    Cases { name: format!("{area}: {rule}"), cases, adapt: Box::new(std::convert::identity) }
}

impl Cases {
    /// Returns every input with the result of Kubernetes.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Value, &Value)> {
        self.cases.iter().map(|case| (&case.input, &case.output))
    }

    /// Treats all errors as equal, for errors in which we name the position in the document and upstream names Go
    /// types.
    pub(crate) fn without_error_texts(self) -> Self {
        self.adapted(without_error_text)
    }

    /// Adapts both sides before the comparison.
    pub(crate) fn adapted(mut self, adapt: impl Fn(Value) -> Value + 'static) -> Self {
        self.adapt = Box::new(adapt);
        self
    }

    /// Keeps the cases that apply to us.
    ///
    /// # Panics
    ///
    /// Panics if their number is not `count`. With fewer features, fewer kinds are registered, and one case is enough.
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

    /// Replaces the name of upstream's Scheme in error texts by ours.
    pub(crate) fn with_our_scheme(mut self) -> Self {
        for case in &mut self.cases {
            rename_scheme(&mut case.output);
        }
        self
    }

    /// Compares our result for every input with the one of Kubernetes.
    ///
    /// # Panics
    ///
    /// Panics with all differences, if there are any.
    pub(crate) fn compare<T: Into<Value>>(&self, ours: impl Fn(&Value) -> T) {
        self.compare_but(&[], ours);
    }

    /// Like [`compare`](Cases::compare), for a rule that we deliberately do not follow everywhere.
    ///
    /// `differ` lists the inputs for which we do not, as the JSON text in the file, and the reasons.
    ///
    /// # Panics
    ///
    /// Also panics if the result for one of them equals upstream's after all, or if it is not recorded.
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

/// Returns a result in the form of the Go side's `outcome`: `{"ok": value}` or `{"err": text}`.
pub(crate) fn outcome<T: Into<Value>, E: Display>(result: Result<T, E>) -> Value {
    match result {
        Ok(value) => json!({ "ok": value.into() }),
        Err(error) => json!({ "err": error.to_string() }),
    }
}

/// Replaces the name of upstream's Scheme, which is the position of its creation in the source.
fn rename_scheme(value: &mut Value) {
    match value {
        Value::String(text) => *text = text.replace("\"pkg/runtime/scheme.go:111\"", "\"apimachinery\""),
        Value::Array(items) => items.iter_mut().for_each(rename_scheme),
        Value::Object(members) => members.values_mut().for_each(rename_scheme),
        _ => {}
    }
}

/// Removes the document from upstream's errors about a missing kind or version. Ours never contain it, because it can
/// be a Secret.
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

/// Returns an input that is a string.
pub(crate) fn text(value: &Value) -> &str {
    value.as_str().expect("the recorded value is a string")
}
