use super::decode::Decoder;
use crate::format::problem::Path;
use crate::reflect::StructMut;
use crate::wire::cbor::{Fault, Major};
use crate::wire::raw::RawKind;

impl Decoder<'_> {
    /// Upstream decodes a union separately and strictly, so an unknown field inside it is an error even in lax mode.
    pub(super) fn union(&mut self, target: StructMut<'_>, path: &Path<'_>) -> Result<(), Fault> {
        self.reader.skip_magic();
        self.reader.check_tags()?;
        let kind = self.kind();
        let variant = match target.choose(kind) {
            Ok(Some(variant)) => variant,
            other => {
                self.reader.skip();
                return other
                    .map(|_| ())
                    .map_err(|kinds| self.fault(Fault::new(format!("expected {kinds}, found {}", kind.name())), path));
            }
        };
        let around = (self.strict, self.encoding.take());
        self.strict = true;
        let read = self.value(variant, path);
        (self.strict, self.encoding) = around;
        read
    }

    /// Returns the JSON kind of the next item. A tagged item counts as text.
    fn kind(&self) -> RawKind {
        match self.reader.major() {
            Major::Map => RawKind::Object,
            Major::List => RawKind::List,
            Major::Simple if self.reader.is_nil() => RawKind::Null,
            Major::Simple if self.reader.is_bool() => RawKind::Bool,
            Major::Bytes | Major::Text | Major::Tag => RawKind::String,
            Major::Unsigned | Major::Negative | Major::Simple => RawKind::Number,
        }
    }
}
