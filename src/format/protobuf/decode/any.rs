//! Decoding of fields of any type and encoding. Handles everything that [`usual`](super::usual) does not.

use std::borrow::Cow;

use super::error::{DecodeError, Loss, Result};
use super::usual::{Levels, merge_struct};
use crate::field::Str;
use crate::reflect::{
    ListMut, MapMut, Mut, ProtoReader, Shape, StructMut, Type, Unsorted, ViewMut, WireError, WireType, copied_utf8,
    utf8,
};
use crate::wire::json::decode_utf8;

/// The length in bytes from which on a text is checked and copied in blocks, since it exceeds the nearest cache.
const LONG: usize = 256 << 10;

/// Decodes one field of a struct, or skips an unknown one. Returns the length of the rest of the message.
#[inline(never)]
pub(super) fn any_field(mut target: StructMut<'_>, message: &[u8], levels: &mut Levels<'_>) -> Result<usize> {
    let shape = target.shape();
    let mut decoder = Decoder::new(ProtoReader::new(message), shape, levels);
    let tag = decoder.reader.tag().map_err(|error| DecodeError::between_fields(error, shape))?;
    if let Some((number, wire)) = tag {
        decoder.member(&mut target, number, wire)?;
    }
    Ok(decoder.reader.rest().len())
}

pub(super) struct Decoder<'a, 'b> {
    reader: ProtoReader<'b>,
    depth: usize,
    /// The table and row of the current field.
    place: (&'static Shape, usize),
    lost: &'a mut dyn FnMut(Loss),
    unsorted: &'a Unsorted,
}

impl<'a, 'b> Decoder<'a, 'b> {
    /// Creates a decoder for the fields of a struct with this table.
    pub(super) fn new(reader: ProtoReader<'b>, shape: &'static Shape, levels: &'a mut Levels<'_>) -> Self {
        Decoder { reader, depth: levels.depth, place: (shape, 0), lost: levels.lost, unsorted: levels.unsorted }
    }

    /// Decodes a field of the struct, or skips an unknown one.
    pub(super) fn member(&mut self, target: &mut StructMut<'_>, number: u32, wire: WireType) -> Result<()> {
        let shape = self.place.0;
        let Some(index) = shape.position_by_number(number) else {
            self.reader.skip(wire)?;
            (self.lost)(Loss::UnknownField(shape, number));
            return Ok(());
        };
        self.place.1 = index;
        // Most fields are text, which is decoded without a call.
        let (field, target) = target.row(index);
        let result = match target.text() {
            Ok(target) => self.string(target, wire),
            Err(target) => self.field(target, number, wire),
        };
        result.map_err(|error| error.below(field.name()))
    }

    /// Decodes the value of a field. Recursive cases are separate from the others, so that each level uses little
    /// stack.
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

    /// Decodes one value of an option or container.
    fn value(&mut self, target: Mut<'_>, wire: WireType) -> Result<()> {
        self.value_here(target, wire)
    }

    /// Decodes one value of an option or container, without a call.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value_here(&mut self, target: Mut<'_>, wire: WireType) -> Result<()> {
        match target.view() {
            ViewMut::Option(target) => self.value(target.make(), wire),
            ViewMut::Struct(target) => self.message(target, wire),
            ViewMut::List(mut target) => self.wrapped_list(&mut target, wire),
            plain => self.plain(plain, wire),
        }
    }

    fn message(&mut self, target: StructMut<'_>, wire: WireType) -> Result<()> {
        let message = self.body(wire)?;
        let mut levels = Levels { depth: self.depth, lost: self.lost, unsorted: self.unsorted };
        merge_struct(target, message, message.len(), &mut levels)
    }

    /// Decodes a scalar. Inlining saves a second dispatch, except in debug builds, where it would add all variables to
    /// the stack frame of every level.
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
        // A third of all texts are empty.
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

    /// Returns the bytes of a text or message.
    #[inline]
    fn body(&mut self, wire: WireType) -> std::result::Result<&'b [u8], WireError> {
        if wire == WireType::Length { self.reader.bytes() } else { Err(WireError::WrongWireType(wire as u64)) }
    }

    /// Decodes this item and all items that directly follow it, so that the list is allocated once. Their number is
    /// counted ahead, except for packed numbers.
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

    /// Consumes the next tag if it has this number.
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

    /// Decodes one item, or several numbers packed into one field.
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

    /// Decodes a list that is itself an item: a message with the items in field 1.
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

    /// Decodes this entry and all entries that directly follow it, so that the map is sorted once.
    fn entries(&mut self, target: &mut MapMut<'_>, number: u32, mut wire: WireType) -> Result<()> {
        let before = target.len();
        loop {
            let message = self.body(wire)?;
            self.entry(target, message)?;
            match self.follows(number) {
                Some(next) => wire = next,
                None => break,
            }
        }
        self.unsorted.leave(target, before);
        Ok(())
    }

    /// Decodes one entry. If it contains several keys or values, the last one counts. A missing value of bytes is nil,
    /// since nil is omitted by encoders.
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

    /// Returns the next text. Go keeps invalid UTF-8, which `str` cannot contain: each invalid byte becomes U+FFFD and
    /// is reported.
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

    /// Returns a decoder of other bytes for the same field.
    #[inline]
    fn over<'c, 'd>(&'c mut self, bytes: &'d [u8]) -> Decoder<'c, 'd> {
        Decoder { reader: ProtoReader::new(bytes), lost: self.lost, ..*self }
    }
}
