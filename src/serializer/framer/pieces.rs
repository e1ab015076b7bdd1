use std::io::{self, BufRead};

/// The bytes that a stream has at hand, none at its end; an interrupted read is made again.
pub(super) fn next_piece(stream: &mut dyn BufRead) -> io::Result<&[u8]> {
    while let Err(error) = stream.fill_buf() {
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    // What was read is at hand, so this asks nobody again; the borrow above could not leave the loop.
    stream.fill_buf()
}

/// Takes white space of JSON off a stream and hands it to `blank`, piece by piece; false if nothing
/// stands behind it.
pub(super) fn skip_blank(stream: &mut dyn BufRead, mut blank: impl FnMut(&[u8])) -> io::Result<bool> {
    loop {
        let piece = next_piece(stream)?;
        if piece.is_empty() {
            return Ok(false);
        }
        let length = piece.iter().position(|byte| !b" \t\r\n".contains(byte)).unwrap_or(piece.len());
        let found = length < piece.len();
        blank(&piece[..length]);
        stream.consume(length);
        if found {
            return Ok(true);
        }
    }
}
