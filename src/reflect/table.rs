//! The data of type tables: the descriptions of types, the rows of structs, and when JSON omits a field.
//!
//! These types name each other, so they are declared together. Modules above this one add functions to them.

use std::alloc::Layout;
use std::mem::offset_of;
use std::sync::OnceLock;
use std::sync::atomic::AtomicPtr;

use super::leaf::Leaf;
use super::vector::VectorType;
use crate::field::Str;
#[cfg(doc)]
use crate::field::{Bytes, List, Map};

/// The description of a type that implements [`Reflect`]. Counterpart of Go's `reflect.Type`.
///
/// Structs are described by references to their tables, which are statics, so that the tables of recursive types can
/// refer to each other.
///
/// ```
/// use apimachinery::meta::{List, Str};
/// use apimachinery::reflect::{Reflect, Type};
///
/// fn word(ty: Type) -> &'static str {
///     match ty {
///         Type::List(_) => "array",
///         Type::Str => "string",
///         _ => "something else",
///     }
/// }
/// assert_eq!(word(<List<Str>>::TYPE), "array");
/// ```
#[derive(Clone, Copy)]
pub enum Type {
    /// The type `bool`.
    Bool,
    /// The type `i32`.
    Int32,
    /// The type `i64`.
    Int64,
    /// The type `f64`.
    Double,
    /// A [`Str`], the string type of this crate.
    Str,
    /// A [`Bytes`], the byte string type of this crate.
    Bytes,
    /// A type with its own encoding, which implements [`Leaf`](super::Leaf), such as a time or a quantity.
    Leaf(&'static LeafType),
    /// A struct with a type table, which implements [`Message`].
    Struct(&'static Shape),
    /// A `Box`, which every format encodes like its content.
    Boxed(&'static BoxType),
    /// An `Option`, the counterpart of a Go pointer.
    Option(&'static OptionType),
    /// A [`List`], the counterpart of a Go slice.
    List(&'static ListType),
    /// A [`Map`], the counterpart of a Go map with string keys.
    Map(&'static MapType),
}

/// A type that has a [`Type`] description and can therefore be the type of a field: plain values, types with their own
/// encoding ([`Leaf`](super::Leaf)), structs with a type table, and options, boxes, lists and maps of these.
///
/// Every format can decode and encode such a type:
///
/// ```
/// use apimachinery::meta::{List, Map};
/// use apimachinery::reflect::Reflect;
///
/// fn json<T: Reflect>(value: &T) -> String {
///     apimachinery::serializer::json::to_string(value).unwrap_or_default()
/// }
/// assert_eq!(json(&Map::from([("a", List::from([Some(1), None]))])), r#"{"a":[1,null]}"#);
/// ```
///
/// # Safety
///
/// [`Reflect::TYPE`] must describe exactly this type, because cursors access memory by it. Use
/// [`message!`](crate::message), which guarantees this.
pub unsafe trait Reflect: Send + Sync + 'static {
    /// The description of this type. Cursors use it to read and change values.
    const TYPE: Type;
}

/// A struct with a type table, which describes its fields. The default value must be the zero value, from which decoding
/// starts. Use [`message!`](crate::message) to implement it.
///
/// ```
/// use apimachinery::reflect::Message;
///
/// fn numbers<T: Message>() -> Vec<u32> {
///     T::shape().fields().iter().map(|field| field.number()).collect()
/// }
/// # #[derive(Clone, Default, PartialEq)]
/// # struct Port { number: i32, inlined: i32 }
/// # apimachinery::message! { Port { number => "number", 2, Never; inlined => "inlined", 0, Never; } }
/// assert_eq!(numbers::<Port>(), [2, 0]);
/// ```
///
/// # Safety
///
/// [`Message::shape`] must return the table of exactly this type. [`message!`](crate::message) guarantees this.
pub unsafe trait Message: Reflect + Clone + Default + PartialEq {
    /// Returns the type table, which describes the fields of the struct.
    fn shape() -> &'static Shape;
}

/// The functions of a type with its own encoding, in the description [`Type::Leaf`]. It has no public methods other
/// than [`LeafType::of`]; read and change values with a [`Ref`](super::Ref) or a [`Mut`](super::Mut).
///
/// ```
/// use apimachinery::meta::Time;
/// use apimachinery::reflect::{Reflect, Type};
///
/// assert!(matches!(Time::TYPE, Type::Leaf(_)));
/// ```
pub struct LeafType {
    pub(super) get: fn(*const u8) -> *const dyn Leaf,
    pub(super) get_mut: fn(*mut u8) -> *mut dyn Leaf,
    pub(super) clear: fn(&mut dyn Leaf),
    /// `None` for types that do not implement [`ByTable`](super::generated::ByTable).
    pub(super) plain: Option<PlainLeaf>,
}

/// The functions by which tables copy and compare leaves.
pub(super) struct PlainLeaf {
    /// Turns a copy of a value's bytes into an independent value. `None` for types that own no memory.
    pub(super) own: Option<unsafe fn(*mut u8)>,
    pub(super) eq: fn(&dyn Leaf, &dyn Leaf) -> bool,
}

/// The description of the content of a `Box`, in [`Type::Boxed`]. It has no public methods: cursors provide access to
/// the content of a box and never show the box.
///
/// ```
/// use apimachinery::reflect::{Reflect, Type};
/// # #[derive(Clone, Default, PartialEq)]
/// # struct Tree { left: Option<Box<Tree>> }
/// # apimachinery::message! { Tree { left => "left", 1, Empty; } }
///
/// assert!(matches!(<Box<Tree>>::TYPE, Type::Boxed(_)));
/// ```
pub struct BoxType {
    pub(super) inner: Type,
    pub(super) layout: Layout,
    /// Writes a zero value to uninitialized memory.
    pub(super) zero: unsafe fn(*mut u8),
    /// Drops the value and leaves its memory allocated.
    pub(super) drop: unsafe fn(*mut u8),
}

impl BoxType {
    /// Returns the type of the value in the box.
    pub(crate) fn inner(&self) -> Type {
        self.inner
    }
}

/// A function that returns a pointer to the value of an option, or null for `None`. It may be called with a pointer to a
/// live option of the type to whose description it belongs.
pub(crate) type OptionGetter = unsafe fn(*const u8) -> *const u8;

/// The description of an `Option` and its value, in [`Type::Option`]. It has no public methods; read values with
/// [`View::Option`](super::View::Option) and change them with an [`OptionMut`](super::OptionMut).
///
/// ```
/// use apimachinery::reflect::{Reflect, Type};
///
/// assert!(matches!(<Option<i32>>::TYPE, Type::Option(_)));
/// ```
pub struct OptionType {
    pub(super) inner: Type,
    pub(super) get: OptionGetter,
    /// Returns the value, which is created if the option is `None`.
    pub(super) make: Option<unsafe fn(*mut u8) -> *mut u8>,
    pub(super) clear: unsafe fn(*mut u8, &OptionType),
}

impl OptionType {
    /// Returns the function that returns the value of an option.
    #[inline]
    pub(crate) fn getter(&self) -> OptionGetter {
        self.get
    }

    /// Returns the type of the value.
    pub(crate) fn inner(&self) -> Type {
        self.inner
    }

    /// Returns the box in the option. Such an option is a pointer, which is null for `None`; the language guarantees
    /// this.
    #[inline]
    pub(crate) fn boxed(&self) -> Option<&'static BoxType> {
        if let Type::Boxed(ty) = self.inner { Some(ty) } else { None }
    }
}

/// The description of a [`List`](crate::meta::List) and its items, in [`Type::List`]. It has no public methods; read
/// lists with a [`ListRef`](super::ListRef) and change them with a [`ListMut`](super::ListMut).
///
/// ```
/// use apimachinery::meta::List;
/// use apimachinery::reflect::{Reflect, Type};
///
/// assert!(matches!(<List<i32>>::TYPE, Type::List(_)));
/// ```
pub struct ListType {
    pub(super) item: Type,
    pub(super) vector: VectorType,
}

impl ListType {
    /// Returns true if lists of this type have the layout that [`Vector`](super::Vector) reads.
    #[inline]
    pub(crate) fn is_vector(&self) -> bool {
        self.vector.fits
    }

    /// Returns the size of an item, which is the distance between two items.
    #[inline]
    pub(crate) fn item_size(&self) -> usize {
        self.vector.size()
    }

    /// Returns the type of the items.
    #[inline]
    pub(crate) fn item(&self) -> Type {
        self.item
    }
}

/// The description of a [`Map`](crate::meta::Map) and its values, in [`Type::Map`]. It has no public methods; read maps
/// with a [`MapRef`](super::MapRef) and change them with a [`MapMut`](super::MapMut).
///
/// ```
/// use apimachinery::meta::Map;
/// use apimachinery::reflect::{Reflect, Type};
///
/// assert!(matches!(<Map<i32>>::TYPE, Type::Map(_)));
/// ```
pub struct MapType {
    pub(super) value: Type,
    /// The layout of the entries, which consist of a key and a value at these offsets.
    pub(super) vector: VectorType,
    pub(super) key: usize,
    pub(super) at: usize,
    pub(super) restore_order: unsafe fn(*mut u8),
}

impl MapType {
    /// Returns true if maps of this type have the layout that [`Vector`](super::Vector) reads.
    #[inline]
    pub(crate) fn is_vector(&self) -> bool {
        self.vector.fits
    }

    /// Returns true if each entry has the layout of a pair of strings. The language does not promise this for a map of
    /// named texts.
    #[inline]
    pub(crate) fn has_text_pairs(&self) -> bool {
        let are_pairs = self.vector.size() == size_of::<(Str, Str)>()
            && [self.key, self.at] == [offset_of!((Str, Str), 0), offset_of!((Str, Str), 1)];
        matches!(self.value, Type::Str) && are_pairs
    }

    /// Returns the type of the values.
    #[inline]
    pub(crate) fn value(&self) -> Type {
        self.value
    }
}

/// A row of a [`Shape`](super::Shape), which describes one field: its JSON name, Protobuf number, type, and when JSON
/// omits it. The table of a struct also has rows for the fields of inlined structs, which JSON writes directly in the
/// outer object.
///
/// ```
/// use apimachinery::reflect::{Message, Omit, Type};
/// # #[derive(Clone, Default, PartialEq)]
/// # struct Port { number: i32 }
/// # apimachinery::message! { Port { number => "number", 2, Never; } }
///
/// let field = &Port::shape().fields()[0];
/// assert_eq!((field.name(), field.number(), field.omit()), ("number", 2, Omit::Never));
/// assert_eq!(field.key(), r#""number":"#);
/// assert!(matches!(field.ty(), Type::Int32));
/// ```
#[repr(align(64))]
pub struct Field {
    /// Only compared if the words do not decide.
    pub(super) key: &'static &'static str,
    /// The first eight bytes of the key, so that a mismatch costs one comparison. A shorter key is padded with zero
    /// bits.
    pub(super) word: u64,
    /// The next eight bytes of the key. A shorter key is padded with zeros.
    pub(super) second: u64,
    /// The last eight bytes of the key, or all of a shorter one. With the others they decide for keys of up to 24
    /// bytes.
    pub(super) tail: u64,
    pub(super) ty: Type,
    pub(super) offset: u32,
    pub(super) number: u32,
    pub(super) omit: Omit,
    /// The number of bits by which `word` was shifted.
    pub(super) shift: u8,
    /// The bytes of the tag as a little-endian word, or 0 if the tag has more than two bytes or does not exist.
    pub(super) head: u16,
    pub(super) key_len: u16,
}

/// The condition under which JSON, YAML and CBOR omit a field. Protobuf does not use it: there, options are omitted if
/// they are `None`, lists and maps if they are empty, and other fields never.
///
/// ```
/// use apimachinery::meta::List;
/// use apimachinery::serializer::json;
///
/// #[derive(Clone, Default, PartialEq)]
/// struct Lists { never: List<i32>, empty: List<i32>, zero: List<i32> }
/// apimachinery::message! {
///     Lists { never => "never", 1, Never; empty => "empty", 2, Empty; zero => "zero", 3, Zero; }
/// }
///
/// assert_eq!(json::to_string(&Lists::default())?, r#"{"never":null}"#);
/// let [never, empty, zero] = [(); 3].map(|()| List::from([]));
/// assert_eq!(json::to_string(&Lists { never, empty, zero })?, r#"{"never":[],"zero":[]}"#);
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Omit {
    /// The field is always written: as `null` if it is nil or unset, and otherwise with its value, even if it is zero.
    Never,
    /// The field is omitted if it is nil, zero or empty; structs and types with their own encoding are never omitted.
    /// Counterpart of Go's `omitempty`.
    Empty,
    /// The field is omitted if it has the zero value of its type. Counterpart of Go's `omitzero`.
    Zero,
}

/// The offset and the type of a field.
#[doc(hidden)]
pub struct Place {
    pub(super) offset: u32,
    pub(super) ty: Type,
}

/// The places of a struct that may own memory, by type.
#[derive(Default)]
pub(super) struct CopyPlan {
    pub(super) texts: Vec<u32>,
    /// `Option<Box<_>>` fields.
    pub(super) pointers: Vec<(u32, &'static BoxType)>,
    pub(super) lists: Vec<(u32, &'static ListType)>,
    pub(super) others: Vec<Place>,
}

/// The number of plans that a table can have.
pub(super) const PLANS: usize = 5;

/// The type table of a struct: a [`Field`] for every field, in the order of JSON. It is the counterpart of Go's
/// `reflect.Type` for structs. [`message!`](crate::message) creates one static table for each type, even if two types
/// have the same fields, so tables can be compared by address.
///
/// ```
/// use apimachinery::reflect::Message;
/// # #[derive(Clone, Default, PartialEq)]
/// # struct Port { number: i32, name: Option<apimachinery::meta::Str> }
/// # apimachinery::message! { Port { number => "number", 2, Never; name => "name", 1, Empty; } }
///
/// let shape = Port::shape();
/// assert_eq!(shape.name(), "Port");
/// assert_eq!(shape.fields().len(), shape.json_fields().len());
/// assert_eq!(shape.by_number(), [1, 0], "on the wire the name, field 1, comes first");
/// ```
#[repr(C, align(64))]
pub struct Shape {
    // The members that every operation needs share a cache line.
    pub(super) fields: &'static [Field],
    pub(super) json_fields: &'static [Field],
    /// The number of cache lines of a struct, up to the start of the last field.
    pub(super) lines: u8,
    pub(super) union: bool,
    /// The compiled plans of the encodings, of types that only the module above knows; see [`Shape::plan`]. Null until
    /// the first use. The first three share a cache line with the members above.
    pub(super) plans: [AtomicPtr<()>; PLANS],
    pub(super) name: &'static str,
    /// All fields, each once, for structs that are copied and compared by their tables.
    pub(super) places: &'static [Place],
    /// Created when the first value is copied.
    pub(super) copy_plan: OnceLock<CopyPlan>,
    /// Created when Protobuf first needs it.
    pub(super) by_number: OnceLock<Box<[u8]>>,
    /// The rows of the lowest numbers, which nearly all fields have, so that they are found without a search.
    pub(super) low_numbers: [u8; 64],
}
