use super::row::Field;
use crate::order::sort_by;
use crate::wire::cbor::write_text;
use crate::wire::words::same_eights;

/// The name of a row as CBOR has it, a byte string with its head: a few words, so that a miss costs one comparison.
pub(crate) struct CborKey {
    /// The first eight bytes, above as many zero bits as a shorter one has too few.
    word: u64,
    /// The last eight bytes of nine or more.
    tail: u64,
    length: u32,
    /// By how many bits `word` was moved up.
    shift: u8,
    row: u8,
}

impl CborKey {
    /// The keys of rows in the order of CBOR.
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

    /// The index of the row.
    #[inline]
    pub(crate) fn row(&self) -> usize {
        self.row.into()
    }

    /// With the head, in bytes.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.length as usize
    }

    /// True if `word`, eight bytes of a document, may be the start of the key.
    #[inline]
    pub(crate) fn may_start_with(&self, word: u64) -> bool {
        word << self.shift == self.word
    }

    /// True if the key, which is that of one of `fields`, is the start of `text`, of which [`CborKey::may_start_with`] is
    /// true.
    #[inline]
    pub(crate) fn starts(&self, text: &[u8], fields: &[Field]) -> bool {
        let length = self.len();
        let Some(text) = text.get(..length) else { return false };
        length <= 8 || text.ends_with(&self.tail.to_le_bytes()) && (length <= 16 || self.has_middle(text, fields))
    }

    /// True if `text`, which starts and ends like the key, is like it in between.
    #[inline]
    fn has_middle(&self, text: &[u8], fields: &[Field]) -> bool {
        let name = fields[self.row()].name().as_bytes();
        name.len().checked_sub(text.len() - 8).is_some_and(|start| same_eights(&text[8..], &name[start..]))
    }
}

/// Rows in the order of CBOR: those with shorter names first, then by bytes.
pub(super) fn cbor_order(fields: &[Field]) -> Vec<(usize, &Field)> {
    let mut rows: Vec<(usize, &Field)> = fields.iter().enumerate().collect();
    sort_by(&mut rows, &|(_, a), (_, b)| (a.name().len(), a.name()).cmp(&(b.name().len(), b.name())));
    rows
}
