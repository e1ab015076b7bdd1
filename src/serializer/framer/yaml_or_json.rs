use std::io::Read;

use super::json::{self, Value};
use super::source::Source;
use super::yaml::Documents;
use super::{FrameError, FrameReader, MAX_FRAME};
use crate::go_yaml;
use crate::wire::SyntaxError;

/// The maximum amount of white space before the brace by which JSON is recognized.
const SNIFFED: usize = 4096;

/// The minimum number of bytes that are parsed as YAML after they were rejected as JSON, as in upstream.
const LEAST_YAML: usize = 4;

/// A reader for documents that may be JSON or YAML, such as manifests. Counterpart of `YAMLOrJSONDecoder`.
///
/// A stream whose first character is an opening brace is read as consecutive JSON values, any other as YAML documents.
/// If one of the first two documents is not valid JSON, it and the rest of the stream are read as YAML; if it is not
/// valid YAML either, the JSON error is returned.
///
/// YAML documents are returned as by [`yaml::documents`](crate::yaml::documents): every line ends with a line feed,
/// including the last one.
///
/// ```
/// use apimachinery::serializer::framer::{FrameReader, YamlOrJsonReader};
///
/// let mut documents = YamlOrJsonReader::new(&b"{\"a\": 1}\n---\nb: 2\n"[..]);
/// let mut document = Vec::new();
/// assert!(documents.read_frame(&mut document)?);
/// assert_eq!(document, b"{\"a\": 1}");
/// assert!(documents.read_frame(&mut document)?);
/// assert_eq!(document, b"---\nb: 2\n");
/// assert!(!documents.read_frame(&mut document)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct YamlOrJsonReader<'a> {
    state: State<'a>,
}

enum State<'a> {
    Unknown(Source<'a>),
    Json(JsonValues<'a>),
    Yaml(Documents<'a>),
    Neither,
    /// The stream is broken: several values were JSON, so one that is not JSON is an error.
    Broken(String),
}

impl<'a> YamlOrJsonReader<'a> {
    /// Creates a reader for the documents of `stream`, JSON or YAML. Each call of [`FrameReader::read_frame`] returns
    /// one document.
    #[must_use]
    pub fn new(stream: impl Read + Send + 'a) -> Self {
        YamlOrJsonReader { state: State::Unknown(Source::new(Box::new(stream))) }
    }

    fn take_state(&mut self) -> State<'a> {
        std::mem::replace(&mut self.state, State::Neither)
    }

    /// Continues with YAML after a value that is not JSON.
    fn switch(&mut self, error: &SyntaxError, bad: Vec<u8>, frame: &mut Vec<u8>) -> Result<bool, FrameError> {
        let State::Json(json) = self.take_state() else { return Ok(false) };
        if json.values > 1 {
            self.state = State::Broken(json::message(error).to_string());
            return self.read_frame(frame);
        }
        let first_error = json.located(error, &bad);
        let Some(rest) = behind_blank_line(bad, json.stream)? else {
            return Err(FrameError::malformed(first_error));
        };
        self.state = State::Yaml(Documents::of_whole_lines(rest, MAX_FRAME));
        match self.read_frame(frame) {
            Ok(true) if go_yaml::to_json(frame).is_err() => {
                frame.clear();
                Err(FrameError::malformed(first_error))
            }
            Err(_) => Err(FrameError::malformed(first_error)),
            read => read,
        }
    }
}

impl FrameReader for YamlOrJsonReader<'_> {
    fn read_frame(&mut self, frame: &mut Vec<u8>) -> Result<bool, FrameError> {
        frame.clear();
        if let State::Unknown(_) = self.state
            && let State::Unknown(stream) = self.take_state()
        {
            self.state = sniff(stream)?;
        }
        match &mut self.state {
            State::Yaml(documents) => documents.read_frame(frame),
            State::Json(values) => match values.read(frame)? {
                Ok(found) => Ok(found),
                Err((error, bad)) => self.switch(&error, bad, frame),
            },
            State::Broken(message) => Err(FrameError::malformed(&**message)),
            State::Unknown(_) | State::Neither => Err(FrameError::malformed("decoding failed as both JSON and YAML")),
        }
    }
}

/// Detects the format from the first character.
fn sniff(mut stream: Source<'_>) -> Result<State<'_>, FrameError> {
    let mut start = Vec::new();
    while start.len() < SNIFFED && start.iter().all(u8::is_ascii_whitespace) {
        let piece = stream.piece()?;
        let length = piece.len();
        if length == 0 {
            break;
        }
        start.extend_from_slice(piece);
        stream.consume(length);
    }
    let is_json = start.trim_ascii_start().starts_with(b"{");
    stream.put_back(start);
    Ok(if is_json {
        State::Json(JsonValues { stream, value: Value::default(), values: 0, consumed: 0 })
    } else {
        State::Yaml(Documents::of_whole_lines(stream, MAX_FRAME))
    })
}

struct JsonValues<'a> {
    stream: Source<'a>,
    value: Value,
    /// The number of values read.
    values: usize,
    /// The number of bytes of the stream that these values occupied.
    consumed: usize,
}

impl JsonValues<'_> {
    /// Reads a value. If it is not JSON, returns the error with everything that was read of it, including leading white
    /// space.
    fn read(&mut self, frame: &mut Vec<u8>) -> Result<Result<bool, (SyntaxError, Vec<u8>)>, FrameError> {
        self.value.skip_rest(&mut self.stream)?;
        let mut blank = Vec::new();
        let mut skipped = 0;
        let found = self.stream.skip_blank(&mut |piece| {
            skipped += piece.len();
            if blank.len() < SNIFFED {
                blank.extend_from_slice(piece);
            }
        })?;
        if !found {
            return Ok(Ok(false));
        }
        self.value.read(&mut self.stream, frame)?;
        if let Err(error) = json::check(frame) {
            blank.append(frame);
            return Ok(Err((error, blank)));
        }
        self.values += 1;
        self.consumed += skipped + frame.len();
        Ok(Ok(true))
    }

    /// Formats an error as upstream does, with its offset in the stream.
    fn located(&self, error: &SyntaxError, bad: &[u8]) -> String {
        let blank = bad.len() - bad.trim_ascii_start().len();
        match json::message(error) {
            message if message != error.message() => message.to_string(),
            message => format!("json: offset {}: {message}", self.consumed + blank + error.offset() + 1),
        }
    }
}

/// Returns the stream without leading white space up to the end of its first line, or `None` if too little follows, in
/// which case upstream gives up too.
fn behind_blank_line(mut start: Vec<u8>, mut stream: Source<'_>) -> Result<Option<Source<'_>>, FrameError> {
    let mut at = 0;
    loop {
        while start.len() - at < LEAST_YAML {
            let piece = stream.piece()?;
            let length = piece.len();
            if length == 0 {
                return Ok(None);
            }
            start.extend_from_slice(piece);
            stream.consume(length);
        }
        let byte = start[at];
        at += usize::from(byte.is_ascii_whitespace());
        if byte == b'\n' || !byte.is_ascii_whitespace() {
            start.drain(..at);
            stream.put_back(start);
            return Ok(Some(stream));
        }
    }
}
