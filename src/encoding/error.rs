//! The error of the encoders that write from start to end.

/// The error for a value that a format cannot represent, with its path. Boxed, since results are optimized for success.
#[derive(Debug)]
pub(crate) struct EncodeError(Box<Failure>);

#[derive(Debug)]
struct Failure {
    path: String,
    message: String,
}

impl EncodeError {
    #[cold]
    pub(crate) fn new(message: impl Into<String>) -> Self {
        EncodeError(Box::new(Failure { path: String::new(), message: message.into() }))
    }

    #[cold]
    pub(crate) fn below(mut self, step: &str) -> Self {
        let path = &mut self.0.path;
        let separator = if path.is_empty() || path.starts_with('[') { "" } else { "." };
        path.insert_str(0, separator);
        path.insert_str(0, step);
        self
    }

    #[cold]
    pub(crate) fn below_item(self, index: usize) -> Self {
        self.below(&format!("[{index}]"))
    }
}

impl std::fmt::Display for EncodeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0.path.as_str() {
            "" => f.write_str(&self.0.message),
            path => write!(f, "{path}: {}", self.0.message),
        }
    }
}
