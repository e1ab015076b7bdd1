use std::io::{self, ErrorKind, Read};

/// The number of bytes requested from a stream at a time.
const CHUNK: usize = 8 << 10;

/// The maximum number of bytes allocated in advance for a frame, whose stated length may be wrong.
const LONG_CHUNK: usize = 64 << 10;

/// A buffered stream. `BufReader` and its adapters would compile to about forty functions for each type of stream; this
/// type exists once.
pub(super) struct Source<'a> {
    stream: Box<dyn Read + Send + 'a>,
    /// The buffer. Bytes from `start` to `end` have been read from the stream and not consumed.
    data: Vec<u8>,
    start: usize,
    end: usize,
}

impl<'a> Source<'a> {
    pub(super) fn new(stream: Box<dyn Read + Send + 'a>) -> Self {
        Source { stream, data: Vec::new(), start: 0, end: 0 }
    }

    /// Returns the buffered bytes, after reading more if there are none. The result is empty at the end of the stream.
    /// Interrupted reads are retried.
    pub(super) fn piece(&mut self) -> io::Result<&[u8]> {
        if self.start == self.end {
            self.data.resize(CHUNK.max(self.data.len()), 0);
            (self.start, self.end) = (0, 0);
            self.end = read(&mut *self.stream, &mut self.data)?;
        }
        Ok(&self.data[self.start..self.end])
    }

    /// Consumes buffered bytes.
    pub(super) fn consume(&mut self, length: usize) {
        self.start = self.end.min(self.start + length);
    }

    /// Inserts bytes before the buffered ones.
    pub(super) fn put_back(&mut self, mut bytes: Vec<u8>) {
        bytes.extend_from_slice(&self.data[self.start..self.end]);
        (self.start, self.end) = (0, bytes.len());
        self.data = bytes;
    }

    /// Consumes up to `length` bytes and appends them to `out`; fewer only if the stream ends.
    pub(super) fn take(&mut self, length: usize, out: &mut Vec<u8>) -> io::Result<usize> {
        let mut left = length;
        while left > 0 {
            let read = match self.start == self.end && left >= CHUNK {
                true => self.take_directly(left.min(LONG_CHUNK), out)?,
                false => self.take_piece(left, out)?,
            };
            if read == 0 {
                break;
            }
            left -= read;
        }
        Ok(length - left)
    }

    /// Consumes at most `most` of the buffered bytes and appends them to `out`.
    fn take_piece(&mut self, most: usize, out: &mut Vec<u8>) -> io::Result<usize> {
        let piece = self.piece()?;
        let length = piece.len().min(most);
        out.extend_from_slice(&piece[..length]);
        self.consume(length);
        Ok(length)
    }

    /// Reads at most `most` bytes directly into `out`. The buffer must be empty.
    fn take_directly(&mut self, most: usize, out: &mut Vec<u8>) -> io::Result<usize> {
        let before = out.len();
        out.resize(before + most, 0);
        let read = read(&mut *self.stream, &mut out[before..]);
        out.truncate(before + *read.as_ref().unwrap_or(&0));
        read
    }

    /// Skips `length` bytes. Returns false if the stream ends before.
    pub(super) fn skip(&mut self, length: u64) -> io::Result<bool> {
        let mut left = length;
        while left > 0 {
            let piece = self.piece()?.len();
            if piece == 0 {
                return Ok(false);
            }
            let length = left.min(piece as u64);
            self.consume(length as usize);
            left -= length;
        }
        Ok(true)
    }

    /// Consumes a line, including its line feed, and appends it to `out`. Of a longer line only the first `most` bytes
    /// are consumed.
    pub(super) fn take_line(&mut self, most: usize, out: &mut Vec<u8>) -> io::Result<()> {
        let mut left = most;
        while left > 0 {
            let piece = self.piece()?;
            let line = memchr::memchr(b'\n', piece).map_or(piece.len(), |at| at + 1);
            let read = self.take_piece(line.min(left), out)?;
            if read == 0 || out.ends_with(b"\n") {
                break;
            }
            left -= read;
        }
        Ok(())
    }

    /// Skips JSON white space, passing it to `blank` piece by piece. Returns false at the end of the stream.
    pub(super) fn skip_blank(&mut self, blank: &mut dyn FnMut(&[u8])) -> io::Result<bool> {
        loop {
            let piece = self.piece()?;
            if piece.is_empty() {
                return Ok(false);
            }
            let length = piece.iter().position(|byte| !b" \t\r\n".contains(byte)).unwrap_or(piece.len());
            let found = length < piece.len();
            blank(&piece[..length]);
            self.consume(length);
            if found {
                return Ok(true);
            }
        }
    }
}

fn read(stream: &mut dyn Read, into: &mut [u8]) -> io::Result<usize> {
    loop {
        match stream.read(into) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            // An incorrect `Read` implementation may report more bytes than the buffer has room for.
            read => return Ok(read?.min(into.len())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a few bytes at a time, with an interruption before each read.
    struct Slow<'a>(&'a [u8], bool);

    impl Read for Slow<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 {
                return Err(ErrorKind::Interrupted.into());
            }
            let length = into.len().min(3);
            self.0.read(&mut into[..length])
        }
    }

    #[test]
    fn bytes_come_in_their_order_however_they_are_taken() {
        let mut source = Source::new(Box::new(Slow(b"one\ntwo three", false)));
        let mut out = Vec::new();
        source.take_line(64, &mut out).expect("a line");
        assert_eq!(out, b"one\n");
        source.put_back(out.split_off(2));
        assert_eq!(source.take(5, &mut out).expect("bytes"), 5);
        assert_eq!(out, b"one\ntwo");
        assert!(source.skip_blank(&mut |blank| assert!(b" ".starts_with(blank))).expect("blanks"));
        source.take_line(3, &mut out).expect("a part of a line");
        assert_eq!(out, b"one\ntwothr");
        assert!(source.skip(1).expect("a byte") && !source.skip(2).expect("the end"));
    }

    #[test]
    fn long_frames_are_read_where_they_belong() {
        let data: Vec<u8> = (0..200_000_u32).map(|at| at as u8).collect();
        let mut source = Source::new(Box::new(&*data));
        let mut out = Vec::new();
        assert_eq!(source.take(1, &mut out).expect("a byte"), 1);
        assert_eq!(source.take(usize::MAX, &mut out).expect("the rest"), data.len() - 1);
        assert_eq!(out, data);
        assert!(source.piece().expect("the end").is_empty());
    }
}
