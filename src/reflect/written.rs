//! Which rows JSON and Protobuf write of a struct. Most fields of most objects are empty, and so are many of those that
//! tables have: they are asked before anything is written, all of one kind together, and not each in its turn.

use super::cursor::{Ref, StructRef};
use super::json_key::JsonKey;
use super::omit::Omit;
use super::prefetch::prefetch_start;
use super::row::Field;
use super::types::{ListType, MapType, OptionType, Type};
use crate::field::{Bytes, Str};

/// What sixty-four rows, one behind the other, ask of a struct.
pub(super) struct Questions {
    /// Rows that are written whatever they hold.
    always: u64,
    /// Rows of a box in an option, of which most are empty.
    pointers: Box<[Place]>,
    /// The rest, by the way that is found out: a long run of the same question is soon known.
    asked: Box<[Asked]>,
}

/// Up to sixty-four rows of JSON, and what they ask.
pub(super) struct JsonRows {
    questions: Questions,
    keys: Box<[JsonKey]>,
}

struct Asked {
    place: Place,
    question: Question,
}

/// Where the field of a row is.
struct Place {
    offset: u32,
    /// Of the sixty-four.
    row: u8,
}

#[derive(Clone, Copy)]
pub(super) enum Question {
    /// Of a box in an option.
    Pointer,
    Text,
    Bool,
    Int32,
    Int64,
    /// Whether they are nil.
    Bytes,
    List(&'static ListType),
    Map(&'static MapType),
    Option(&'static OptionType),
    Other(&'static Field),
}

/// Rows that one [`Questions`] is for.
pub(super) const MOST: usize = u64::BITS as usize;

impl JsonRows {
    pub(super) fn of(fields: &'static [Field]) -> Box<[JsonRows]> {
        fields.chunks(MOST).map(JsonRows::of_some).collect()
    }

    fn of_some(fields: &'static [Field]) -> JsonRows {
        let asked = |field: &'static Field| (field.offset, Question::of(field));
        JsonRows {
            questions: Questions::of(fields.iter().map(asked)),
            keys: fields.iter().map(JsonKey::new).collect(),
        }
    }
}

impl Questions {
    /// Of rows that each say where their field is and what is asked of it.
    pub(super) fn of(rows: impl Iterator<Item = (u32, Option<Question>)>) -> Questions {
        let (mut always, mut pointers, mut asked) = (0, Vec::new(), Vec::new());
        for (row, of) in (0..).zip(rows) {
            match of {
                (offset, Some(Question::Pointer)) => pointers.push(Place { offset, row }),
                (offset, Some(question)) => asked.push(Asked { place: Place { offset, row }, question }),
                (_, None) => always |= 1 << row,
            }
        }
        asked.sort_by_key(|asked| asked.question.rank());
        Questions { always, pointers: pointers.into(), asked: asked.into() }
    }

    /// The rows that are written, a bit each.
    #[inline]
    pub(super) fn written(&self, value: StructRef<'_>) -> u64 {
        let mut rows = self.always;
        for Place { offset, row } in &self.pointers {
            // SAFETY: an option of a box is at the offset (invariant 1), which is a pointer, null for `None`.
            let there = unsafe { value.at.add(*offset as usize).cast::<*const u8>().read() };
            // Where there is nothing to be asked for, the struct itself is, which costs nothing.
            prefetch_start(if there.is_null() { value.at } else { there });
            rows |= u64::from(!there.is_null()) << row;
        }
        for Asked { place: Place { offset, row }, question } in &self.asked {
            // SAFETY: the question is that of the field at the offset (invariant 1).
            let there = unsafe { question.is_there(value.at.add(*offset as usize), value) };
            rows |= u64::from(there) << row;
        }
        rows
    }
}

impl Question {
    /// What JSON asks of a field; nothing of one that is always written.
    fn of(field: &'static Field) -> Option<Self> {
        Some(match (field.omit(), field.ty()) {
            (Omit::Never, _) | (Omit::Empty, Type::Struct(_) | Type::Leaf(_)) => return None,
            (Omit::Empty, Type::Str) => Question::Text,
            (Omit::Empty, Type::Bool) => Question::Bool,
            (Omit::Empty, Type::Int32) => Question::Int32,
            (Omit::Empty, Type::Int64) => Question::Int64,
            (Omit::Empty, ty) => Question::of_container(ty).unwrap_or(Question::Other(field)),
            (Omit::Zero, _) => Question::Other(field),
        })
    }

    /// What Protobuf asks of a field: never whether it is zero.
    pub(super) fn on_the_wire(ty: Type) -> Option<Self> {
        if let Type::Bytes = ty { Some(Question::Bytes) } else { Question::of_container(ty) }
    }

    /// Whether something is in it.
    fn of_container(ty: Type) -> Option<Self> {
        Some(match ty {
            Type::List(ty) => Question::List(ty),
            Type::Map(ty) => Question::Map(ty),
            Type::Option(ty) if matches!(ty.inner, Type::Boxed(_)) => Question::Pointer,
            Type::Option(ty) => Question::Option(ty),
            _ => return None,
        })
    }

    /// Where it stands among the others: those of one kind together.
    fn rank(self) -> u8 {
        match self {
            Question::Pointer => 0,
            Question::Text => 1,
            Question::Bool => 2,
            Question::Int32 => 3,
            Question::Int64 => 4,
            Question::Bytes => 5,
            Question::List(_) => 6,
            Question::Map(_) => 7,
            Question::Option(_) => 8,
            Question::Other(_) => 9,
        }
    }

    /// # Safety
    ///
    /// At the place, in `value`, is a live field for which the question was made.
    #[inline(always)]
    unsafe fn is_there(self, at: *const u8, value: StructRef<'_>) -> bool {
        // SAFETY: each question is named after the type of the field, or has its functions (invariant 3). An option of
        // a box is a pointer, null for `None`.
        unsafe {
            match self {
                Question::Pointer => !at.cast::<*const u8>().read().is_null(),
                Question::Text => !(&*at.cast::<Str>()).is_empty(),
                Question::Bool => at.cast::<bool>().read(),
                Question::Int32 => at.cast::<i32>().read() != 0,
                Question::Int64 => at.cast::<i64>().read() != 0,
                Question::Bytes => !(&*at.cast::<Bytes>()).is_nil(),
                Question::List(ty) => {
                    let (items, length) = (ty.items)(at);
                    is_ahead(items) && length != 0
                }
                Question::Map(ty) => {
                    let (entries, length) = (ty.entries)(at);
                    is_ahead(entries) && length != 0
                }
                Question::Option(ty) => !ty.value(at).is_null(),
                Question::Other(field) => !value.project(field).is_omitted(field.omit()),
            }
        }
    }
}

/// Whether a pointer points to something, which will soon be looked at.
#[inline]
fn is_ahead(at: *const u8) -> bool {
    prefetch_start(at);
    !at.is_null()
}

/// Rows of a struct, which has less than 256, a bit each.
#[derive(Default)]
pub(crate) struct Rows([u64; 4]);

impl Rows {
    /// Whether a row is one of them.
    #[inline]
    pub(crate) fn contains(&self, row: usize) -> bool {
        self.0[row / MOST] >> (row % MOST) & 1 == 1
    }

    /// Adds a row; true if it was one of them before.
    #[inline]
    pub(crate) fn repeats(&mut self, row: usize) -> bool {
        let repeated = self.contains(row);
        self.0[row / MOST] |= 1 << (row % MOST);
        repeated
    }
}

impl<'a> StructRef<'a> {
    /// The rows that JSON writes.
    #[inline]
    pub(crate) fn written_rows(self) -> Rows {
        self.fetch();
        let mut rows = [0; 4];
        for (rows, part) in rows.iter_mut().zip(self.shape.json_rows()) {
            *rows = part.questions.written(self);
        }
        Rows(rows)
    }

    /// The fields that JSON writes, from one of the first sixty-four on.
    #[inline]
    pub(crate) fn written_from(self, first: usize) -> Written<'a> {
        self.fetch();
        let mut parts = self.shape.json_rows().iter();
        let part = parts.next();
        let rows = part.map_or(0, |part| part.questions.written(self) & u64::MAX << first);
        Written { value: self, keys: part.map_or(&[], |part| &part.keys), rows, parts }
    }
}

/// See [`StructRef::written_from`].
pub(crate) struct Written<'a> {
    value: StructRef<'a>,
    /// Of the rows that are looked at.
    keys: &'static [JsonKey],
    /// Those that are to come.
    rows: u64,
    /// The rows behind them.
    parts: std::slice::Iter<'static, JsonRows>,
}

/// A field that JSON writes.
pub(crate) struct WrittenField<'a> {
    key: &'static JsonKey,
    value: StructRef<'a>,
}

impl<'a> Iterator for Written<'a> {
    type Item = WrittenField<'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        while self.rows == 0 {
            let part = self.parts.next()?;
            (self.keys, self.rows) = (&part.keys, part.questions.written(self.value));
        }
        let row = self.rows.trailing_zeros() as usize;
        self.rows &= self.rows - 1;
        Some(WrittenField { key: &self.keys[row], value: self.value })
    }
}

impl<'a> WrittenField<'a> {
    /// Its row.
    #[inline]
    pub(crate) fn field(&self) -> &'static Field {
        self.key.field()
    }

    /// Its key.
    #[inline]
    pub(crate) fn key(&self) -> &'static JsonKey {
        self.key
    }

    /// The text, of one that is a text.
    #[inline]
    pub(crate) fn text(&self) -> Option<&'a Str> {
        // SAFETY: the key is that of a row of the struct's shape, which says that there is a text (invariant 1).
        self.key.is_text().then(|| unsafe { &*self.value.at.add(self.key.offset as usize).cast() })
    }

    /// What it holds.
    #[inline]
    pub(crate) fn value(&self) -> Ref<'a> {
        self.value.project(self.key.field())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{List, Map};
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

    fn check<T: Message>(value: &T, expected: usize) {
        let value = StructRef::new(value);
        let names: Vec<&str> = value.written_from(0).map(|written| written.field().name()).collect();
        let rows = value.json_fields().filter(|(field, value)| !value.is_omitted(field.omit()));
        assert_eq!(names, rows.map(|(field, _)| field.name()).collect::<Vec<_>>());
        assert_eq!(names.len(), expected);
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
