//! An entry in the list of results.

use std::path::PathBuf;

use crate::cli::escape;
use crate::field::Value;
use crate::wire::mark::Mark;

/// A place in a file that needs attention, and what to do about it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) rule: Rule,
    pub(crate) path: PathBuf,
    /// The number of the document in its file, counted from 1.
    pub(crate) document: usize,
    /// The line in the file, counted from 1; 0 if it is unknown.
    pub(crate) line: u32,
    pub(crate) message: String,
    /// The command that corrects the file; empty if there is none.
    pub(crate) command: String,
    /// The edit that corrects the place, if it is known.
    pub(crate) fix: Option<Fix>,
    /// The entry as a JSON object.
    pub(crate) json: Value,
}

/// A replacement of the text between two positions of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fix {
    pub(crate) start: Mark,
    pub(crate) end: Mark,
    pub(crate) text: String,
}

/// The kind of an entry; the identifiers are part of the program's contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rule {
    Removed,
    Deprecated,
    Future,
    Refused,
    ApiVersion,
    FieldAdded,
    FieldRemoved,
    FieldMoved,
    DefaultAdopted,
    Fixed,
    Invalid,
}

/// The severity of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    Error,
    Warning,
    Note,
}

impl Rule {
    pub(super) const ALL: [Rule; 11] = [
        Rule::Removed,
        Rule::Deprecated,
        Rule::Future,
        Rule::Refused,
        Rule::ApiVersion,
        Rule::FieldAdded,
        Rule::FieldRemoved,
        Rule::FieldMoved,
        Rule::DefaultAdopted,
        Rule::Fixed,
        Rule::Invalid,
    ];

    /// Returns the identifier, which is also the `status` of an entry in JSON.
    pub(crate) fn id(self) -> &'static str {
        match self {
            Rule::Removed => "removed",
            Rule::Deprecated => "deprecated",
            Rule::Future => "future",
            Rule::Refused => "refused",
            Rule::ApiVersion => "api-version",
            Rule::FieldAdded => "field-added",
            Rule::FieldRemoved => "field-removed",
            Rule::FieldMoved => "field-moved",
            Rule::DefaultAdopted => "default-adopted",
            Rule::Fixed => "fixed",
            Rule::Invalid => "invalid",
        }
    }

    pub(super) fn description(self) -> &'static str {
        match self {
            Rule::Removed => "The release no longer serves the kind in this API version",
            Rule::Deprecated => "The kind is deprecated in this API version, and a later release removes it",
            Rule::Future => "The release does not serve the kind in this API version yet",
            Rule::Refused => "The document cannot be converted",
            Rule::ApiVersion => "The object can be converted to another API version",
            Rule::FieldAdded => "The other API version needs a value for the same meaning",
            Rule::FieldRemoved => "The other API version does not have the field",
            Rule::FieldMoved => "The other API version has the value in another place or form",
            Rule::DefaultAdopted => "The default of the other API version is accepted, although it differs",
            Rule::Fixed => "The API server would refuse the object in the other API version without the change",
            Rule::Invalid => "The API server refuses the value in the other API version",
        }
    }

    pub(super) fn level(self) -> Level {
        match self {
            Rule::Removed | Rule::Future | Rule::Refused => Level::Error,
            Rule::Deprecated | Rule::ApiVersion => Level::Warning,
            Rule::FieldAdded | Rule::FieldRemoved | Rule::FieldMoved => Level::Note,
            Rule::DefaultAdopted | Rule::Fixed | Rule::Invalid => Level::Warning,
        }
    }
}

impl Entry {
    /// Adds the number of documents that precede the chunk of this one in its file.
    pub(crate) fn add_documents(&mut self, before: usize) {
        self.document += before;
        let number = i64::try_from(self.document).unwrap_or_default();
        if let Some(json) = self.json.as_map_mut() {
            json.insert("document", Value::Int(number));
        }
    }

    /// Returns the message, and a second line with the command that corrects the file if there is one, for formats
    /// without a place for commands. Both are escaped.
    pub(super) fn message_lines(&self) -> impl Iterator<Item = String> {
        let command = (!self.command.is_empty()).then(|| format!("To convert it, run: {}", self.command));
        [self.message.clone()].into_iter().chain(command).map(|line| escape::inline(&line).into_owned())
    }
}
