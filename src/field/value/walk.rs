use std::slice;

use super::{Map, Str, Value};

/// An iterator over the parts of a value, in the order in which JSON contains them. Open lists and objects are kept in
/// a vector instead of on the stack.
pub(crate) struct Walk<'a> {
    next: Option<&'a Value>,
    open: Vec<Open<'a>>,
    /// The first event of a walk that starts with a map.
    start: Option<Event<'a>>,
}

/// An event of a [`Walk`].
#[derive(Clone, Copy)]
pub(crate) enum Event<'a> {
    Scalar(&'a Value),
    /// The start of a list with the given number of items; `None` for nil, which has no end event.
    List(Option<usize>),
    EndList,
    /// The start of an object with the given number of members; `None` for nil, which has no end event.
    Map(Option<usize>),
    /// The key of the value that follows.
    Key(&'a Str),
    EndMap,
}

enum Open<'a> {
    List(slice::Iter<'a, Value>),
    Map(slice::Iter<'a, (Str, Value)>),
}

impl<'a> Walk<'a> {
    pub(crate) fn new(value: &'a Value) -> Self {
        Walk { next: Some(value), open: Vec::new(), start: None }
    }

    pub(crate) fn of_map(map: &'a Map<Value>) -> Self {
        let mut walk = Walk { next: None, open: Vec::new(), start: None };
        walk.start = Some(walk.enter_map(map));
        walk
    }

    /// Returns true if both values are equal when nil and empty are treated as the same.
    pub(crate) fn semantic_eq(self, other: Self) -> bool {
        let (mut ours, mut theirs) = (Filled { walk: self, end: None }, Filled { walk: other, end: None });
        loop {
            match (ours.next(), theirs.next()) {
                (None, None) => return true,
                (ours, theirs) if ours == theirs => {}
                _ => return false,
            }
        }
    }

    fn enter(&mut self, value: &'a Value) -> Event<'a> {
        match value {
            Value::List(list) if list.is_nil() => Event::List(None),
            Value::List(list) => {
                self.open.push(Open::List(list.iter()));
                Event::List(Some(list.len()))
            }
            Value::Map(map) => self.enter_map(map),
            scalar => Event::Scalar(scalar),
        }
    }

    fn enter_map(&mut self, map: &'a Map<Value>) -> Event<'a> {
        if map.is_nil() {
            return Event::Map(None);
        }
        self.open.push(Open::Map(map.entries().iter()));
        Event::Map(Some(map.len()))
    }
}

/// A walk that reports nil lists and objects as empty ones.
struct Filled<'a> {
    walk: Walk<'a>,
    /// The pending end event of a nil list or object.
    end: Option<Event<'a>>,
}

impl<'a> Filled<'a> {
    fn next(&mut self) -> Option<Event<'a>> {
        if self.end.is_some() {
            return self.end.take();
        }
        match self.walk.next()? {
            Event::List(None) => {
                self.end = Some(Event::EndList);
                Some(Event::List(Some(0)))
            }
            Event::Map(None) => {
                self.end = Some(Event::EndMap);
                Some(Event::Map(Some(0)))
            }
            event => Some(event),
        }
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Event<'a>;

    fn next(&mut self) -> Option<Event<'a>> {
        if let Some(start) = self.start.take() {
            return Some(start);
        }
        if let Some(value) = self.next.take() {
            return Some(self.enter(value));
        }
        let end = match self.open.last_mut()? {
            Open::List(items) => match items.next() {
                Some(item) => return Some(self.enter(item)),
                None => Event::EndList,
            },
            Open::Map(entries) => match entries.next() {
                Some((key, value)) => {
                    self.next = Some(value);
                    return Some(Event::Key(key));
                }
                None => Event::EndMap,
            },
        };
        self.open.pop();
        Some(end)
    }
}

/// Compares scalars by value, without recursion into lists and objects.
impl PartialEq for Event<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Event::Scalar(a), Event::Scalar(b)) => match (a, b) {
                (Value::Null, Value::Null) => true,
                (Value::Bool(a), Value::Bool(b)) => a == b,
                (Value::Int(a), Value::Int(b)) => a == b,
                (Value::Float(a), Value::Float(b)) => a == b,
                (Value::String(a), Value::String(b)) => a == b,
                _ => false,
            },
            (Event::List(a), Event::List(b)) | (Event::Map(a), Event::Map(b)) => a == b,
            (Event::Key(a), Event::Key(b)) => a == b,
            (Event::EndList, Event::EndList) | (Event::EndMap, Event::EndMap) => true,
            _ => false,
        }
    }
}
