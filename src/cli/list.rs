//! A `v1` List: one document that contains objects of any kinds.

use super::position::MarkExt;
use crate::go_yaml;
use crate::reflect::{JsonReader, RawKind, SyntaxError};
use crate::serializer::Text;
use crate::wire::escape::write_string;
use crate::wire::layout::write_compact;
use crate::wire::mark::Mark;
use crate::wire::pull::Pull;

/// The parts of a list, each as a separate document.
trait Parts<'a> {
    type Reader: Pull<'a>;

    /// Returns the reader of the list.
    fn reader(&mut self) -> &mut Self::Reader;

    /// Takes the reader's next value. Returns it with the position from which its own positions are counted.
    fn part(&mut self) -> Result<(Text<'a>, Mark), SyntaxError>;
}

/// A list in JSON. Positions are counted from one part to the next, so that their total cost is linear.
struct JsonParts<'a> {
    json: &'a str,
    reader: JsonReader<'a>,
    /// The offset of the previous part, and its position.
    last: (usize, Mark),
}

impl<'a> JsonParts<'a> {
    fn new(json: &'a str) -> Self {
        JsonParts { json, reader: JsonReader::new(json), last: (0, Mark::START) }
    }
}

impl<'a> Parts<'a> for JsonParts<'a> {
    type Reader = JsonReader<'a>;

    fn reader(&mut self) -> &mut JsonReader<'a> {
        &mut self.reader
    }

    fn part(&mut self) -> Result<(Text<'a>, Mark), SyntaxError> {
        let part = self.reader.raw()?.text();
        let offset = self.reader.offset() - part.len();
        let start = self.last.1.after(&self.json.as_bytes()[self.last.0..offset]);
        self.last = (offset, start);
        Ok((Text::from_json(part.as_bytes()), start))
    }
}

/// Parts of YAML have positions in the whole text, so they start at [`Mark::START`].
impl<'a> Parts<'a> for go_yaml::Reader<'a, 'a> {
    type Reader = Self;

    fn reader(&mut self) -> &mut Self {
        self
    }

    fn part(&mut self) -> Result<(Text<'a>, Mark), SyntaxError> {
        Ok((Text::from_yaml(&[], self.next()), Mark::START))
    }
}

/// Returns the list as compact JSON with every item replaced by the result of `convert`, or unchanged if the result is
/// `None`. `convert` receives the item's index, the item, and the position from which its positions are counted.
pub(super) fn replace_items(
    list: &Text<'_>,
    convert: impl FnMut(usize, &Text<'_>, Mark) -> Option<Vec<u8>>,
) -> Result<Vec<u8>, SyntaxError> {
    match list.yaml() {
        Some(part) => replace_in(go_yaml::Reader::new(part), convert),
        None => replace_in(JsonParts::new(&list.json()), convert),
    }
}

fn replace_in<'a>(
    mut parts: impl Parts<'a>,
    mut convert: impl FnMut(usize, &Text<'_>, Mark) -> Option<Vec<u8>>,
) -> Result<Vec<u8>, SyntaxError> {
    let mut out = vec![b'{'];
    let mut more = parts.reader().begin_object()?;
    while more {
        let name = parts.reader().name()?;
        write_string(&mut out, &name);
        out.push(b':');
        if name == "items" && parts.reader().peek() == RawKind::List {
            replace_each(&mut parts, &mut out, &mut convert)?;
        } else {
            write_compact(&mut out, parts.part()?.0.json().as_bytes());
        }
        more = separated(parts.reader().more_members()?, &mut out);
    }
    out.push(b'}');
    Ok(out)
}

fn replace_each<'a>(
    parts: &mut impl Parts<'a>,
    out: &mut Vec<u8>,
    convert: &mut impl FnMut(usize, &Text<'_>, Mark) -> Option<Vec<u8>>,
) -> Result<(), SyntaxError> {
    out.push(b'[');
    let mut more = parts.reader().begin_list()?;
    let mut index = 0;
    while more {
        let (item, start) = parts.part()?;
        match convert(index, &item, start) {
            Some(converted) => out.extend_from_slice(converted.trim_ascii_end()),
            None => write_compact(out, item.json().as_bytes()),
        }
        more = separated(parts.reader().more_items()?, out);
        index += 1;
    }
    out.push(b']');
    Ok(())
}

/// Writes a comma if another part follows.
fn separated(more: bool, out: &mut Vec<u8>) -> bool {
    out.extend(more.then_some(b','));
    more
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(list: &str, expected: &str) {
        let convert = |index: usize, item: &Text<'_>, start: Mark| {
            assert_eq!(start, Mark::new(1, list.find(&*item.json()).expect("as it is") + 1));
            (index == 1).then(|| format!("{{\"was\":{}}}\n", item.json()).into_bytes())
        };
        let replaced = replace_items(&Text::from_json(list.as_bytes()), convert).map(String::from_utf8);
        assert_eq!(replaced, Ok(Ok(expected.to_string())));
        let values = go_yaml::read(list).expect("JSON is YAML");
        let convert =
            |index, item: &Text<'_>, _| (index == 1).then(|| format!("{{\"was\":{}}}\n", item.json()).into_bytes());
        let replaced = replace_items(&Text::from_yaml(list.as_bytes(), values.whole()), convert).map(String::from_utf8);
        assert_eq!(replaced, Ok(Ok(expected.to_string())));
    }

    #[test]
    fn replaces_items_and_keeps_the_rest() {
        let expected = r#"{"items":[{"a":1},{"was":2},"x"],"kind":"List","metadata":{}}"#;
        check(r#"{ "items": [ {"a":1}, 2 ,"x"], "kind":"List", "metadata":{ } }"#, expected);
    }

    #[test]
    fn lists_may_be_empty_or_absent() {
        for json in [r#"{"items":[]}"#, r#"{"items":null}"#, "{}"] {
            check(json, json);
        }
    }
}
