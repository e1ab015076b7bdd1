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

/// Any JSON value, without a schema: the counterpart of a value decoded into Go's `interface{}`.
///
/// A number is an integer if it has neither a fraction nor an exponent and fits into 64 bits, as in Kubernetes'
/// decoder. All other numbers are floats; JSON writes a float without fraction as an integer. Decoders accept values
/// nested up to 10,000 levels deep. Cloning, comparing and dropping such values works with any stack size.
///
/// A struct can have fields of this type, and [`json::from_str`](crate::serializer::json::from_str) decodes to it. With
/// the feature `serde` it implements serde's traits, so `serde_json::to_value` and `serde_json::from_value` convert in
/// both directions.
///
/// `Value` implements `Drop`, so patterns cannot move out of it. Use [`Value::into_map`] and similar methods, or
/// `std::mem::take` on a mutable reference to the content.
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
    /// The value `null`.
    #[default]
    Null,
    /// A boolean, `true` or `false`.
    Bool(bool),
    /// A number without fraction and exponent that fits into 64 bits.
    Int(i64),
    /// Any other number, as a 64-bit float. Infinities and NaN cannot be encoded as JSON.
    Float(f64),
    /// A string.
    String(Str),
    /// A list of values. A nil list is encoded as `null`.
    List(List<Value>),
    /// An object: values by name. A nil map is encoded as `null`.
    Map(Map<Value>),
}

impl Value {
    /// Returns true for [`Value::Null`]. Returns false for a nil list or map, although JSON encodes those as `null`
    /// too.
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

    /// Returns the boolean, or `None` if the value is not one. Other values are never converted to a boolean.
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

    /// Returns the integer, or `None` if the value is not one. A float is never converted, even without a fraction.
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

    /// Returns the float, or `None` if the value is not one. An integer is never converted.
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

    /// Returns the string, or `None` if the value is not one.
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

    /// Returns the list, or `None` if the value is not one.
    #[must_use]
    pub fn as_list(&self) -> Option<&List<Value>> {
        if let Value::List(value) = self { Some(value) } else { None }
    }

    /// Returns a mutable reference to the list, or `None` if the value is not one.
    ///
    /// ```
    /// use apimachinery::meta::Value;
    ///
    /// let mut ports = Value::from([Value::from(80)]);
    /// ports.as_list_mut().expect("the value is a list").push(443.into());
    /// assert_eq!(ports, Value::from([80, 443].map(Value::from)));
    /// ```
    pub fn as_list_mut(&mut self) -> Option<&mut List<Value>> {
        if let Value::List(value) = self { Some(value) } else { None }
    }

    /// Returns the object, or `None` if the value is not one.
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

    /// Returns a mutable reference to the object, or `None` if the value is not one.
    ///
    /// ```
    /// use apimachinery::meta::Value;
    ///
    /// let mut port = Value::from([("name", "http".into())]);
    /// port.as_map_mut().expect("the value is an object").insert("port", 80.into());
    /// assert_eq!(port.get("port"), Some(&Value::Int(80)));
    /// ```
    pub fn as_map_mut(&mut self) -> Option<&mut Map<Value>> {
        if let Value::Map(value) = self { Some(value) } else { None }
    }

    /// Returns the value of the member `key` of an object, or `None` if this is not an object or has no such member.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.as_map()?.get(key)
    }

    /// Converts to a string without copying.
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
    /// Returns the value unchanged if it is not a string.
    pub fn into_str(mut self) -> Result<Str, Value> {
        if let Value::String(value) = &mut self { Ok(std::mem::take(value)) } else { Err(self) }
    }

    /// Converts to a list without copying.
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
    /// Returns the value unchanged if it is not a list.
    pub fn into_list(mut self) -> Result<List<Value>, Value> {
        if let Value::List(value) = &mut self { Ok(std::mem::take(value)) } else { Err(self) }
    }

    /// Converts to an object without copying.
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
    /// Returns the value unchanged if it is not an object.
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

/// Converts `None` to `null`.
impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Null, Into::into)
    }
}
