use super::Unstructured;
use super::object::{content, group_version_kind, not_on_the_wire, set_type_meta, type_meta};
use crate::field::value::{Walk, to_cbor_map, write};
use crate::field::{List, Map, Str, Value};
use crate::meta::leaf::same_type;
use crate::meta::object::sealed::Sealed;
use crate::meta::{Error, Object, ObjectList, TypeMeta};
use crate::reflect::{Leaf, ProtoReader, ProtoWriter, Raw, WireError, parse};
use crate::schema::GroupVersionKind;
use crate::wire::cbor::{Major, write_head};
use crate::wire::escape::write_string;

/// A list of objects of any kind. Counterpart of `unstructured.UnstructuredList`.
///
/// JSON contains the items under `items`, next to the other content; it is always a list. When a list is decoded, items
/// that have neither `kind` nor `apiVersion`, because servers omit them, get the `apiVersion` of the list, and its
/// `kind` without the suffix `List`.
///
/// ```
/// use apimachinery::meta::UnstructuredList;
/// use apimachinery::serializer::json;
///
/// let pods: UnstructuredList = json::from_str(r#"{"kind":"PodList","apiVersion":"v1","items":[{}]}"#)?;
/// assert_eq!(pods.items[0].kind(), "Pod");
/// assert_eq!(
///     json::to_string(&pods)?,
///     r#"{"apiVersion":"v1","items":[{"apiVersion":"v1","kind":"Pod"}],"kind":"PodList"}"#,
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnstructuredList {
    /// All fields of the list other than `items`, keyed by field name; nil if there are none. An entry `items` in it is
    /// not encoded.
    pub content: Map<Value>,
    /// The items of the list, in order.
    pub items: List<Unstructured>,
}

crate::message! { leaf UnstructuredList }

impl UnstructuredList {
    /// Returns the group, version and kind. The result is empty, without even the kind, if `apiVersion` is invalid.
    ///
    /// ```
    /// use apimachinery::meta::UnstructuredList;
    ///
    /// let mut pods = UnstructuredList::default();
    /// pods.set_kind("PodList");
    /// pods.set_api_version("v1");
    /// assert_eq!(pods.group_version_kind().to_string(), "/v1, Kind=PodList");
    /// ```
    #[must_use]
    pub fn group_version_kind(&self) -> GroupVersionKind {
        group_version_kind(&self.content)
    }

    /// Creates a list from the fields of a list, keyed by name, whose `items` are moved to [`UnstructuredList::items`].
    /// Items that are not objects are dropped. Unlike [`UnstructuredList::from_document`], it does not give the items a
    /// kind. Counterpart of `SetUnstructuredContent`.
    ///
    /// ```
    /// use apimachinery::meta::{Map, UnstructuredList, Value};
    ///
    /// let item = Value::from([("kind", "Pod".into())]);
    /// let list = UnstructuredList::from_content([("items", Value::from([item, 1.into()]))].into());
    /// assert_eq!(list.items.len(), 1);
    /// assert_eq!(list.into_content().get("items").and_then(Value::as_list).map(|items| items.len()), Some(1));
    /// ```
    #[must_use]
    pub fn from_content(mut content: Map<Value>) -> Self {
        let items = content.remove("items").and_then(|items| items.into_list().ok()).unwrap_or_default();
        let mut objects = Vec::with_capacity(items.len());
        for item in items {
            objects.extend(item.into_map().ok().map(Unstructured::new));
        }
        UnstructuredList { items: objects.into(), content }
    }

    /// Consumes the list and returns its fields, keyed by name, including the items under `items`. The inverse of
    /// [`UnstructuredList::from_content`].
    #[must_use]
    pub fn into_content(self) -> Map<Value> {
        let mut content = self.content;
        let mut items = Vec::with_capacity(self.items.len());
        for item in self.items {
            items.push(Value::Map(item.content));
        }
        content.insert("items", items.into());
        content
    }

    /// Creates a list from a decoded document. Items that have neither `kind` nor `apiVersion`, because servers omit
    /// them, get the `apiVersion` of the list, and its `kind` without the suffix `List`.
    ///
    /// ```
    /// use apimachinery::meta::{UnstructuredList, Value};
    ///
    /// let items = Value::from([Value::Map([("a", Value::Null)].into())]);
    /// let list = UnstructuredList::from_document([("kind", "PodList".into()), ("items", items)].into())?;
    /// assert_eq!(list.items[0].kind(), "Pod");
    /// # Ok::<(), apimachinery::meta::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if `items` is not a list, or an item is not an object.
    pub fn from_document(mut content: Map<Value>) -> Result<Self, Error> {
        let items = match content.remove("items") {
            None | Some(Value::Null) => List::default(),
            Some(items) => items.into_list().map_err(|items| mismatch("items", "array", &items))?,
        };
        let of_list = type_meta(&content);
        let kind = of_list.kind.strip_suffix("List").unwrap_or(&of_list.kind);
        let of_items = TypeMeta::new(of_list.api_version.clone(), kind);
        let mut objects = Vec::with_capacity(items.len());
        for item in items {
            objects.push(read_item(objects.len(), item, &of_items)?);
        }
        Ok(UnstructuredList { content, items: objects.into() })
    }
}

fn mismatch(path: &str, expected: &str, found: &Value) -> Error {
    Error::new(format!("{path}: expected {expected}, found {}", found.kind().name()))
}

fn read_item(index: usize, item: Value, of_list: &TypeMeta) -> Result<Unstructured, Error> {
    let content = match item {
        Value::Null => Map::nil(),
        item => item.into_map().map_err(|item| mismatch(&format!("items[{index}]"), "object", &item))?,
    };
    let mut item = Unstructured::new(content);
    if item.type_meta() == TypeMeta::default() {
        item.set_type_meta(of_list.clone());
    }
    Ok(item)
}

impl Sealed for UnstructuredList {}

impl Object for UnstructuredList {
    fn type_meta(&self) -> TypeMeta {
        type_meta(&self.content)
    }

    fn set_type_meta(&mut self, type_meta: TypeMeta) {
        set_type_meta(&mut self.content, type_meta);
    }

    fn as_list(&self) -> Option<&dyn ObjectList> {
        Some(&self.items)
    }

    fn as_list_mut(&mut self) -> Option<&mut dyn ObjectList> {
        Some(&mut self.items)
    }

    crate::meta::object_methods! {}
}

impl Leaf for UnstructuredList {
    fn is_zero(&self) -> bool {
        self.content.is_nil() && self.items.is_nil()
    }

    fn write_json(&self, out: &mut Vec<u8>) -> Result<(), String> {
        out.push(b'{');
        let entries = self.content.entries();
        let (before, after) = entries.split_at(entries.partition_point(|(key, _)| key.as_str() < "items"));
        write_entries(out, before)?;
        write_name(out, "items");
        write_items(out, &self.items)?;
        write_entries(out, after)?;
        out.push(b'}');
        Ok(())
    }

    fn read_json(&mut self, raw: Raw<'_>) -> Result<(), String> {
        self.set_value(parse(raw)?)
    }

    fn is_untyped(&self) -> bool {
        true
    }

    fn set_value(&mut self, value: Value) -> Result<(), String> {
        *self = Self::from_document(content(value)?).map_err(|error| error.to_string())?;
        Ok(())
    }

    fn write_cbor(&self, out: &mut Vec<u8>) -> Result<(), String> {
        to_cbor_map(
            out,
            &self.content,
            Some(&|out| {
                write_head(out, Major::List, self.items.len() as u64);
                self.items.iter().try_for_each(|item| item.write_cbor(out))
            }),
        )
    }

    fn semantic_eq(&self, other: &dyn Leaf) -> bool {
        let Some(other) = same_type::<Self>(other) else { return false };
        let same_items = || self.items.iter().zip(&other.items).all(|(a, b)| a.semantic_eq(b));
        Walk::of_map(&self.content).semantic_eq(Walk::of_map(&other.content))
            && self.items.len() == other.items.len()
            && same_items()
    }

    fn write_proto(&self, writer: &mut ProtoWriter) {
        writer.fail(not_on_the_wire(std::any::type_name::<Self>(), "encoded to"));
    }

    fn merge_proto(&mut self, _: ProtoReader<'_>) -> Result<(), WireError> {
        Err(WireError::Invalid(not_on_the_wire(std::any::type_name::<Self>(), "decoded from")))
    }
}

fn write_entries(out: &mut Vec<u8>, entries: &[(Str, Value)]) -> Result<(), String> {
    for (key, value) in entries.iter().filter(|(key, _)| *key != "items") {
        write_name(out, key);
        write(out, Walk::new(value))?;
    }
    Ok(())
}

/// Writes a field name, preceded by a comma unless it is the first one. No value ends with the opening brace of an
/// object.
fn write_name(out: &mut Vec<u8>, name: &str) {
    if !out.ends_with(b"{") {
        out.push(b',');
    }
    write_string(out, name);
    out.push(b':');
}

fn write_items(out: &mut Vec<u8>, items: &List<Unstructured>) -> Result<(), String> {
    out.push(b'[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        item.write_json(out)?;
    }
    out.push(b']');
    Ok(())
}
