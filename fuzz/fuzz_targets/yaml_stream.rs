//! Documents of a stream: joined with separators, they are split the same way.
#![no_main]

use apimachinery::serializer::framer::{FrameReader, YamlOrJsonReader};
use apimachinery::yaml;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let documents: Vec<_> = yaml::documents(data).map_while(Result::ok).collect();
    let texts: Vec<&[u8]> = documents.iter().map(|document| document.text()).collect();
    assert!(documents.is_sorted_by(|one, next| one.line() < next.line()));
    assert!(texts.iter().all(|text| text.ends_with(b"\n")));
    let joined = texts.join(&b"---\n"[..]);
    let again: Vec<_> =
        yaml::documents(&joined).map(|document| document.expect("our own stream").into_text()).collect();
    // Only in the first document, a separator before the first line is a line of the document. Of two carriage returns
    // before a line feed, one is removed, and the other one the next time.
    if !joined.windows(2).any(|pair| pair == b"\r\n") && !texts.iter().skip(1).any(|text| text.starts_with(b"---")) {
        assert_eq!(again, texts);
    }
    // Input that does not begin like JSON is split by both readers alike.
    if !data.trim_ascii_start().starts_with(b"{") {
        let mut reader = YamlOrJsonReader::new(data);
        let mut frame = Vec::new();
        for text in texts {
            assert!(reader.read_frame(&mut frame).expect("a document"));
            assert_eq!(frame, text);
        }
    }
});
