//! Conversion of a single field: name, number, presence, merge rules and default.

use serde_json::Value;

use crate::facts::{self, Facts};
use crate::gotype::{self, Many, Shape, TypeName};
use crate::model::{Base, Field, GroupVersion, MessageName};
use crate::select::Member;

/// Converts a field of a struct in version `home`.
pub(crate) fn field(facts: &Facts, home: &GroupVersion, member: &Member<'_>) -> Result<Field, String> {
    let fact = member.fact;
    let name = name(fact)?;
    let omit = fact.omit.as_deref().unwrap_or_default();
    Ok(Field {
        json_name: json_name(fact, &name),
        name,
        number: number(member)?,
        optional: member.shape.optional || is_string_list(&member.shape),
        many: member.shape.many,
        base: base(facts, &member.shape.base)?,
        always: omit.is_empty() && !fact.inline && !is_nameless(fact),
        omit_zero: omit.split(',').any(|word| word == "zero"),
        inline: fact.inline,
        named: member.shape.named.as_ref().map(|name| refer(facts, name, home)),
        list_type: list_type(fact, member.shape.many)?,
        list_map_keys: fact.tags.get("listMapKey").cloned().unwrap_or_default(),
        map_type: map_type(fact)?,
        patch_strategy: fact.tag("patchStrategy").map(str::to_owned),
        patch_merge_key: fact.tag("patchMergeKey").map(str::to_owned),
        boxed: false,
    })
}

/// True if the fields are those of a union: they have numbers, but no JSON names.
pub(crate) fn are_union(members: &[Member<'_>]) -> bool {
    !members.is_empty() && members.iter().all(|member| is_nameless(member.fact))
}

pub(crate) fn is_nameless(fact: &facts::Field) -> bool {
    fact.json.is_none() && !fact.inline && fact.proto.is_some()
}

/// Returns the declared default of a field, if there is one. The form `ref(Name)` refers to a constant of the field's
/// type.
pub(crate) fn default(facts: &Facts, member: &Member<'_>) -> Option<Result<Value, String>> {
    let text = member.fact.tag("default")?;
    let constant = text.strip_prefix("ref(").and_then(|rest| rest.strip_suffix(')'));
    Some(match constant {
        Some(constant) => value_of(facts, member, constant),
        None => serde_json::from_str(text).map_err(|error| format!("invalid default `{text}`: {error}")),
    })
}

/// Returns the value of a constant. The facts contain the values of a type, but not the names of its constants. Go
/// names constants after their values, so the longest value that the name contains is chosen.
fn value_of(facts: &Facts, member: &Member<'_>, constant: &str) -> Result<Value, String> {
    let name = member.shape.named.as_ref();
    let named = name.and_then(|name| facts.package(&name.package)?.types.get(&name.name));
    let values = named.map_or(&[][..], |named| &named.values);
    let meant = values.iter().filter(|value| !value.is_empty() && constant.contains(value.as_str()));
    match meant.max_by_key(|value| value.len()) {
        Some(value) => Ok(Value::String(value.clone())),
        None => Err(format!("invalid default `{constant}`: expected a constant for one of {values:?}")),
    }
}

fn name(fact: &facts::Field) -> Result<String, String> {
    let json = fact.json.as_deref().filter(|name| is_identifier(name));
    let name = match (&fact.proto_name, json) {
        _ if is_nameless(fact) => lower_word(&fact.name),
        (Some(name), _) => name.clone(),
        (None, Some(name)) => name.to_owned(),
        (None, None) => lower_word(&fact.name),
    };
    match is_identifier(&name) {
        true => Ok(name),
        false => Err(format!("invalid .proto name `{name}`: expected a letter, then letters, digits or underscores")),
    }
}

fn is_identifier(name: &str) -> bool {
    let letters = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    letters && name.starts_with(|first: char| first.is_ascii_alphabetic())
}

/// Converts the initial capitals of a Go name to lower case, such as `JSONSchemas` to `jsonSchemas`.
fn lower_word(name: &str) -> String {
    let capitals = name.bytes().take_while(u8::is_ascii_uppercase).count();
    let initials = if capitals > 1 && capitals < name.len() { capitals - 1 } else { capitals };
    name[..initials].to_ascii_lowercase() + &name[initials..]
}

/// Returns the JSON name, if it is not the one that proto3 derives from the field's name.
fn json_name(fact: &facts::Field, name: &str) -> Option<String> {
    let json = fact.json.as_ref()?;
    (*json != derived(name)).then(|| json.clone())
}

/// Returns the JSON name that proto3 derives: underscores are removed, and the letter after each becomes a capital.
pub(crate) fn derived(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |json, word| json + &upper_first(word))
}

fn upper_first(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

fn number(member: &Member<'_>) -> Result<Option<u32>, String> {
    match member.fact.proto {
        Some(_) if member.shape.base == gotype::Base::Leaf(gotype::ANY) => {
            Err(".proto cannot express a value of any type".to_owned())
        }
        None | Some(1..=18_999 | 20_000..=536_870_911) => Ok(member.fact.proto),
        Some(number) => Err(format!("invalid field number {number}: expected 1 to 536870911, but not 19000 to 19999")),
    }
}

fn base(facts: &Facts, base: &gotype::Base) -> Result<Base, String> {
    match base {
        gotype::Base::Scalar(scalar) => Ok(Base::Scalar(scalar)),
        gotype::Base::Leaf(leaf) => Ok(Base::Leaf(leaf)),
        gotype::Base::Struct(name) => {
            let package = facts
                .package(&name.package)
                .ok_or_else(|| format!("the facts do not contain package {}", name.package))?;
            Ok(Base::Message(MessageName { group_version: GroupVersion::of(package), name: name.name.clone() }))
        }
    }
}

/// Returns the name of a type as used in version `home`.
pub(crate) fn refer(facts: &Facts, name: &TypeName, home: &GroupVersion) -> String {
    let package = facts.package(&name.package);
    package.map_or_else(|| name.name.clone(), |package| GroupVersion::of(package).refer(&name.name, home))
}

/// True for a named list of strings. In Protobuf such a list is a message that is omitted if the list is nil.
fn is_string_list(shape: &Shape) -> bool {
    shape.many == Many::One && shape.base == gotype::Base::Leaf(gotype::STRING_LIST)
}

/// Returns the list type. Some facts specify one for fields that are not lists; it is ignored.
fn list_type(fact: &facts::Field, many: Many) -> Result<Option<&'static str>, String> {
    match fact.tag("listType").filter(|_| many == Many::List) {
        None => Ok(None),
        Some("atomic") => Ok(Some("ATOMIC")),
        Some("set") => Ok(Some("SET")),
        Some("map") => Ok(Some("MAP")),
        Some(other) => Err(format!("invalid list type `{other}`: expected atomic, set or map")),
    }
}

fn map_type(fact: &facts::Field) -> Result<Option<&'static str>, String> {
    match fact.tag("mapType") {
        None => Ok(None),
        Some("granular") => Ok(Some("GRANULAR")),
        Some("atomic") => Ok(Some("WHOLE")),
        Some(other) => Err(format!("invalid map type `{other}`: expected granular or atomic")),
    }
}
