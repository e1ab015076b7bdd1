use super::UnstructuredList;
use crate::field::value::{Walk, to_cbor_map, write};
use crate::field::{Map, Value};
use crate::meta::leaf::same_type;
use crate::meta::object::sealed::Sealed;
use crate::meta::{Error, Object, TypeMeta};
use crate::reflect::{Leaf, ProtoReader, ProtoWriter, Raw, WireError, parse};
use crate::schema::GroupVersionKind;

/// An object of any kind, with its content as a map keyed by field name. Counterpart of `unstructured.Unstructured`.
///
/// Use it for kinds without generated types, such as custom resources. JSON contains the content with sorted keys,
/// including `apiVersion` and `kind`. There is no Protobuf encoding.
///
/// Accessors such as [`Unstructured::name`] get and set the metadata that every object has. The functions in
/// [`nested`](super::nested) access any field by path.
///
/// ```
/// use apimachinery::meta::Unstructured;
/// use apimachinery::serializer::json;
///
/// let mut gadget: Unstructured = json::from_str(r#"{"kind":"Gadget","apiVersion":"example.com/v1"}"#)?;
/// gadget.set_name("web");
/// assert_eq!(gadget.name(), "web");
/// assert_eq!(
///     json::to_string(&gadget)?,
///     r#"{"apiVersion":"example.com/v1","kind":"Gadget","metadata":{"name":"web"}}"#,
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unstructured {
    /// All fields of the object, including `apiVersion`, `kind` and `metadata`, keyed by name; nil if there are none.
    pub content: Map<Value>,
}

crate::message! { leaf Unstructured }

impl Unstructured {
    /// Creates an object from its fields, keyed by name, including `apiVersion` and `kind`. Nothing is validated.
    ///
    /// ```
    /// use apimachinery::meta::Unstructured;
    ///
    /// let pod = Unstructured::new([("kind", "Pod".into())].into());
    /// assert_eq!(pod.kind(), "Pod");
    /// ```
    #[must_use]
    pub fn new(content: Map<Value>) -> Self {
        Unstructured { content }
    }

    /// Returns the group, version and kind. As in upstream, all three are empty if `apiVersion` is invalid, even if the
    /// object has a kind.
    ///
    /// ```
    /// use apimachinery::meta::Unstructured;
    ///
    /// let mut pod = Unstructured::new([("kind", "Pod".into())].into());
    /// pod.set_api_version("v1");
    /// assert_eq!(pod.group_version_kind().to_string(), "/v1, Kind=Pod");
    /// pod.set_api_version("a/b/c");
    /// assert!(pod.group_version_kind().is_empty());
    /// ```
    #[must_use]
    pub fn group_version_kind(&self) -> GroupVersionKind {
        group_version_kind(&self.content)
    }

    /// Returns true if the content has a list `items`, regardless of the kind.
    #[must_use]
    pub fn is_list(&self) -> bool {
        self.content.get("items").is_some_and(|items| items.as_list().is_some())
    }

    /// Returns the fields of each item, keyed by name, if this object is a list.
    ///
    /// ```
    /// use apimachinery::meta::{Unstructured, Value};
    ///
    /// let item = Value::from([("kind", "Pod".into())]);
    /// let list = Unstructured::new([("items", Value::from([item]))].into());
    /// assert!(list.is_list() && list.list_items()?.len() == 1);
    ///
    /// let error = Unstructured::default().list_items().unwrap_err();
    /// assert_eq!(error.to_string(), "content is not a list");
    /// # Ok::<(), apimachinery::meta::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the object is not a list, or an item is not an object.
    pub fn list_items(&self) -> Result<Vec<&Map<Value>>, Error> {
        let items = self.content.get("items").ok_or_else(|| Error::new("content is not a list"))?;
        let not_a_list = || Error::new(format!("content is not a list: {}", items.go_type()));
        let mut objects = Vec::new();
        for item in items.as_list().ok_or_else(not_a_list)?.iter() {
            let no_object = || Error::new(format!("items member is not an object: {}", item.go_type()));
            objects.push(item.as_map().ok_or_else(no_object)?);
        }
        Ok(objects)
    }

    /// Converts the object to a list. If `items` is missing or not a list, the result has no items. The items get no
    /// kind from the list.
    ///
    /// ```
    /// use apimachinery::meta::{Unstructured, Value};
    ///
    /// let item = Value::from([("kind", "Pod".into())]);
    /// let list = Unstructured::new([("kind", "PodList".into()), ("items", Value::from([item]))].into()).into_list()?;
    /// assert_eq!((list.kind(), list.items[0].kind()), ("PodList", "Pod"));
    /// # Ok::<(), apimachinery::meta::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if an item is not an object.
    pub fn into_list(mut self) -> Result<UnstructuredList, Error> {
        let mut items = crate::field::List::nil();
        if self.is_list() {
            items.make();
            for item in self.list_items()? {
                items.push(Unstructured::new(item.clone()));
            }
        }
        self.content.remove("items");
        Ok(UnstructuredList { content: self.content, items })
    }
}

/// Returns the group, version and kind in untyped content; empty if `apiVersion` is invalid.
pub(super) fn group_version_kind(content: &Map<Value>) -> GroupVersionKind {
    let meta = type_meta(content);
    match meta.api_version.matches('/').count() {
        0 | 1 => meta.group_version_kind(),
        _ => GroupVersionKind::default(),
    }
}

/// Returns the `apiVersion` and `kind` in untyped content. Values that are not strings count as unset.
pub(super) fn type_meta(content: &Map<Value>) -> TypeMeta {
    let text = |key| content.get(key).and_then(Value::as_str).unwrap_or_default();
    TypeMeta::new(text("apiVersion"), text("kind"))
}

pub(super) fn set_type_meta(content: &mut Map<Value>, type_meta: TypeMeta) {
    content.insert("apiVersion", Value::String(type_meta.api_version));
    content.insert("kind", Value::String(type_meta.kind));
}

impl From<Map<Value>> for Unstructured {
    fn from(content: Map<Value>) -> Self {
        Unstructured { content }
    }
}

impl Sealed for Unstructured {}

impl Object for Unstructured {
    fn type_meta(&self) -> TypeMeta {
        type_meta(&self.content)
    }

    fn set_type_meta(&mut self, type_meta: TypeMeta) {
        set_type_meta(&mut self.content, type_meta);
    }

    crate::meta::object_methods! {}
}

impl Leaf for Unstructured {
    fn is_zero(&self) -> bool {
        self.content.is_nil()
    }

    fn write_json(&self, out: &mut Vec<u8>) -> Result<(), String> {
        write(out, Walk::of_map(&self.content))
    }

    fn read_json(&mut self, raw: Raw<'_>) -> Result<(), String> {
        self.set_value(parse(raw)?)
    }

    fn is_untyped(&self) -> bool {
        true
    }

    fn set_value(&mut self, value: Value) -> Result<(), String> {
        self.content = content(value)?;
        Ok(())
    }

    /// Nil content is encoded as an empty map.
    fn write_cbor(&self, out: &mut Vec<u8>) -> Result<(), String> {
        to_cbor_map(out, &self.content, None)
    }

    fn semantic_eq(&self, other: &dyn Leaf) -> bool {
        same_type::<Self>(other)
            .is_some_and(|other| Walk::of_map(&self.content).semantic_eq(Walk::of_map(&other.content)))
    }

    fn write_proto(&self, writer: &mut ProtoWriter) {
        writer.fail(not_on_the_wire(std::any::type_name::<Self>(), "encoded to"));
    }

    fn merge_proto(&mut self, _: ProtoReader<'_>) -> Result<(), WireError> {
        Err(WireError::Invalid(not_on_the_wire(std::any::type_name::<Self>(), "decoded from")))
    }
}

pub(super) fn not_on_the_wire(name: &str, verb: &str) -> String {
    format!(
        "object {name} does not implement the protobuf marshalling interface and cannot be {verb} a protobuf message"
    )
}

/// Returns the content of a document; `null` becomes nil.
pub(super) fn content(value: Value) -> Result<Map<Value>, String> {
    if value.is_null() {
        return Ok(Map::nil());
    }
    value.into_map().map_err(|value| format!("expected object, found {}", value.kind().name()))
}
