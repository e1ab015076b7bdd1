use std::borrow::Cow;
use std::fmt;

use crate::field::Str;
use crate::format::{MAX_TYPED_DEPTH, WarningKind};
use crate::reflect::{
    ListMut, MapMut, Mut, ProtoReader, Shape, StructMut, Type, ViewMut, WireError, WireType, copied_utf8, utf8,
};
use crate::wire::json::decode_utf8;

/// Why a message could not be decoded, and where.
#[derive(Debug)]
pub(crate) struct DecodeError {
    /// The path of the field.
    path: String,
    /// The type of the message; empty if it is not known.
    message: &'static str,
    error: WireError,
}

impl From<WireError> for Box<DecodeError> {
    #[cold]
    fn from(error: WireError) -> Self {
        Box::new(DecodeError { path: String::new(), message: "", error })
    }
}

impl DecodeError {
    #[cold]
    fn below(mut self: Box<Self>, name: &str) -> Box<Self> {
        if !self.path.is_empty() && !name.is_empty() {
            self.path.insert(0, '.');
        }
        self.path.insert_str(0, name);
        self
    }

    #[cold]
    fn between_fields(error: WireError, shape: &'static Shape) -> Box<Self> {
        Box::new(DecodeError { path: String::new(), message: shape.name(), error })
    }
}

/// Upstream's texts, with the path in front of those that name no field.
impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DecodeError { path, message, error } = self;
        match error {
            WireError::WrongWireType(_) if !path.is_empty() => return write!(f, "{error} for field {path}"),
            _ if path.is_empty() => {}
            _ => write!(f, "{path}: ")?,
        }
        match error {
            _ if message.is_empty() => error.fmt(f),
            WireError::IllegalTag(tag, wire) => write!(f, "proto: {message}: illegal tag {tag} (wire type {wire})"),
            WireError::EndGroup => write!(f, "proto: {message}: wiretype end group for non-group"),
            other => other.fmt(f),
        }
    }
}

/// The error is boxed, so that what nearly always is nothing comes back in a register.
type Result<T> = std::result::Result<T, Box<DecodeError>>;

/// Something that a message says and a value does not keep. Its text names the type and the field.
///
/// ```
/// use apimachinery::meta::Str;
/// use apimachinery::reflect::Mut;
/// use apimachinery::serializer::protobuf::{self, Loss};
/// # #[derive(Clone, Default, PartialEq)]
/// # struct Ping { message: Str }
/// # apimachinery::message! { Ping { message => "message", 1, Empty; } }
///
/// let mut lost = Vec::new();
/// protobuf::merge(Mut::new(&mut Ping::default()), &[0x0a, 1, 0xff], &mut |loss| lost.push(loss))?;
/// assert!(matches!(lost[..], [Loss::InvalidText(_, "message")]));
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Loss {
    /// A field that the type, by its table, does not have, by its number.
    UnknownField(&'static Shape, u32),
    /// A text that is not UTF-8, in a field of the type, by its JSON name.
    InvalidText(&'static Shape, &'static str),
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::UnknownField(shape, number) => write!(f, "{} number {number}", shape.name()),
            Loss::InvalidText(shape, name) => write!(f, "{}.{name}", shape.name()),
        }
    }
}

impl From<Loss> for WarningKind {
    fn from(loss: Loss) -> Self {
        match loss {
            Loss::UnknownField(..) => WarningKind::UnknownField(loss.to_string()),
            Loss::InvalidText(..) => WarningKind::InvalidText(loss.to_string()),
        }
    }
}

/// From how many bytes on a text is better checked and copied block by block: the nearest cache does not hold it.
const LONG: usize = 256 << 10;

/// Merges a message into a struct by its table: the last of repeated scalars wins, messages
/// merge, lists and maps grow, unknown fields are passed over.
///
/// `lost` hears of what the message says and the value does not keep.
fn merge_struct(target: &mut StructMut<'_>, message: &[u8], depth: usize, lost: &mut dyn FnMut(Loss)) -> Result<()> {
    if depth >= MAX_TYPED_DEPTH {
        return Err(WireError::TooDeep.into());
    }
    let shape = target.shape();
    let mut decoder = Decoder { reader: ProtoReader::new(message), depth, place: (shape, 0), lost };
    let between_fields = |error| DecodeError::between_fields(error, shape);
    while let Some((number, wire)) = decoder.reader.tag().map_err(between_fields)? {
        decoder.member(target, number, wire)?;
    }
    Ok(())
}

/// Merges one field into a struct: its value, whose tag was read elsewhere.
#[cfg(feature = "prost")]
pub(crate) fn merge_field(target: &mut StructMut<'_>, number: u32, wire: WireType, value: &[u8]) -> Result<()> {
    let place = (target.shape(), 0);
    Decoder { reader: ProtoReader::new(value), depth: 0, place, lost: &mut |_| () }.member(target, number, wire)
}

/// Merges a message into whatever may be one: a struct by its table, a leaf by its own rules.
pub(crate) fn merge_body(target: Mut<'_>, message: &[u8], lost: &mut dyn FnMut(Loss)) -> Result<()> {
    match target.view() {
        ViewMut::Struct(mut target) => merge_struct(&mut target, message, 0, lost),
        ViewMut::Leaf(target) => Ok(target.merge_proto(ProtoReader::new(message))?),
        ViewMut::Option(target) => merge_body(target.make(), message, lost),
        _ => Err(WireError::Invalid("only structs and leaves are read from messages".into()).into()),
    }
}

struct Decoder<'a, 'b> {
    reader: ProtoReader<'b>,
    depth: usize,
    /// The table and the row of the field that is read.
    place: (&'static Shape, usize),
    lost: &'a mut dyn FnMut(Loss),
}

impl<'b> Decoder<'_, 'b> {
    /// A field of the struct, or one that it does not have.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn member(&mut self, target: &mut StructMut<'_>, number: u32, wire: WireType) -> Result<()> {
        let shape = self.place.0;
        let Some(index) = shape.position_by_number(number) else {
            self.reader.skip(wire)?;
            (self.lost)(Loss::UnknownField(shape, number));
            return Ok(());
        };
        self.place.1 = index;
        // Most are texts: no call for them.
        let (field, target) = target.row(index);
        let result = match target.text() {
            Ok(target) => self.string(target, wire),
            Err(target) => self.field(target, number, wire),
        };
        result.map_err(|error| error.below(field.name()))
    }

    /// The value of a field. What recurses is kept apart from what does not, so that a level of
    /// nesting takes little of the stack.
    #[inline]
    fn field(&mut self, target: Mut<'_>, number: u32, wire: WireType) -> Result<()> {
        match target.view() {
            ViewMut::Option(target) => self.value_here(target.make(), wire),
            ViewMut::Struct(target) => self.message(target, wire),
            ViewMut::List(mut target) => self.items(&mut target, number, wire),
            ViewMut::Map(mut target) => self.entries(&mut target, number, wire),
            plain => self.plain(plain, wire),
        }
    }

    /// One value of an option or of a container.
    fn value(&mut self, target: Mut<'_>, wire: WireType) -> Result<()> {
        self.value_here(target, wire)
    }

    /// The same without a call.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value_here(&mut self, target: Mut<'_>, wire: WireType) -> Result<()> {
        match target.view() {
            ViewMut::Option(target) => self.value(target.make(), wire),
            ViewMut::Struct(target) => self.message(target, wire),
            ViewMut::List(mut target) => self.wrapped_list(&mut target, wire),
            plain => self.plain(plain, wire),
        }
    }

    fn message(&mut self, mut target: StructMut<'_>, wire: WireType) -> Result<()> {
        let message = self.body(wire)?;
        merge_struct(&mut target, message, self.depth + 1, self.lost)
    }

    /// A value that holds no other. One dispatch instead of two when it is inlined; a debug build would
    /// put all of its variables on the stack of every level.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn plain(&mut self, target: ViewMut<'_>, wire: WireType) -> Result<()> {
        match (target, wire) {
            (ViewMut::Str(target), wire) => return self.string(target, wire),
            (ViewMut::Int32(target), WireType::Varint) => *target = self.reader.varint()? as i32,
            (ViewMut::Int64(target), WireType::Varint) => *target = self.reader.varint()? as i64,
            (ViewMut::Bool(target), WireType::Varint) => *target = self.reader.varint()? != 0,
            (ViewMut::Double(target), WireType::Fixed64) => *target = f64::from_bits(self.reader.fixed64()?),
            (ViewMut::Bytes(target), WireType::Length) => *target = self.reader.bytes()?.into(),
            (ViewMut::Leaf(target), WireType::Length) => {
                target.merge_proto(ProtoReader::new(self.reader.bytes()?))?;
            }
            (_, wire) => return Err(WireError::WrongWireType(wire as u64).into()),
        }
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn string(&mut self, target: &mut Str, wire: WireType) -> Result<()> {
        let bytes = self.body(wire)?;
        // Of a third of all texts nothing is said but that they are there.
        if bytes.is_empty() && target.is_empty() {
            return Ok(());
        }
        if bytes.len() >= LONG {
            self.long_string(target, bytes);
        } else if let Some(text) = utf8(bytes) {
            target.set(text);
        } else {
            self.replaced_string(target, bytes);
        }
        Ok(())
    }

    #[cold]
    fn replaced_string(&mut self, target: &mut Str, bytes: &'b [u8]) {
        target.set(&self.replaced(bytes));
    }

    #[cold]
    fn long_string(&mut self, target: &mut Str, bytes: &'b [u8]) {
        *target = match copied_utf8(bytes) {
            Some(text) => text.into(),
            None => self.replaced(bytes).into(),
        };
    }

    /// The bytes of a text or a message.
    #[inline]
    fn body(&mut self, wire: WireType) -> std::result::Result<&'b [u8], WireError> {
        if wire == WireType::Length { self.reader.bytes() } else { Err(WireError::WrongWireType(wire as u64)) }
    }

    /// This item and those that follow it, so that the list is made in one piece. It gets room for those that are
    /// counted ahead, which packed numbers cannot be.
    fn items(&mut self, target: &mut ListMut<'_>, number: u32, mut wire: WireType) -> Result<()> {
        if wire == WireType::Length && target.item_type().wire() == WireType::Length {
            target.reserve(self.reader.count(number));
        }
        loop {
            self.item(target, wire)?;
            match self.follows(number) {
                Some(next) => wire = next,
                None => return Ok(()),
            }
        }
    }

    /// Takes the next tag if it has this number.
    #[inline]
    fn follows(&mut self, number: u32) -> Option<WireType> {
        let mut ahead = self.reader.clone();
        match ahead.tag() {
            Ok(Some((next, wire))) if next == number => {
                self.reader = ahead;
                Some(wire)
            }
            _ => None,
        }
    }

    /// One item, or several numbers packed into one field.
    fn item(&mut self, target: &mut ListMut<'_>, wire: WireType) -> Result<()> {
        let number = match target.item_type() {
            Type::Bool | Type::Int32 | Type::Int64 => WireType::Varint,
            Type::Double => WireType::Fixed64,
            _ => return self.value(target.push(), wire),
        };
        if wire != WireType::Length {
            return self.value(target.push(), wire);
        }
        let packed = self.reader.bytes()?;
        let mut packed = self.over(packed);
        while !packed.reader.is_at_end() {
            packed.value(target.push(), number)?;
        }
        Ok(())
    }

    /// A list that is an item itself: a message with the items in field 1.
    fn wrapped_list(&mut self, target: &mut ListMut<'_>, wire: WireType) -> Result<()> {
        let message = self.body(wire)?;
        let mut inside = self.over(message);
        target.truncate(0);
        while let Some((number, wire)) = inside.reader.tag()? {
            match number {
                1 => inside.item(target, wire)?,
                _ => inside.reader.skip(wire)?,
            }
        }
        Ok(())
    }

    /// This entry and those that follow it, so that a map is put in order once.
    fn entries(&mut self, target: &mut MapMut<'_>, number: u32, mut wire: WireType) -> Result<()> {
        loop {
            let message = self.body(wire)?;
            self.entry(target, message)?;
            match self.follows(number) {
                Some(next) => wire = next,
                None => return Ok(()),
            }
        }
    }

    /// One entry; of several keys or values the last counts. Bytes that are not there are nil: so they
    /// were when they were left out.
    fn entry(&mut self, target: &mut MapMut<'_>, message: &'b [u8]) -> Result<()> {
        let mut inside = self.over(message);
        let (mut key, mut value) = (Cow::Borrowed(""), None);
        while let Some((number, wire)) = inside.reader.tag()? {
            match number {
                1 if wire == WireType::Length => key = inside.text()?,
                1 => return Err(WireError::WrongWireType(wire as u64).into()),
                2 => {
                    value = Some((inside.reader.clone(), wire));
                    inside.reader.skip(wire)?;
                }
                _ => inside.reader.skip(wire)?,
            }
        }
        let target = target.append(&key);
        let Some((reader, wire)) = value else { return Ok(()) };
        inside.reader = reader;
        inside.value(target, wire).map_err(|error| error.below(&key))
    }

    /// Go keeps bytes that are no UTF-8; a `str` cannot, so each becomes U+FFFD, and that is reported.
    #[inline]
    fn text(&mut self) -> std::result::Result<Cow<'b, str>, WireError> {
        let bytes = self.reader.bytes()?;
        Ok(match utf8(bytes) {
            Some(text) => Cow::Borrowed(text),
            None => self.replaced(bytes),
        })
    }

    #[cold]
    fn replaced(&mut self, bytes: &'b [u8]) -> Cow<'b, str> {
        let (shape, index) = self.place;
        (self.lost)(Loss::InvalidText(shape, shape.fields()[index].name()));
        decode_utf8(bytes)
    }

    /// The same decoder over other bytes of the same field.
    #[inline]
    fn over<'c, 'd>(&'c mut self, bytes: &'d [u8]) -> Decoder<'c, 'd> {
        Decoder { reader: ProtoReader::new(bytes), depth: self.depth, place: self.place, lost: self.lost }
    }
}
