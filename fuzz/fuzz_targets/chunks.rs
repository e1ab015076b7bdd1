//! Streams that arrive in different pieces have the same frames.
#![no_main]

use std::io::{self, ErrorKind, Read};

use apimachinery::serializer::framer::{
    CborFramer, FrameReader, Framer, JsonFramer, LengthDelimitedFramer, YamlFramer, YamlOrJsonReader,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&seed, data)) = data.split_first() else { return };
    let cbor = CborFramer::default();
    for framer in [&JsonFramer as &dyn Framer, &YamlFramer, &LengthDelimitedFramer, &cbor] {
        let whole = frames(&mut *framer.reader(Box::new(data)));
        assert_eq!(frames(&mut *framer.reader(Box::new(Pieces::new(data, seed)))), whole, "{framer:?}");
    }
    let whole = frames(&mut YamlOrJsonReader::new(data));
    assert_eq!(frames(&mut YamlOrJsonReader::new(Pieces::new(data, seed))), whole);
});

/// Returns all frames up to the end or the first error, and that error.
fn frames(frames: &mut dyn FrameReader) -> (Vec<Vec<u8>>, Option<String>) {
    let (mut found, mut frame) = (Vec::new(), Vec::new());
    loop {
        match frames.read_frame(&mut frame) {
            Ok(true) => found.push(frame.clone()),
            Ok(false) => return (found, None),
            Err(error) => return (found, Some(error.to_string())),
        }
    }
}

/// A stream that returns pieces of 1 to 16 bytes, with occasional interrupts.
struct Pieces<'a> {
    data: &'a [u8],
    state: u32,
}

impl<'a> Pieces<'a> {
    fn new(data: &'a [u8], seed: u8) -> Self {
        Pieces { data, state: u32::from(seed) << 1 | 1 }
    }
}

impl Read for Pieces<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.state = self.state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let random = self.state >> 16;
        if random.is_multiple_of(23) {
            return Err(ErrorKind::Interrupted.into());
        }
        let length = (1 + random as usize % 16).min(out.len()).min(self.data.len());
        let (piece, rest) = self.data.split_at(length);
        out[..length].copy_from_slice(piece);
        self.data = rest;
        Ok(length)
    }
}
