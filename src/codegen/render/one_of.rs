//! Unions: the enum of the members of a struct with `oneOf`, and the functions that read and set the member.

use super::Module;
use super::docs::comment;
use super::views::{OneOfView, VariantView};
use crate::codegen::model::{Body, Field, Struct, Type, TypeRef};
use crate::codegen::naming;

/// A variant of the enum: a member, or a value of the discriminator without a member.
struct Variant<'a> {
    value: String,
    field: Option<&'a Field>,
}

impl Module<'_> {
    pub(super) fn one_of(&self, ty: &Type, body: &Struct) -> OneOfView {
        let name = naming::members(&ty.name);
        let members: Vec<&Field> =
            body.one_of.iter().filter_map(|name| body.fields.iter().find(|field| field.name == *name)).collect();
        let discriminator = body.discriminator.as_ref();
        let tag = discriminator.and_then(|tag| body.fields.iter().find(|field| field.name == tag.field));
        let variants = self.variants(body, &members, tag);
        let absent = vec!["None"; members.len()];
        let set = |at: usize| {
            let mut options = absent.clone();
            options[at] = "Some(value)";
            options.join(", ")
        };
        let error = self.runtime("conversion", "Error");
        let names = members.iter().map(|field| field.name.as_str()).collect::<Vec<_>>().join(", ");
        let arm = |variant: &Variant<'_>| {
            let path = format!("{name}::{}", naming::variant(&variant.value));
            let at = variant.field.and_then(|field| members.iter().position(|member| std::ptr::eq(*member, field)));
            match (tag, at) {
                (None, at) => format!("({}) => Ok({path}(value))", set(at.unwrap_or_default())),
                (Some(_), Some(at)) => format!("({:?} | \"\", {}) => Ok({path}(value))", variant.value, set(at)),
                (Some(_), None) => format!("({:?}, {}) => Ok({path})", variant.value, absent.join(", ")),
            }
        };
        let mut arms: Vec<String> = variants.iter().map(arm).collect();
        match tag {
            None => {
                let none = format!("one of these fields must be set: {names}");
                let many = format!("only one of these fields can be set: {names}");
                arms.push(format!("({}) => Err({error}::new({none:?}))", absent.join(", ")));
                arms.push(format!("_ => Err({error}::new({many:?}))"));
            }
            Some(tag) => {
                let text = format!(
                    "the value {{value:?}} of `{}` does not match the fields that are set among {names}",
                    tag.name
                );
                arms.push(format!("(value, ..) => Err({error}::new(format!({text:?})))"));
            }
        }
        OneOfView {
            doc: comment(&format!("The member of [`{}`] that is set.", ty.name)),
            ty: ty.name.clone(),
            lifetime: "<'a>",
            member_doc: comment(&member_doc(tag)),
            error,
            key: matched(&members, tag),
            arms: arms.into_iter().map(|arm| one_tuple(&arm, members.len() + usize::from(tag.is_some()))).collect(),
            variants: variants.iter().map(|variant| self.variant(variant, &members, tag)).collect(),
            name,
        }
    }

    /// Returns the members, then the values of the discriminator that belong to no member.
    fn variants<'b>(&self, body: &Struct, members: &[&'b Field], tag: Option<&Field>) -> Vec<Variant<'b>> {
        let values = body.discriminator.as_ref().map(|tag| tag.values.as_slice());
        let named = members.iter().enumerate().map(|(at, field)| Variant {
            value: values.and_then(|values| values.get(at)).unwrap_or(&field.name).clone(),
            field: Some(field),
        });
        let mut variants: Vec<_> = named.collect();
        let known = tag.and_then(|tag| match &tag.ty {
            TypeRef::Named(id) => Some(&self.index().ty(*id).body),
            _ => None,
        });
        if let Some(Body::Text { values: known, .. }) = known {
            let others = known.iter().filter(|value| !values.unwrap_or_default().contains(value));
            variants.extend(others.map(|value| Variant { value: value.clone(), field: None }));
        }
        variants
    }

    fn variant(&self, variant: &Variant<'_>, members: &[&Field], tag: Option<&Field>) -> VariantView {
        let ty = variant.field.map(|field| self.rust_type(&field.ty));
        let others = members.iter().filter(|member| variant.field.is_none_or(|field| !std::ptr::eq(**member, field)));
        let mut statements: Vec<String> =
            others.map(|member| format!("self.{} = None", naming::field(&member.name))).collect();
        if let Some(field) = variant.field {
            let value = if field.boxed { "Box::new(value)" } else { "value" };
            statements.push(format!("self.{} = Some({value})", naming::field(&field.name)));
        }
        if let Some(tag) = tag {
            let value = format!("{:?}.into()", variant.value);
            let value = if tag.optional { format!("Some({value})") } else { value };
            statements.push(format!("self.{} = {value}", naming::field(&tag.name)));
        }
        let what = variant
            .field
            .map_or_else(|| format!("`{}`, which has no member", variant.value), |field| format!("`{}`", field.name));
        let tagged = tag.map(|tag| format!(" and `{}`", tag.name)).unwrap_or_default();
        let sets = match variant.field {
            Some(_) => format!("Sets {what}{tagged}, and clears all other members."),
            None => format!("Clears all members, and selects {what}."),
        };
        VariantView {
            doc: comment(&format!("{}{what}.", if variant.field.is_some() { "The field " } else { "" })),
            name: naming::variant(&variant.value),
            content: ty.as_ref().map(|ty| format!("(&'a {ty})")).unwrap_or_default(),
            set_doc: comment(&sets),
            set: format!("set_{}", naming::snake(&variant.value)),
            parameter: ty.map(|ty| format!(", value: {ty}")).unwrap_or_default(),
            statements,
        }
    }
}

/// Returns the tuple that the arms match: the text of the discriminator, if there is one, and all members.
fn matched(members: &[&Field], tag: Option<&Field>) -> String {
    let options = members.iter().map(|field| {
        let get = if field.boxed { "as_deref" } else { "as_ref" };
        format!("self.{}.{get}()", naming::field(&field.name))
    });
    let tag = tag.map(|tag| match tag.optional {
        true => format!("self.{}.as_deref().unwrap_or_default()", naming::field(&tag.name)),
        false => format!("&*self.{}", naming::field(&tag.name)),
    });
    // A tuple also with a single element.
    format!("({},)", tag.into_iter().chain(options).collect::<Vec<_>>().join(", "))
}

fn member_doc(tag: Option<&Field>) -> String {
    let tagged = match tag {
        Some(tag) => format!(", or if `{}` has another value. An empty `{}` is ignored", tag.name, tag.name),
        None => String::new(),
    };
    format!(
        "Returns the member that is set.\n\n# Errors\n\nReturns an error if no member or several members are set{tagged}."
    )
}

/// Adds the comma of a pattern with a single element.
fn one_tuple(arm: &str, elements: usize) -> String {
    match arm.split_once(") =>") {
        Some((pattern, rest)) if elements == 1 => format!("{pattern},) =>{rest}"),
        _ => arm.to_owned(),
    }
}
