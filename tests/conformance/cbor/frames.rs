use apimachinery::serializer::framer::{CborFramer, FrameReader, Framer};
use serde_json::Value;

use super::{Line, base64};
use crate::tally::Findings;

/// Checks the frames of a watch stream. Our reader uses buffers of any size, so a frame that upstream returns in pieces
/// is a single one.
pub(super) fn check(case: &Line<'_>, findings: &mut Findings) -> Result<(), String> {
    let raw = super::bytes(case, "raw").expect("a stream");
    let strings =
        |name| -> Vec<String> { serde_json::from_str(case.raw(name).unwrap_or("[]")).expect("a list of strings") };
    let mut reader = CborFramer { go_limits: true }.reader(Box::new(&*raw));
    let (mut frame, mut expected) = (Vec::new(), Vec::new());
    for (read, error) in strings("reads").iter().zip(strings("errs")) {
        expected.extend(base64(&Value::from(read.as_str()).to_string()));
        match error.as_str() {
            "short buffer" => {}
            "" => {
                let found = reader.read_frame(&mut frame);
                findings.check(matches!(found, Ok(true)), || format!("a frame was expected, found {found:?}"));
                findings.equal("frame", &std::mem::take(&mut expected), &frame);
            }
            "EOF" => {
                findings.check(matches!(reader.read_frame(&mut frame), Ok(false)), || "more than was expected".into())
            }
            error => {
                let found = reader.read_frame(&mut frame).err().map(|error| error.to_string()).unwrap_or_default();
                findings.equal("error", error.as_bytes(), found.as_bytes());
            }
        }
    }
    Ok(())
}
