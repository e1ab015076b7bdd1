//! Unions: the enum of the members of a struct with `oneOf`, and the functions that read and set the member.

use super::Module;
use super::code::{Expr, Stmt};
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
        let error = self.runtime("conversion", "Error");
        let fails = |message: Expr| Expr::call("Err", [Expr::call(format!("{error}::new"), [message])]);
        let names = members.iter().map(|field| field.name.as_str()).collect::<Vec<_>>().join(", ");
        let mut arms: Vec<_> = variants.iter().map(|variant| arm(&name, variant, &members, tag)).collect();
        match tag {
            None => {
                let none = format!("one of these fields must be set: {names}");
                let many = format!("only one of these fields can be set: {names}");
                arms.push((Expr::Tuple(options(&members, None)), fails(Expr::text(&none))));
                arms.push((Expr::code("_"), fails(Expr::text(&many))));
            }
            Some(tag) => {
                let text = format!(
                    "the value {{value:?}} of `{}` does not match the fields that are set among {names}",
                    tag.name
                );
                arms.push((Expr::code("(value, ..)"), fails(Expr::call("format!", [Expr::text(&text)]))));
            }
        }
        OneOfView {
            doc: comment(&format!("The member of [`{}`] that is set.", ty.name)),
            ty: ty.name.clone(),
            lifetime: "<'a>",
            member_doc: comment(&member_doc(tag)),
            error,
            member: Expr::Match(Box::new(matched(&members, tag)), arms),
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
        let own = |field: &Field| Expr::code("self").field(naming::field(&field.name));
        let mut statements: Vec<_> = others.map(|member| Stmt::Assign(own(member), Expr::code("None"))).collect();
        if let Some(field) = variant.field {
            let value = Expr::code("value");
            let value = if field.boxed { Expr::call("Box::new", [value]) } else { value };
            statements.push(Stmt::Assign(own(field), Expr::call("Some", [value])));
        }
        if let Some(tag) = tag {
            let value = Expr::text(&variant.value).get("into");
            let value = if tag.optional { Expr::call("Some", [value]) } else { value };
            statements.push(Stmt::Assign(own(tag), value));
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

/// Returns the pattern of a variant, and the variant with its value.
fn arm(name: &str, variant: &Variant<'_>, members: &[&Field], tag: Option<&Field>) -> (Expr, Expr) {
    let path = format!("{name}::{}", naming::variant(&variant.value));
    let at = variant.field.and_then(|field| members.iter().position(|member| std::ptr::eq(*member, field)));
    let value = Expr::text(&variant.value);
    let of_tag = tag.map(|_| match at {
        // An empty discriminator is ignored.
        Some(_) => Expr::Binary(Box::new(value), "|", Box::new(Expr::text(""))),
        None => value,
    });
    let result = match at {
        Some(_) => Expr::call(path, [Expr::code("value")]),
        None => Expr::code(path),
    };
    let pattern = Expr::Tuple(of_tag.into_iter().chain(options(members, at)).collect());
    (pattern, Expr::call("Ok", [result]))
}

/// Returns patterns for the members, of which the one at the index is set.
fn options(members: &[&Field], set: Option<usize>) -> Vec<Expr> {
    let pattern = |at| Expr::code(if Some(at) == set { "Some(value)" } else { "None" });
    (0..members.len()).map(pattern).collect()
}

/// Returns the tuple that the arms match: the text of the discriminator, if there is one, and all members.
fn matched(members: &[&Field], tag: Option<&Field>) -> Expr {
    let own = |field: &Field| Expr::code("self").field(naming::field(&field.name));
    let options = members.iter().map(|field| own(field).get(if field.boxed { "as_deref" } else { "as_ref" }));
    let tag = tag.map(|tag| match tag.optional {
        true => own(tag).get("as_deref").get("unwrap_or_default"),
        false => own(tag).deref().borrow(),
    });
    Expr::Tuple(tag.into_iter().chain(options).collect())
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
