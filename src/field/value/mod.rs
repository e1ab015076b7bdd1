mod build;
mod cbor;
mod cbor_json;
mod cbor_write;
mod entries;
mod go_text;
mod json;
mod json_cbor;
mod tree;
mod walk;

pub(crate) use self::build::Builder;
pub(crate) use self::cbor::{Order, bytes_as_text, from_cbor, key_from_cbor, overflow, readable_entries, simple};
pub(crate) use self::cbor_json::plain_json;
pub(crate) use self::cbor_write::{to_cbor, to_cbor_map};
pub(crate) use self::go_text::GoText;
pub(crate) use self::json::{number, write};
pub(crate) use self::json_cbor::plain_cbor;
pub(crate) use self::walk::Walk;
use super::{List, Map, Str};

/// A value whose type nobody knows: what Go decodes into an `interface{}`.
///
/// Numbers are integers if they have neither point nor exponent and fit 64 bits, as in Kubernetes'
/// decoder; all others are floats, and JSON writes a float without fraction as an integer. A value
/// nests up to 10,000 levels, which copying, comparing and dropping it do on any stack.
///
/// It is a leaf: a field of a struct can be a `Value`, and
/// [`json::from_str`](crate::serializer::json::from_str) reads one. With the feature `serde` it has
/// serde's traits, so `serde_json::to_value` and `serde_json::from_value` go there and back.
///
/// A value is dropped by a function of its own, and so a pattern cannot move out of it: take what
/// is inside by [`Value::into_map`] and the like, or by `std::mem::take` from a mutable one.
///
/// ```
/// use apimachinery::meta::Value;
/// use apimachinery::serializer::json;
///
/// let value: Value = json::from_str(r#"{"ports": [80, 8080.0], "name": "web"}"#)?;
/// let ports = value.get("ports").and_then(Value::as_list).unwrap();
/// assert_eq!(ports[..], [Value::Int(80), Value::Float(8080.0)]);
/// assert_eq!(json::to_string(&value)?, r#"{"name":"web","ports":[80,8080]}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub enum Value {
    /// `null`
    #[default]
    Null,
    /// `true` or `false`
    Bool(bool),
    /// An integer.
    Int(i64),
    /// Any other number; JSON has no text for infinities and NaN.
    Float(f64),
    /// A text.
    String(Str),
    /// A list; nil is written as `null`.
    List(List<Value>),
    /// An object; nil is written as `null`.
    Map(Map<Value>),
}

impl Value {
    /// True for `null`; not for a nil list or map, although JSON writes them so.
    ///
    /// ```
    /// use apimachinery::meta::{List, Value};
    ///
    /// assert!(Value::default().is_null() && !Value::List(List::nil()).is_null());
    /// ```
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }

    /// The boolean, if it is one; no other value counts as true or false.
    ///
    /// ```
    /// use apimachinery::meta::Value;
    ///
    /// assert_eq!((Value::from(true).as_bool(), Value::from(1).as_bool()), (Some(true), None));
    /// ```
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        if let Value::Bool(value) = self { Some(*value) } else { None }
    }

    /// The integer, if it is one; a float is none, even without fraction.
    ///
    /// ```
    /// use apimachinery::meta::Value;
    ///
    /// assert_eq!((Value::from(1).as_i64(), Value::from(1.0).as_i64()), (Some(1), None));
    /// ```
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        if let Value::Int(value) = self { Some(*value) } else { None }
    }

    /// The float, if it is one; integers are none.
    ///
    /// ```
    /// use apimachinery::meta::Value;
    ///
    /// assert_eq!((Value::from(1.5).as_f64(), Value::from(1).as_f64()), (Some(1.5), None));
    /// ```
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        if let Value::Float(value) = self { Some(*value) } else { None }
    }

    /// The text, if it is one.
    ///
    /// ```
    /// use apimachinery::meta::Value;
    ///
    /// assert_eq!((Value::from("1").as_str(), Value::from(1).as_str()), (Some("1"), None));
    /// ```
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        if let Value::String(value) = self { Some(value) } else { None }
    }

    /// The list, if it is one.
    #[must_use]
    pub fn as_list(&self) -> Option<&List<Value>> {
        if let Value::List(value) = self { Some(value) } else { None }
    }

    /// The list to be changed, if it is one.
    ///
    /// ```
    /// use apimachinery::meta::Value;
    ///
    /// let mut ports = Value::from([Value::from(80)]);
    /// ports.as_list_mut().expect("a list").push(443.into());
    /// assert_eq!(ports, Value::from([80, 443].map(Value::from)));
    /// ```
    pub fn as_list_mut(&mut self) -> Option<&mut List<Value>> {
        if let Value::List(value) = self { Some(value) } else { None }
    }

    /// The object, if it is one.
    ///
    /// ```
    /// use apimachinery::meta::Value;
    ///
    /// let port = Value::from([("name", "http".into())]);
    /// assert_eq!(port.as_map().map(|map| map.len()), Some(1));
    /// ```
    #[must_use]
    pub fn as_map(&self) -> Option<&Map<Value>> {
        if let Value::Map(value) = self { Some(value) } else { None }
    }

    /// The object to be changed, if it is one.
    ///
    /// ```
    /// use apimachinery::meta::Value;
    ///
    /// let mut port = Value::from([("name", "http".into())]);
    /// port.as_map_mut().expect("an object").insert("port", 80.into());
    /// assert_eq!(port.get("port"), Some(&Value::Int(80)));
    /// ```
    pub fn as_map_mut(&mut self) -> Option<&mut Map<Value>> {
        if let Value::Map(value) = self { Some(value) } else { None }
    }

    /// The value of `key`, if it is an object that has it.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.as_map()?.get(key)
    }

    /// The text itself, without a copy.
    ///
    /// ```
    /// use apimachinery::meta::Value;
    ///
    /// assert_eq!(Value::from("web").into_str(), Ok("web".into()));
    /// assert_eq!(Value::Null.into_str(), Err(Value::Null));
    /// ```
    ///
    /// # Errors
    ///
    /// The value, if it is none.
    pub fn into_str(mut self) -> Result<Str, Value> {
        if let Value::String(value) = &mut self { Ok(std::mem::take(value)) } else { Err(self) }
    }

    /// The list itself, without a copy.
    ///
    /// ```
    /// use apimachinery::meta::{List, Value};
    ///
    /// assert_eq!(Value::from([Value::Null]).into_list(), Ok(List::from([Value::Null])));
    /// assert_eq!(Value::Null.into_list(), Err(Value::Null));
    /// ```
    ///
    /// # Errors
    ///
    /// The value, if it is none.
    pub fn into_list(mut self) -> Result<List<Value>, Value> {
        if let Value::List(value) = &mut self { Ok(std::mem::take(value)) } else { Err(self) }
    }

    /// The object itself, without a copy.
    ///
    /// ```
    /// use apimachinery::meta::{Map, Value};
    ///
    /// assert_eq!(Value::from([("a", Value::Null)]).into_map(), Ok(Map::from([("a", Value::Null)])));
    /// assert_eq!(Value::Null.into_map(), Err(Value::Null));
    /// ```
    ///
    /// # Errors
    ///
    /// The value, if it is none.
    pub fn into_map(mut self) -> Result<Map<Value>, Value> {
        if let Value::Map(value) = &mut self { Ok(std::mem::take(value)) } else { Err(self) }
    }
}

macro_rules! from {
    ($($rust:ty => $variant:ident),* $(,)?) => {
        $(
            impl From<$rust> for Value {
                fn from(value: $rust) -> Self {
                    Value::$variant(value.into())
                }
            }
        )*
    };
}

from! {
    bool => Bool, i32 => Int, i64 => Int, u32 => Int, f64 => Float, &str => String, String => String, Str => String,
    List<Value> => List, Vec<Value> => List, Map<Value> => Map,
}

impl<const N: usize> From<[Value; N]> for Value {
    fn from(items: [Value; N]) -> Self {
        Value::List(items.into())
    }
}

impl<K: Into<Str>, const N: usize> From<[(K, Value); N]> for Value {
    fn from(entries: [(K, Value); N]) -> Self {
        Value::Map(entries.into())
    }
}

/// `None` is `null`.
impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Null, Into::into)
    }
}
