//! Frames, documents, streams of objects, watches and query parameters.

use std::sync::Arc;

use apimachinery::apis::apps::v1::{Deployment, DeploymentList};
use apimachinery::meta::{List, TypeMeta};
use apimachinery::schema::GroupVersion;
use apimachinery::serializer::framer::{
    FrameError, FrameReader, Framer, JsonFramer, LengthDelimitedFramer, YamlFramer, YamlOrJsonReader,
};
use apimachinery::serializer::negotiate::{ClientNegotiator, NegotiatedSerializer};
use apimachinery::serializer::watch::EventType;
use apimachinery::serializer::{
    CodecFactory, Decoder, Encoder, SerializerInfo, serializer_info_for_media_type, streaming, watch,
};
use apimachinery::yaml;
use serde_json::{Value, json};

use super::support::{cases, outcome, text};

/// Maximum number of frames read from a stream, since an error can be returned repeatedly.
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
            framer.write_frame(&mut out, frame.as_bytes()).expect("writing to memory cannot fail");
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

fn info<'a>(codecs: &'a CodecFactory, media_type: &str) -> &'a SerializerInfo {
    serializer_info_for_media_type(codecs.supported_media_types(), media_type).expect("a media type that streams")
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn events_are_frames_around_encoded_objects() {
    let codecs = CodecFactory::new(apimachinery::apis::scheme());
    let mut object = Deployment { type_meta: TypeMeta::new("apps/v1", "Deployment"), ..Default::default() };
    object.metadata.name = "a<b".into();
    cases("streams", "events_are_frames_around_encoded_objects").compare(|media_type| {
        let info = info(&codecs, text(media_type));
        let stream = info.stream_serializer.as_ref().expect("a stream serializer");
        let frames = streaming::Encoder::new(Vec::new(), stream.framer.clone(), stream.serializer.clone());
        let mut events = watch::Encoder::new(frames, info.serializer.clone());
        for event_type in
            [EventType::Added, EventType::Modified, EventType::Deleted, EventType::Bookmark, EventType::Error]
        {
            events.encode(event_type, &object).expect("writing to memory cannot fail");
        }
        to_hex(&events.into_inner())
    });
}

#[test]
fn events_are_read_with_two_decoders() {
    let codecs = CodecFactory::new(apimachinery::apis::scheme());
    cases("streams", "events_are_read_with_two_decoders").with_our_scheme().compare(|case| {
        let info = info(&codecs, text(&case[0]));
        let stream = info.stream_serializer.as_ref().expect("a stream serializer");
        let bytes = from_hex(text(&case[1]));
        let frames = streaming::Decoder::new(stream.framer.reader(Box::new(&*bytes)), stream.serializer.clone());
        let events = watch::Decoder::new(frames, info.serializer.clone());
        let found = events.map(|event| {
            outcome(event.map(|event| {
                let (event_type, gvk) = (event.event_type.to_string(), event.decoded.gvk.to_string());
                let object = event.decoded.downcast::<Deployment>().expect("a deployment").object;
                json!([event_type, gvk, object.metadata.name.as_str()])
            }))
        });
        found.collect::<Vec<Value>>()
    });
}

/// A serializer without media types.
#[derive(Debug)]
struct NoSerializers;

impl NegotiatedSerializer for NoSerializers {
    fn media_types(&self) -> &[SerializerInfo] {
        &[]
    }

    fn encoder_to(&self, encoder: Arc<dyn Encoder>, _version: &GroupVersion) -> Arc<dyn Encoder> {
        encoder
    }

    fn decoder_from(&self, decoder: Arc<dyn Decoder>) -> Arc<dyn Decoder> {
        decoder
    }
}

fn negotiator() -> ClientNegotiator<impl NegotiatedSerializer> {
    let codecs = CodecFactory::new(apimachinery::apis::scheme()).without_conversion();
    ClientNegotiator::new(codecs, GroupVersion::new("apps", "v1"))
}

#[test]
fn clients_take_the_serializer_of_the_content_type() {
    let negotiator = negotiator();
    cases("streams", "clients_take_the_serializer_of_the_content_type")
        .compare(|content_type| outcome(negotiator.decoder(text(content_type)).map(|_| "a decoder")));
}

#[test]
fn clients_take_the_stream_serializer_of_the_content_type() {
    let negotiator = negotiator();
    cases("streams", "clients_take_the_stream_serializer_of_the_content_type").compare(|content_type| {
        outcome(negotiator.stream_decoder(text(content_type)).map(|(_, stream)| {
            let mut out = Vec::new();
            stream.framer.write_frame(&mut out, b"x").expect("writing to memory cannot fail");
            json!([stream.serializer.identifier(), to_hex(&out)])
        }))
    });
}

#[test]
fn clients_without_serializers_fail() {
    let negotiator = ClientNegotiator::new(NoSerializers, GroupVersion::new("apps", "v1"));
    cases("streams", "clients_without_serializers_fail").compare(|asked| match text(asked) {
        "decoder" => outcome(negotiator.decoder("").map(|_| "a decoder")),
        "encoder" => outcome(negotiator.encoder("a/b").map(|_| "an encoder")),
        _ => outcome(negotiator.stream_decoder("a/b").map(|_| "a decoder")),
    });
}

/// Returns the lists that are streamed: nil, empty, and longer than one chunk.
fn streamed_lists() -> Vec<DeploymentList> {
    let mut object = Deployment { type_meta: TypeMeta::new("apps/v1", "Deployment"), ..Default::default() };
    object.metadata.name = "web".into();
    let type_meta = TypeMeta::new("apps/v1", "DeploymentList");
    let list = |items| DeploymentList { type_meta: type_meta.clone(), items, ..Default::default() };
    vec![list(List::nil()), list(vec![].into()), list(vec![object.clone()].into()), list(vec![object; 1000].into())]
}

#[test]
fn lists_are_streamed_as_they_are_encoded() {
    let codecs = CodecFactory::new(apimachinery::apis::scheme());
    for list in streamed_lists() {
        for info in codecs.supported_media_types() {
            let version = GroupVersion::new("apps", "v1beta2");
            let encoders: [Arc<dyn Encoder>; 3] = [
                info.serializer.clone(),
                Arc::new(codecs.encoder_for_version(info.serializer.clone(), version.clone())),
                Arc::new(codecs.without_conversion().encoder_for_version(info.serializer.clone(), version)),
            ];
            for encoder in encoders {
                let mut stream = Vec::new();
                encoder.encode_to(&list, &mut stream).expect("writing to memory cannot fail");
                assert_eq!(stream, encoder.encode_to_vec(&list).expect("a list"), "{}", encoder.identifier());
            }
        }
    }
}
