use crate::order::sort_by;
use crate::reflect::Field;
use crate::wire::cbor::write_text;
use crate::wire::words::same_eights;

/// The name of a row in CBOR: a byte string with its head. It is kept in a few words, so that a mismatch costs one
/// comparison.
pub(crate) struct CborKey {
    /// The first eight bytes. A shorter key is padded with zero bits.
    word: u64,
    /// The last eight bytes, if the key has at least nine.
    tail: u64,
    length: u32,
    /// The number of bits by which `word` was shifted.
    shift: u8,
    row: u8,
}

impl CborKey {
    /// Returns the keys of rows in the order of CBOR.
    pub(super) fn of(fields: &[Field]) -> Box<[CborKey]> {
        cbor_order(fields).into_iter().map(|(row, field)| CborKey::new(row as u8, field)).collect()
    }

    fn new(row: u8, field: &Field) -> Self {
        let mut key = Vec::new();
        write_text(&mut key, field.name());
        let mut first = [0; 8];
        let missing = 8_usize.saturating_sub(key.len());
        first[missing..].copy_from_slice(&key[..8 - missing]);
        let tail = key.last_chunk().map_or(0, |tail| u64::from_le_bytes(*tail));
        let (word, shift) = (u64::from_le_bytes(first), 8 * missing as u8);
        CborKey { word, tail, length: key.len() as u32, shift, row }
    }

    /// Returns the index of the row.
    #[inline]
    pub(crate) fn row(&self) -> usize {
        self.row.into()
    }

    /// Returns the length in bytes, including the head.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.length as usize
    }

    /// Returns true if `word`, eight bytes of a document, may be the start of the key.
    #[inline]
    pub(crate) fn may_start_with(&self, word: u64) -> bool {
        word << self.shift == self.word
    }

    /// Returns true if `text` starts with the key, which belongs to one of `fields`. [`CborKey::may_start_with`] is
    /// true for the text.
    #[inline]
    pub(crate) fn starts(&self, text: &[u8], fields: &[Field]) -> bool {
        let length = self.len();
        let Some(text) = text.get(..length) else { return false };
        length <= 8 || text.ends_with(&self.tail.to_le_bytes()) && (length <= 16 || self.has_middle(text, fields))
    }

    /// Returns true if `text`, which starts and ends like the key, equals it.
    #[inline]
    fn has_middle(&self, text: &[u8], fields: &[Field]) -> bool {
        let name = fields[self.row()].name().as_bytes();
        name.len().checked_sub(text.len() - 8).is_some_and(|start| same_eights(&text[8..], &name[start..]))
    }
}

/// Returns the rows in the order of CBOR: by length of the name, then by its bytes.
pub(super) fn cbor_order(fields: &[Field]) -> Vec<(usize, &Field)> {
    let mut rows: Vec<(usize, &Field)> = fields.iter().enumerate().collect();
    sort_by(&mut rows, &|(_, a), (_, b)| (a.name().len(), a.name()).cmp(&(b.name().len(), b.name())));
    rows
}
