//! Random values for the conversion rules of golden cases. After a conversion in both directions, a value must be equal
//! or reported as lost, or one of the conversions must have returned an error.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Debug;

use apimachinery::conversion::{Error, Scope};
use apimachinery::meta::{Object, semantic_eq};
use apimachinery::reflect::Reflect;
use apimachinery::schema::GroupVersion;
use apimachinery::serializer::json;
use serde_json::Value;

type Convert<A, B> = fn(&mut A, &mut B, &Scope<'_>) -> Result<(), Error>;

/// Texts that rules of the cases treat specially: values of enums, separators, other spellings of a value, and numbers
/// and quantities at their limits.
const TEXTS: &[&str] = &[
    "",
    " ",
    ":",
    "a",
    "a:",
    ":80",
    "a:80",
    "a:080",
    "a:+80",
    "a:b:c",
    "a:2147483648",
    " / ",
    "hall / 3",
    "hall / ",
    "hall / 0",
    "a / b / c",
    "=",
    "k=",
    "k=v",
    "k=v=w",
    "=v",
    "read",
    "write",
    "Read",
    "Write",
    "fast",
    "Fast",
    "legacy",
    "Hybrid",
    "Allow",
    "Forbid",
    "Low",
    "High",
    "short",
    "long",
    "0",
    "-0",
    "007",
    "-1",
    "2147483647",
    "2147483648",
    "-9223372036854775808",
    "9223372036854775807",
    "9223372036854775808",
    "true",
    "false",
    "True",
    "0s",
    "1ns",
    "-1ns",
    "1.5s",
    "2562047h47m16.854775807s",
    "-2562047h47m16.854775808s",
    "1n",
    "1500m",
    "1.5Gi",
    "9223372036854775807Ki",
    "-9E",
    "not a label!",
    "label",
    "plain",
    "basic",
];

/// Keys of maps, including those of rules.
const KEYS: &[&str] = &["", "cpu", "CPU", "mem", "memory", "replicas", "debug", "level", "a=b", "b"];

const NUMBERS: &[i64] =
    &[0, 1, 2, 3, -1, 999, 1000, 1001, i32::MAX as i64, i32::MIN as i64, i64::MAX, i64::MIN, i64::MAX / 1000];

/// A generator of pseudorandom numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end as u64).expect("smaller than the end")
    }
}

/// Replaces about half of the texts, numbers and keys, and sometimes repeats an item.
fn change(random: &mut Random, value: &mut Value) {
    match value {
        Value::String(text) if random.below(2) == 0 => *text = TEXTS[random.below(TEXTS.len())].to_owned(),
        Value::Number(number) if random.below(2) == 0 => *number = NUMBERS[random.below(NUMBERS.len())].into(),
        Value::Array(items) => {
            items.iter_mut().for_each(|item| change(random, item));
            if random.below(4) == 0 {
                items.extend(items.first().cloned());
            }
        }
        Value::Object(fields) => fields.values_mut().for_each(|value| change(random, value)),
        _ => {}
    }
}

/// Replaces keys of a map, which is a field without fixed names.
fn change_keys(random: &mut Random, value: &mut Value) {
    let Value::Object(entries) = value else { return };
    let keys: Vec<_> = entries.keys().cloned().collect();
    for key in keys {
        let value = entries.remove(&key).expect("the key is one of the map");
        let key = if random.below(2) == 0 { KEYS[random.below(KEYS.len())].to_owned() } else { key };
        entries.insert(key, value);
    }
}

/// Removes everything that is unset or empty.
fn without_empty(value: Value) -> Option<Value> {
    match value {
        Value::Array(items) if items.is_empty() => None,
        Value::Array(items) => Some(items.into_iter().map(|item| without_empty(item).unwrap_or(Value::Null)).collect()),
        Value::Object(fields) => {
            let fields = fields.into_iter().filter_map(|(name, value)| Some((name, without_empty(value)?)));
            let fields: serde_json::Map<_, _> = fields.collect();
            (!fields.is_empty()).then_some(Value::Object(fields))
        }
        Value::Null | Value::Bool(false) => None,
        Value::String(text) if text.is_empty() => None,
        Value::Number(number) if number.as_i64() == Some(0) => None,
        other => Some(other),
    }
}

/// The conversions of a kind, and its fields.
pub(crate) struct Kind<A, B> {
    pub(crate) there: Convert<A, B>,
    pub(crate) back: Convert<B, A>,
    /// Fields that rules convert between an optional value and a plain one, so that empty and unset are equal.
    pub(crate) empty_is_unset: &'static [&'static str],
    /// Fields that are maps.
    pub(crate) maps: &'static [&'static str],
    /// Sets fields for which an empty value is converted to another one.
    pub(crate) complete: fn(&mut A),
}

impl<A, B> Kind<A, B>
where
    A: Object + Reflect + Clone + Default + PartialEq + Debug,
    B: Object + Clone + Default,
{
    /// Converts random objects with one field in `spec`, and requires that each field has a value that is converted
    /// exactly.
    pub(crate) fn check(&self, fields: &[&str]) {
        let mut exact: BTreeMap<String, usize> = fields.iter().map(|field| ((*field).to_owned(), 0)).collect();
        for seed in 1..=400 {
            let mut random = Random(seed * 0x9e37_79b9);
            let mut object = A::default();
            apimachinery::testing::fill(&mut object, seed);
            let mut filled: Value = serde_json::from_str(&json::to_string(&object).expect("JSON")).expect("JSON");
            for (field, mut value) in filled["spec"].as_object_mut().map(std::mem::take).unwrap_or_default() {
                for _ in 0..8 {
                    if self.maps.contains(&field.as_str()) {
                        change_keys(&mut random, &mut value);
                    }
                    if self.holds(&field, &value) {
                        *exact.entry(field.clone()).or_default() += 1;
                    }
                    change(&mut random, &mut value);
                }
            }
        }
        let untested: Vec<_> = exact.iter().filter(|(_, count)| **count == 0).map(|(field, _)| field).collect();
        assert!(untested.is_empty(), "no value of these fields is converted exactly: {untested:?}");
    }

    fn read(&self, field: &str, value: &Value) -> Option<A> {
        let text = serde_json::json!({ "spec": { field: value } }).to_string();
        let mut object: A = json::from_str(&text).ok()?;
        (self.complete)(&mut object);
        Some(object)
    }

    /// Returns true if a value that is not empty is restored, and false if it is reported or refused.
    fn holds(&self, field: &str, value: &Value) -> bool {
        let Some(before) = self.read(field, value) else { return false };
        let losses = RefCell::default();
        let scope = Scope::new(GroupVersion::new("store.example.com", "v1beta1")).with_losses(&losses);
        let (mut hub, mut after) = (B::default(), A::default());
        if (self.there)(&mut before.clone(), &mut hub, &scope).is_err() {
            return false;
        }
        let lost = !losses.borrow().is_empty();
        if let Err(error) = (self.back)(&mut hub, &mut after, &scope) {
            assert!(lost, "{field}: {value}: it can be converted, but not back: {error}");
            return false;
        }
        if !losses.take().is_empty() {
            return false;
        }
        let value_after = |object: &A| -> Value {
            serde_json::from_str::<Value>(&json::to_string(object).expect("JSON")).expect("JSON")["spec"].take()
        };
        if after != before && self.empty_is_unset.contains(&field) {
            let [before, after] = [&before, &after].map(|object| {
                let spec = without_empty(value_after(object)).unwrap_or_default();
                json::from_str::<A>(&serde_json::json!({ "spec": spec }).to_string()).expect("an object of the type")
            });
            assert!(semantic_eq(&after, &before), "{field}: {value} became {after:?} without a report");
            return without_empty(value.clone()).is_some();
        }
        let (spec, spec_after) = (value_after(&before), value_after(&after));
        assert!(
            semantic_eq(&after, &before) || spec == spec_after,
            "{field}: {value} became {spec_after} without a report"
        );
        without_empty(value.clone()).is_some()
    }
}
