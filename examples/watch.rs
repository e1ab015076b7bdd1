//! Reads a watch stream of an API server in JSON, prints the events, and writes them as Kubernetes components read
//! them: in Protobuf, with each event after its length.
//!
//! ```console
//! $ cargo run --example watch < examples/manifests/watch.json
//! ```

use std::error::Error;
use std::io::Write;

use apimachinery::meta::Metadata;
use apimachinery::serializer::serializer_info_for_media_type;
use apimachinery::serializer::watch::{self, Event};
use apimachinery::serializer::{CodecFactory, SerializerInfo, StreamSerializerInfo, streaming};

fn main() -> Result<(), Box<dyn Error>> {
    let codecs = CodecFactory::new(apimachinery::apis::scheme());
    let (json, json_stream) = stream_of(&codecs, "application/json");
    let (protobuf, protobuf_stream) = stream_of(&codecs, "application/vnd.kubernetes.protobuf");

    let frames = json_stream.framer.reader(Box::new(std::io::stdin()));
    let frames = streaming::Decoder::new(frames, json_stream.serializer.clone());
    let events = watch::Decoder::new(frames, json.serializer.clone());

    let frames =
        streaming::Encoder::new(Vec::new(), protobuf_stream.framer.clone(), protobuf_stream.serializer.clone());
    let mut copy = watch::Encoder::new(frames, protobuf.serializer.clone());

    for event in events {
        let Event { event_type, decoded } = event?;
        let name = Metadata::of(&*decoded.object).map(|metadata| metadata.name().to_string()).unwrap_or_default();
        writeln!(std::io::stdout(), "{event_type}\t{}\t{name}", decoded.gvk.kind)?;
        copy.encode(event_type, &*decoded.object)?;
    }
    eprintln!("{} bytes of Protobuf", copy.into_inner().len());
    Ok(())
}

fn stream_of<'a>(codecs: &'a CodecFactory, media_type: &str) -> (&'a SerializerInfo, &'a StreamSerializerInfo) {
    let info = serializer_info_for_media_type(codecs.supported_media_types(), media_type).expect("a usual media type");
    (info, info.stream_serializer.as_ref().expect("it has a stream form"))
}
