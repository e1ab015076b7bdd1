use std::fmt;

use super::Major;

/// An error in CBOR data, with Kubernetes' message. Boxed, since results are optimized for success.
#[derive(Debug)]
pub(crate) struct Fault(Box<Kind>);

#[derive(Debug)]
enum Kind {
    /// A value of a type that its target does not support.
    Type {
        found: &'static str,
        path: String,
        wanted: String,
        detail: String,
    },
    /// An error reported by a custom type.
    Value {
        path: String,
        message: String,
    },
    /// A map entry, by its index, that a strict decoder does not know.
    UnknownField(u64),
    Other(String),
}

impl Fault {
    #[cold]
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Fault(Box::new(Kind::Other(message.into())))
    }

    #[cold]
    pub(crate) fn mismatch(found: Major, wanted: impl Into<String>) -> Self {
        Fault::mismatch_because(found, wanted, String::new())
    }

    #[cold]
    pub(crate) fn mismatch_because(found: Major, wanted: impl Into<String>, detail: impl Into<String>) -> Self {
        let (found, wanted, detail) = (found.name(), wanted.into(), detail.into());
        Fault(Box::new(Kind::Type { found, path: String::new(), wanted, detail }))
    }

    #[cold]
    pub(crate) fn unknown_field(index: u64) -> Self {
        Fault(Box::new(Kind::UnknownField(index)))
    }

    #[cold]
    pub(crate) fn duplicate(key: &str, index: u64) -> Self {
        Fault::new(format!("cbor: found duplicate map key {key} at map element index {index}"))
    }

    /// Creates an error for well-formed data that Kubernetes rejects.
    #[cold]
    pub(crate) fn unacceptable(major: Major, what: &str) -> Self {
        Fault::new(format!("cbor: data item of cbor type {} is not accepted by protocol: {what}", major.name()))
    }

    /// Creates an error from the message of a custom type. Messages about duplicate keys and unknown fields contain an
    /// index, and are kept unchanged as upstream does.
    #[cold]
    pub(crate) fn of_value(message: String) -> Self {
        if message.starts_with("cbor: found ") {
            return Fault::new(message);
        }
        Fault(Box::new(Kind::Value { path: String::new(), message }))
    }

    pub(crate) fn is_unknown_field(&self) -> bool {
        matches!(*self.0, Kind::UnknownField(_))
    }

    /// Adds the path of the field, unless the error already contains one.
    pub(crate) fn at(mut self, field: &dyn fmt::Display) -> Self {
        if let Kind::Type { path, .. } | Kind::Value { path, .. } = &mut *self.0
            && path.is_empty()
        {
            *path = field.to_string();
        }
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Kind::Type { found, path, wanted, detail } => {
                write!(f, "cbor: cannot unmarshal {found} into ")?;
                match path.as_str() {
                    "" => write!(f, "a value of type {wanted}")?,
                    path => write!(f, "field {path} of type {wanted}")?,
                }
                if detail.is_empty() { Ok(()) } else { write!(f, " ({detail})") }
            }
            Kind::Value { path, message } if path.is_empty() => f.write_str(message),
            Kind::Value { path, message } => write!(f, "{path}: {message}"),
            Kind::UnknownField(index) => write!(f, "cbor: found unknown field at map element index {index}"),
            Kind::Other(message) => f.write_str(message),
        }
    }
}
