//! The fields of a struct that JSON writes.

use super::presence::MAX_ROWS;
use super::row_key::RowKey;
use super::row_plan::RowPlan;
#[cfg(feature = "serde")]
use crate::field::Str;
use crate::reflect::{Field, Ref, StructRef};

/// A set of rows of a struct, which has fewer than 256 rows.
#[derive(Default)]
pub(crate) struct RowSet([u64; 4]);

impl RowSet {
    /// Adds a row. Returns true if the set already contained it.
    #[inline]
    pub(crate) fn repeats(&mut self, row: usize) -> bool {
        let (word, bit) = (&mut self.0[row / MAX_ROWS], 1 << (row % MAX_ROWS));
        let repeated = *word & bit != 0;
        *word |= bit;
        repeated
    }

    /// Adds or removes a row.
    #[inline]
    pub(crate) fn set(&mut self, row: usize, is_there: bool) {
        let (word, bit) = (&mut self.0[row / MAX_ROWS], 1 << (row % MAX_ROWS));
        *word = if is_there { *word | bit } else { *word & !bit };
    }

    /// Returns true if the set contains a row.
    #[inline]
    pub(crate) fn contains(&self, row: usize) -> bool {
        self.0[row / MAX_ROWS] & 1 << (row % MAX_ROWS) != 0
    }

    /// Returns the number of rows in the set.
    #[inline]
    pub(crate) fn count(&self) -> u32 {
        self.0.iter().map(|rows| rows.count_ones()).sum()
    }
}

impl<'a> StructRef<'a> {
    /// Returns the rows that JSON writes.
    #[inline]
    pub(crate) fn written_rows(self) -> RowSet {
        self.fetch();
        let mut rows = [0; 4];
        for (rows, part) in rows.iter_mut().zip(self.shape().json_rows().parts()) {
            *rows = part.written(self);
        }
        RowSet(rows)
    }

    /// Returns the fields that JSON writes, starting at one of the first 64 rows.
    #[inline]
    pub(crate) fn written_from(self, first: usize) -> Written<'a> {
        self.fetch();
        let part = self.shape().json_rows();
        Written { value: self, part, rows: part.written(self) & u64::MAX << first }
    }
}

/// See [`StructRef::written_from`].
pub(crate) struct Written<'a> {
    value: StructRef<'a>,
    /// The rows of the current block of 64.
    part: &'static RowPlan,
    /// The rows of the block that have not been returned yet, one bit for each.
    rows: u64,
}

/// A field that JSON writes.
pub(crate) struct WrittenField<'a> {
    key: &'static RowKey,
    value: StructRef<'a>,
}

impl<'a> Iterator for Written<'a> {
    type Item = WrittenField<'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        while self.rows == 0 {
            self.part = self.part.next.as_deref()?;
            self.rows = self.part.written(self.value);
        }
        let row = self.rows.trailing_zeros() as usize;
        self.rows &= self.rows - 1;
        Some(WrittenField { key: &self.part.keys()[row], value: self.value })
    }
}

impl<'a> WrittenField<'a> {
    /// Returns the row of the field.
    #[inline]
    pub(crate) fn field(&self) -> &'static Field {
        &self.value.shape().fields()[usize::from(self.key.row)]
    }

    /// Returns the name of the field.
    #[cfg(any(test, feature = "serde"))]
    #[inline]
    pub(crate) fn name(&self) -> &'static str {
        self.key.name().unwrap_or_else(|| self.field().name())
    }

    /// Returns the field's string, if its type is a string.
    #[cfg(feature = "serde")]
    #[inline]
    pub(crate) fn text(&self) -> Option<&'a Str> {
        if self.key.encoding.is_text() { self.value().text() } else { None }
    }

    /// Returns the field's value.
    #[inline]
    pub(crate) fn value(&self) -> Ref<'a> {
        self.value.field(usize::from(self.key.row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{Bytes, List, Map, Str};
    use crate::reflect::Message;

    #[derive(Clone, Default, PartialEq)]
    struct Part {
        number: i32,
    }

    crate::message! { Part { number => "number", 1, Never; } }

    #[derive(Clone, Default, PartialEq)]
    struct Every {
        never: Str,
        pointer: Option<Box<Part>>,
        text: Str,
        flag: bool,
        small: i32,
        large: i64,
        double: f64,
        list: List<i32>,
        map: Map<i32>,
        bytes: Bytes,
        part: Part,
        option: Option<i32>,
        word: Option<Str>,
        flags: Option<bool>,
        zero_part: Part,
        zero_list: List<Part>,
    }

    crate::message! {
        Every {
            never => "never", 1, Never;
            pointer => "pointer", 2, Empty;
            text => "text", 3, Empty;
            flag => "flag", 4, Empty;
            small => "small", 5, Empty;
            large => "large", 6, Empty;
            double => "double", 7, Empty;
            list => "list", 8, Empty;
            map => "map", 9, Empty;
            bytes => "bytes", 10, Empty;
            part => "part", 12, Empty;
            option => "option", 13, Empty;
            word => "word", 14, Empty;
            flags => "flags", 15, Empty;
            zero_part => "zeroPart", 17, Zero;
            zero_list => "zeroList", 18, Zero;
        }
    }

    fn cbor_names(value: StructRef<'_>) -> Vec<&'static str> {
        let rows = value.shape().cbor_rows().parts().flat_map(|part| {
            let written = part.written(value);
            (0..part.keys().len()).filter(move |row| written & 1 << row != 0).map(|row| part.keys()[row].row)
        });
        rows.map(|row| value.shape().fields()[usize::from(row)].name()).collect()
    }

    fn check<T: Message>(value: &T, expected: usize) {
        let value = StructRef::new(value);
        let names: Vec<&str> = value.written_from(0).map(|written| written.field().name()).collect();
        let rows = value.json_fields().filter(|(field, value)| !value.is_omitted(field.omit()));
        assert_eq!(names, rows.map(|(field, _)| field.name()).collect::<Vec<_>>());
        assert_eq!(names.len(), expected);
        let mut sorted = names.clone();
        sorted.sort_by_key(|name| (name.len(), *name));
        assert_eq!(cbor_names(value), sorted);
        let first = value.shape().fields()[0].name();
        let later = names.into_iter().filter(|&name| name != first);
        assert!(value.written_from(1).map(|written| written.field().name()).eq(later));
    }

    #[test]
    fn rows_are_those_that_are_not_omitted() {
        check(&Every::default(), 2);
        let part = Part { number: 1 };
        let every = Every {
            never: "a".into(),
            pointer: Some(Box::default()),
            text: "b".into(),
            flag: true,
            small: 1,
            large: -1,
            double: 0.5,
            list: [1].into(),
            map: [("a", 1)].into(),
            bytes: "c".into(),
            part: part.clone(),
            option: Some(0),
            word: Some(Str::EMPTY),
            flags: Some(false),
            zero_part: part,
            zero_list: List::from([]),
        };
        check(&every, 16);
        check(&Every { list: List::from([]), map: Map::from_iter::<[(Str, i32); 0]>([]), ..every }, 14);
    }

    macro_rules! wide {
        ($($name:ident $json:literal $number:literal,)*) => {
            #[derive(Clone, Default, PartialEq)]
            struct Wide { $($name: i32,)* }
            crate::message! { Wide { $($name => $json, $number, Empty;)* } }
        };
    }

    wide! {
        a1 "a1" 1, a2 "a2" 2, a3 "a3" 3, a4 "a4" 4, a5 "a5" 5, a6 "a6" 6, a7 "a7" 7, a8 "a8" 8, a9 "a9" 9, a10 "a10"
        10, a11 "a11" 11, a12 "a12" 12, a13 "a13" 13, a14 "a14" 14, a15 "a15" 15, a16 "a16" 16, a17 "a17" 17, a18
        "a18" 18, a19 "a19" 19, a20 "a20" 20, a21 "a21" 21, a22 "a22" 22, a23 "a23" 23, a24 "a24" 24, a25 "a25" 25,
        a26 "a26" 26, a27 "a27" 27, a28 "a28" 28, a29 "a29" 29, a30 "a30" 30, a31 "a31" 31, a32 "a32" 32, a33 "a33"
        33, a34 "a34" 34, a35 "a35" 35, a36 "a36" 36, a37 "a37" 37, a38 "a38" 38, a39 "a39" 39, a40 "a40" 40, a41
        "a41" 41, a42 "a42" 42, a43 "a43" 43, a44 "a44" 44, a45 "a45" 45, a46 "a46" 46, a47 "a47" 47, a48 "a48" 48,
        a49 "a49" 49, a50 "a50" 50, a51 "a51" 51, a52 "a52" 52, a53 "a53" 53, a54 "a54" 54, a55 "a55" 55, a56 "a56"
        56, a57 "a57" 57, a58 "a58" 58, a59 "a59" 59, a60 "a60" 60, a61 "a61" 61, a62 "a62" 62, a63 "a63" 63, a64
        "a64" 64, a65 "a65" 65, a66 "a66" 66,
    }

    #[test]
    fn there_may_be_more_rows_than_fit_a_word() {
        check(&Wide::default(), 0);
        check(&Wide { a66: 1, ..Wide::default() }, 1);
        check(&Wide { a1: 1, a64: 1, a65: 1, ..Wide::default() }, 3);
    }
}
