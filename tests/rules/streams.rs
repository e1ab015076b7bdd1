//! Frames, documents, streams of objects, watches and query parameters.

use apimachinery::serializer::framer::{
    FrameError, FrameReader, Framer, JsonFramer, LengthDelimitedFramer, YamlFramer, YamlOrJsonReader,
};
use apimachinery::yaml;
use serde_json::{Value, json};

use super::support::{cases, outcome, text};

/// So much is read of a stream, since an error may come again and again.
const MOST_FRAMES: usize = 6;

fn up_to_end<T: Into<Value>>(
    mut frames: impl FrameReader,
    of_frame: impl Fn(&[u8]) -> Result<T, String>,
) -> Vec<Value> {
    let mut frame = Vec::new();
    let mut next = || match frames.read_frame(&mut frame) {
        Ok(true) => Some(outcome(of_frame(&frame))),
        Ok(false) => None,
        Err(error) => Some(outcome(Err::<Value, FrameError>(error))),
    };
    std::iter::from_fn(&mut next).take(MOST_FRAMES).collect()
}

fn texts(framer: &dyn Framer, stream: &[u8]) -> Vec<Value> {
    up_to_end(framer.reader(Box::new(stream)), |frame| Ok(String::from_utf8_lossy(frame).into_owned()))
}

fn sizes(framer: &dyn Framer, stream: &[u8]) -> Vec<Value> {
    up_to_end(framer.reader(Box::new(stream)), |frame| Ok(frame.len()))
}

fn from_hex(digits: &str) -> Vec<u8> {
    let pairs = (0..digits.len()).step_by(2).map(|at| &digits[at..at + 2]);
    pairs.map(|pair| u8::from_str_radix(pair, 16).expect("hexadecimal digits")).collect()
}

fn quoted(size: &Value) -> String {
    format!("\"{}\"", "x".repeat(size.as_u64().expect("a size") as usize - 2))
}

#[test]
fn json_frames_are_values() {
    cases("streams", "json_frames_are_values").compare(|stream| texts(&JsonFramer, text(stream).as_bytes()));
}

#[test]
fn yaml_frames_are_documents() {
    let lost = "upstream's framing loses the document before a separator that the stream ends in";
    let dropped = "upstream's framing drops what stands behind the separator; its document reader refuses it";
    let differ = [
        (r#""a: 1\n--- ""#, lost),
        (r#""a: 1\n---- b\nc: 3\n""#, dropped),
        (r#""a: 1\n--- b: 2\nc: 3\n""#, dropped),
        (r#""--- a: 1\n""#, "the same check of every separator, as upstream's document reader"),
    ];
    cases("streams", "yaml_frames_are_documents")
        .compare_but(&differ, |stream| texts(&YamlFramer, text(stream).as_bytes()));
}

#[test]
fn protobuf_frames_have_their_length_before_them() {
    let differ = [("\"00000003\"", "a stream that ends behind a length is cut off, which upstream takes for its end")];
    cases("streams", "protobuf_frames_have_their_length_before_them")
        .compare_but(&differ, |stream| texts(&LengthDelimitedFramer, &from_hex(text(stream))));
}

#[test]
fn frames_are_written_one_behind_the_other() {
    cases("streams", "frames_are_written_one_behind_the_other").compare(|name| {
        let framer: &dyn Framer = match text(name) {
            "json" => &JsonFramer,
            "yaml" => &YamlFramer,
            _ => &LengthDelimitedFramer,
        };
        let mut out = Vec::new();
        for frame in ["{\"a\":1}\n", "{}\n", ""] {
            framer.write_frame(&mut out, frame.as_bytes()).expect("memory takes everything");
        }
        String::from_utf8(out).expect("text")
    });
}

#[test]
fn json_frames_have_16_mib_at_most() {
    cases("streams", "json_frames_have_16_mib_at_most")
        .compare(|size| sizes(&JsonFramer, format!("{}{{}}", quoted(size)).as_bytes()));
}

#[test]
fn protobuf_frames_have_16_mib_at_most() {
    cases("streams", "protobuf_frames_have_16_mib_at_most").compare(|size| {
        let length = u32::try_from(size.as_u64().expect("a size")).expect("a length");
        let stream = [&length.to_be_bytes()[..], quoted(size).as_bytes(), b"\0\0\0\x02{}"].concat();
        sizes(&LengthDelimitedFramer, &stream)
    });
}

#[test]
fn yaml_frames_have_5_mib_at_most() {
    let skipped = "a document that is too large is skipped as a frame of any format; upstream's stream ends";
    cases("streams", "yaml_frames_have_5_mib_at_most")
        .compare_but(&[("5242880", skipped), ("5242881", skipped)], |size| {
            sizes(&YamlFramer, format!("{}\n---\na: 1", quoted(size)).as_bytes())
        });
    let sizes = sizes(&YamlFramer, format!("{}\n---\na: 1", quoted(&json!(5 << 20))).as_bytes());
    assert_eq!(sizes, [json!({"err": "object to decode was longer than maximum allowed size"}), json!({"ok": 4})]);
}

#[test]
fn documents_are_yaml_or_json() {
    cases("streams", "documents_are_yaml_or_json").compare(|stream| {
        up_to_end(YamlOrJsonReader::new(text(stream).as_bytes()), |document| {
            let json = yaml::to_json(document).map_err(|error| format!("error converting YAML to JSON: {error}"))?;
            Ok(serde_json::from_str::<Value>(&json).expect("JSON"))
        })
    });
}
