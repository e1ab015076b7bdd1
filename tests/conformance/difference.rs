/// Number of bytes shown around a difference.
const CONTEXT: usize = 60;

/// Returns the first difference with its context on both sides.
pub(crate) fn difference(expected: &[u8], found: &[u8]) -> String {
    let at = expected.iter().zip(found).take_while(|(one, other)| one == other).count();
    let around = |bytes: &[u8]| {
        let from = at.saturating_sub(CONTEXT).min(bytes.len());
        let to = (at + CONTEXT).min(bytes.len());
        format!("{:?}", String::from_utf8_lossy(&bytes[from..to]))
    };
    format!("at byte {at}:\n      expected {}\n      found    {}", around(expected), around(found))
}
