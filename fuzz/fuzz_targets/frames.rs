//! Arbitrary bytes, read by every framing: streams end, no frame exceeds the limit, and written frames are read back.
#![no_main]

use apimachinery::serializer::framer::{
    CborFramer, FrameReader, Framer, JsonFramer, LengthDelimitedFramer, MAX_FRAME, YamlFramer, YamlOrJsonReader,
};
use apimachinery::serializer::query::Values;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let cbor = CborFramer::default();
    for framer in [&JsonFramer as &dyn Framer, &YamlFramer, &LengthDelimitedFramer, &cbor] {
        read(&mut *framer.reader(Box::new(data)), data.len());
    }
    let mut stream = Vec::new();
    let frames: Vec<&[u8]> = data.split(|&byte| byte == 0).collect();
    for frame in &frames {
        LengthDelimitedFramer.write_frame(&mut stream, frame).expect("writing to memory cannot fail");
    }
    assert_eq!(read(&mut *LengthDelimitedFramer.reader(Box::new(&*stream)), stream.len()), frames);
    // Only this reader adds a line feed that the last line of YAML lacks.
    read(&mut YamlOrJsonReader::new(data), data.len() + 1);
    if let Ok(query) = std::str::from_utf8(data) {
        let values = Values::parse_lax(query);
        assert_eq!(values.to_string().parse(), Ok(values));
    }
});

/// Returns all frames of a stream of `length` bytes up to its first error.
fn read(frames: &mut dyn FrameReader, length: usize) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let mut frame = Vec::new();
    while let Ok(true) = frames.read_frame(&mut frame) {
        assert!(frame.len() <= MAX_FRAME.min(length));
        found.push(frame.clone());
        assert!(found.len() <= length, "a frame takes at least a byte of the stream");
    }
    found
}
