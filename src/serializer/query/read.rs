use super::{Values, is_type_meta};
use crate::conversion::{Error, number, truth};
use crate::reflect::{Leaf, ListMut, Mut, OptionMut, Raw, Shape, StructMut, Type, ViewMut};
use crate::wire::escape::write_string;
use crate::wire::quote::quote;

/// Fills the fields of a struct. Fields without a parameter are set to zero.
pub(in crate::serializer) fn read(values: &Values, mut into: StructMut<'_>) -> Result<(), Error> {
    for (index, field) in into.shape().json_fields().iter().enumerate() {
        if !is_type_meta(field) {
            read_field(values, values.all(field.name()), into.field(index))?;
        }
    }
    Ok(())
}

fn read_field(values: &Values, texts: &[String], target: Mut<'_>) -> Result<(), Error> {
    match target.view() {
        ViewMut::Option(option) => read_option(values, texts, option),
        ViewMut::Struct(inner) => read(values, inner),
        ViewMut::List(list) => read_list(texts, list),
        ViewMut::Bool(target) => {
            *target = truth(texts.first().map(String::as_str));
            Ok(())
        }
        ViewMut::Str(target) => {
            *target = texts.first().map(Into::into).unwrap_or_default();
            Ok(())
        }
        ViewMut::Int64(target) => {
            *target = texts.first().map_or(Ok(0), |text| number(text))?;
            Ok(())
        }
        ViewMut::Int32(target) => {
            *target = texts.first().map_or(Ok(0), |text| small_number(text))?;
            Ok(())
        }
        ViewMut::Double(target) => {
            *target = texts.first().map_or(Ok(0.0), |text| float(text))?;
            Ok(())
        }
        ViewMut::Leaf(target) => read_leaf(texts, target),
        // `write` omits these as well.
        ViewMut::Bytes(_) | ViewMut::Map(_) => Ok(()),
    }
}

fn read_option(values: &Values, texts: &[String], option: OptionMut<'_>) -> Result<(), Error> {
    if let Some(shape) = option.inner_type().shape() {
        let some = said_of(values, shape);
        if some.is_empty() {
            option.clear();
            return Ok(());
        }
        return read_field(&some, &[], option.make());
    }
    if texts.is_empty() {
        option.clear();
        return Ok(());
    }
    read_field(values, texts, option.make())
}

/// Returns the non-empty parameters of a struct's fields.
fn said_of(values: &Values, shape: &Shape) -> Values {
    let mut said = Values::default();
    for field in shape.json_fields() {
        for text in values.all(field.name()) {
            if !text.is_empty() {
                said.add(field.name(), text);
            }
        }
    }
    said
}

fn read_list(texts: &[String], mut list: ListMut<'_>) -> Result<(), Error> {
    list.clear();
    if let Type::Int32 = list.item_type() {
        for text in texts.iter().flat_map(|text| text.split(',')) {
            if let ViewMut::Int32(target) = list.push().view() {
                *target = port(text)?;
            }
        }
        return Ok(());
    }
    texts.iter().try_for_each(|text| read_field(&Values::default(), std::slice::from_ref(text), list.push()))
}

/// Parses an item of a list of `int32`, which upstream parses as a port number.
fn port(text: &str) -> Result<i32, Error> {
    let problem =
        |reason| Error::new(format!("cannot convert to []int32: strconv.ParseUint: parsing {}: {reason}", quote(text)));
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse::<u16>() {
        Ok(port) if digits => Ok(port.into()),
        _ if digits => Err(problem("value out of range")),
        _ => Err(problem("invalid syntax")),
    }
}

fn small_number(text: &str) -> Result<i32, Error> {
    let out_of_range = || Error::new(format!("strconv.ParseInt: parsing {}: value out of range", quote(text)));
    i32::try_from(number(text)?).map_err(|_| out_of_range())
}

fn float(text: &str) -> Result<f64, Error> {
    text.parse().map_err(|_| Error::new(format!("strconv.ParseFloat: parsing {}: invalid syntax", quote(text))))
}

/// Reads a leaf from its first value. A missing value, an empty one and `null` are the zero value.
fn read_leaf(texts: &[String], target: &mut dyn Leaf) -> Result<(), Error> {
    let mut json = Vec::new();
    match texts.first().map(String::as_str) {
        None | Some("" | "null") => json.extend_from_slice(b"null"),
        Some(text) => write_string(&mut json, text),
    }
    let json = String::from_utf8(json).expect("JSON made from strings is UTF-8");
    target.read_json(Raw::checked(&json)).map_err(Error::new)
}
