/// How many bytes around a difference are shown.
const CONTEXT: usize = 60;

/// The first difference, with what stands around it on both sides.
pub(crate) fn difference(expected: &[u8], found: &[u8]) -> String {
    let at = expected.iter().zip(found).take_while(|(one, other)| one == other).count();
    let around = |bytes: &[u8]| {
        let from = at.saturating_sub(CONTEXT).min(bytes.len());
        let to = (at + CONTEXT).min(bytes.len());
        format!("{:?}", String::from_utf8_lossy(&bytes[from..to]))
    };
    format!("at byte {at}:\n      expected {}\n      found    {}", around(expected), around(found))
}
