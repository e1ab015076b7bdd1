//! Selection of optional messages to be boxed in Rust.
//!
//! Each choice is part of the Rust API. Therefore it is made once, when a field is first imported, and kept from then
//! on.

use std::collections::{BTreeMap, BTreeSet};

use crate::existing::Existing;
use crate::gotype::Many;
use crate::model::{Base, Field, Message, MessageName, Version};
use crate::problem::{Error, Problems};

/// The maximum estimated size, in bytes, of optional messages that are not boxed. The fields of a message that consists of
/// optional messages only, of which one is set, are boxed regardless of size.
///
/// New fields are rarely set. A box costs a pointer, plus an allocation if the field is set; without one, every value
/// contains space for the field. In the committed definitions, boxes were removed by hand from fields that pods usually
/// set.
const LARGEST_INLINE: usize = 32;

/// Sets the box flag of every field.
pub(crate) fn decide(versions: &mut [Version], existing: &Existing) -> Result<(), Error> {
    let choices = Sizes::new(versions, existing).choices()?;
    for version in versions {
        for message in &mut version.messages {
            let name = MessageName { group_version: version.group_version.clone(), name: message.name.clone() };
            for field in &mut message.fields {
                field.boxed = field.number.is_some_and(|number| choices.contains(&(name.clone(), number)));
            }
        }
    }
    Ok(())
}

struct Sizes<'a> {
    messages: BTreeMap<MessageName, &'a Message>,
    existing: &'a Existing,
    known: BTreeMap<MessageName, usize>,
    /// The messages whose size is being computed, to detect a message that contains itself.
    open: Vec<MessageName>,
    problems: Problems,
}

impl<'a> Sizes<'a> {
    fn new(versions: &'a [Version], existing: &'a Existing) -> Self {
        let named = |version: &'a Version| {
            let name = |message: &'a Message| {
                let name = MessageName { group_version: version.group_version.clone(), name: message.name.clone() };
                (name, message)
            };
            version.messages.iter().map(name)
        };
        let messages = versions.iter().flat_map(named).collect();
        Sizes { messages, existing, known: BTreeMap::new(), open: Vec::new(), problems: Problems::default() }
    }

    fn choices(mut self) -> Result<BTreeSet<(MessageName, u32)>, Error> {
        let mut choices = BTreeSet::new();
        for (name, message) in self.messages.clone() {
            self.message(&name);
            for field in &message.fields {
                if let Some(number) = field.number.filter(|_| self.boxed(&name, field)) {
                    choices.insert((name.clone(), number));
                }
            }
        }
        self.problems.check()?;
        Ok(choices)
    }

    fn boxed(&mut self, owner: &MessageName, field: &Field) -> bool {
        let Some(target) = direct(field).filter(|_| field.optional) else {
            return false;
        };
        if self.reaches(target, owner) {
            return true;
        }
        // For types declared in YAML the generator boxes recursive fields, and no others.
        let Some(number) = field.number else {
            return false;
        };
        match self.existing.boxed(owner, number) {
            Some(kept) => kept,
            None => self.is_choice(owner) || self.message(target) > LARGEST_INLINE,
        }
    }

    /// True if a message has several fields, all of which are optional messages. Only one of them is set at a time, as
    /// in the source of a volume, and the others should not occupy memory.
    fn is_choice(&self, name: &MessageName) -> bool {
        let fields = self.messages.get(name).map_or(&[][..], |message| &message.fields);
        fields.len() > 1 && fields.iter().all(|field| field.optional && direct(field).is_some())
    }

    /// True if a value of `from` contains a value of `to` without a list or map in between.
    fn reaches(&self, from: &MessageName, to: &MessageName) -> bool {
        let mut seen = BTreeSet::new();
        let mut open = vec![from];
        while let Some(name) = open.pop() {
            if name == to {
                return true;
            }
            let Some(message) = self.messages.get(name).filter(|_| seen.insert(name)) else {
                continue;
            };
            open.extend(message.fields.iter().filter_map(direct));
        }
        false
    }

    fn message(&mut self, name: &MessageName) -> usize {
        if let Some(size) = self.known.get(name) {
            return *size;
        }
        if self.open.contains(name) {
            self.problems.add(
                format!("{} {}", name.group_version.api_version(), name.name),
                "the message contains itself: use a pointer, list or map",
            );
            return 0;
        }
        let Some(message) = self.messages.get(name).copied() else {
            return 0;
        };
        self.open.push(name.clone());
        let size = message.fields.iter().map(|field| self.field(name, field)).sum();
        self.open.pop();
        self.known.insert(name.clone(), size);
        size
    }

    fn field(&mut self, owner: &MessageName, field: &Field) -> usize {
        match (field.many, &field.base) {
            (Many::List | Many::Map, _) => 24,
            (Many::One, Base::Scalar(scalar)) => optional(field, scalar_size(scalar)),
            (Many::One, Base::Leaf(leaf)) => optional(field, leaf_size(leaf)),
            (Many::One, Base::Message(_)) if self.boxed(owner, field) => 8,
            (Many::One, Base::Message(target)) => optional(field, self.message(target)),
        }
    }
}

/// Returns the message that is embedded in the field.
fn direct(field: &Field) -> Option<&MessageName> {
    match (&field.base, field.many) {
        (Base::Message(name), Many::One) => Some(name),
        _ => None,
    }
}

/// Returns the size of an optional value. Numbers need an additional word; strings, lists and types that contain them
/// have a niche.
fn optional(field: &Field, size: usize) -> usize {
    match (field.optional, size) {
        (true, 4) => 8,
        (true, 8) => 16,
        _ => size,
    }
}

fn scalar_size(scalar: &str) -> usize {
    match scalar {
        "bool" => 1,
        "int32" => 4,
        "int64" | "double" => 8,
        _ => 24,
    }
}

fn leaf_size(leaf: &str) -> usize {
    match leaf {
        "Duration" => 8,
        "Time" | "MicroTime" => 16,
        "Quantity" => 24,
        _ => 24,
    }
}
