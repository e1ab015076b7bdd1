//! Bodies of types, in which names become references.

use heck::ToLowerCamelCase;

use super::declare::KindType;
use super::tree::{GroupId, Tree, leaf, plain_field};
use super::unions;
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::files::{Span, Word};
use crate::codegen::load::document::{BodyDoc, FieldDoc, Shape, TypeDoc, TypeExpr};
use crate::codegen::model::{Body, Discriminator, Field, Omit, Scalar, Struct, TypeId, TypeRef};

/// Sets the bodies of all declared types.
pub(crate) fn fill(tree: &mut Tree<'_>, kinds: &[KindType<'_>], report: &mut Report) {
    for id in tree.ids() {
        if let Some(doc) = tree.facts(id).doc {
            let mut entries = kinds.iter().filter(|kind| kind.ty == id).peekable();
            let has_type_meta = entries.peek().is_some() && entries.all(|kind| kind.doc.type_meta);
            fill_type(tree, id, doc, has_type_meta, report);
        }
    }
    for kind in kinds {
        if let Some(list) = kind.list {
            fill_list(tree, list, kind, report);
        }
    }
}

fn fill_type(tree: &mut Tree<'_>, id: TypeId, doc: &TypeDoc, has_type_meta: bool, report: &mut Report) {
    let at = (tree.facts(id).group, tree.get(id).version.clone());
    let mut places = Vec::new();
    let body = match &doc.body {
        BodyDoc::Text { values, closed } => {
            let is_repeated = |(at, word): (usize, &Word)| values[..at].iter().any(|first| first.text == word.text);
            if *closed && (values.is_empty() || values.iter().enumerate().any(is_repeated)) {
                // Reported when the file was read.
                tree.doubt(id);
            }
            Body::Text { values: values.iter().map(|word| word.text.clone()).collect(), closed: *closed }
        }
        BodyDoc::Alias(expr) => match resolve(tree, at.0, &at.1, &expr.shape, expr.span, report) {
            TypeRef::Scalar(Scalar::String) => Body::Text { values: Vec::new(), closed: false },
            base => Body::Alias(base),
        },
        BodyDoc::Bad => {
            tree.doubt(id);
            Body::Struct(Struct::default())
        }
        BodyDoc::Struct { fields, inline, one_of, union } => {
            let mut body = Struct { has_type_meta, union: *union, ..Struct::default() };
            let said = fields.iter().any(|field| field.name.text == "metadata");
            if has_type_meta && !doc.from_proto && !said {
                body.fields.extend(metadata(tree, "ObjectMeta", doc.name.span, report));
                places.push(doc.name.span);
            }
            for word in inline {
                body.fields.extend(inlined(tree, &at, word, report));
                places.push(word.span);
            }
            for doc in fields {
                // Kinds have these fields already, which is reported below.
                if !(has_type_meta && matches!(doc.name.text.as_str(), "apiVersion" | "kind")) {
                    body.fields.push(field(tree, at.0, &at.1, doc, report));
                    places.push(doc.name.span);
                }
            }
            let is_member = |word: &Word| body.fields.iter().any(|field| field.name == word.text && field.optional);
            if !one_of.members.iter().all(|(_, word)| is_member(word)) {
                tree.doubt(id);
            }
            body.one_of = one_of.members.iter().map(|(_, field)| field.text.clone()).collect();
            body.discriminator = one_of.discriminator.as_ref().map(|field| Discriminator {
                field: field.text.clone(),
                values: one_of.members.iter().map(unions::value).collect(),
            });
            if has_type_meta {
                check_kind_fields(tree, doc, &body, fields, report);
            }
            Body::Struct(body)
        }
    };
    tree.types[id.0].body = body;
    tree.facts[id.0].fields = places;
}

/// Returns the field `metadata` of kinds.
fn metadata(tree: &Tree<'_>, ty: &str, at: Span, report: &mut Report) -> Option<Field> {
    let id = tree.find(0, "", &format!("meta.v1.{ty}"), at, report)?;
    let mut field = plain_field("metadata", TypeRef::Named(id), tree.source(at));
    field.omit = Omit::Empty;
    Some(field)
}

fn inlined(tree: &mut Tree<'_>, at: &(GroupId, String), word: &Word, report: &mut Report) -> Option<Field> {
    let id = tree.find(at.0, &at.1, &word.text, word.span, report)?;
    let name = word.text.rsplit('.').next().unwrap_or_default().to_lower_camel_case();
    let mut field = plain_field(&name, TypeRef::Named(id), tree.source(word.span));
    field.omit = Omit::Empty;
    field.inline = true;
    Some(field)
}

/// Checks the fields of a kind. A kind that is not a single object, such as a table, has the metadata of a list.
fn check_kind_fields(tree: &Tree<'_>, doc: &TypeDoc, body: &Struct, fields: &[FieldDoc], report: &mut Report) {
    let list_meta = tree.lookup(0, "", "meta.v1.ListMeta").map(TypeRef::Named);
    let metadata = body.fields.iter().find(|field| field.name == "metadata").map(|field| &field.ty);
    let is_object = !doc.from_proto && metadata != list_meta.as_ref();
    let implied = |name: &str| name == "apiVersion" || name == "kind" || (name == "metadata" && is_object);
    for field in fields.iter().filter(|field| implied(&field.name.text)) {
        let message = format!("the field `{}` of a kind is added automatically", field.name.text);
        report.add(error("kind-field", field.name.span, message).help("remove it"));
    }
}

/// Converts a field of a document to the model.
pub(crate) fn field(tree: &mut Tree<'_>, group: GroupId, version: &str, doc: &FieldDoc, report: &mut Report) -> Field {
    let ty = field_type(tree, group, version, doc, report);
    let optional = doc.ty.as_ref().is_some_and(|expr| expr.optional);
    let knows_nil = knows_nil(tree, &ty);
    Field {
        name: doc.name.text.clone(),
        number: doc.number,
        optional: optional && !knows_nil,
        boxed: doc.boxed,
        omit: doc.omit.unwrap_or(Omit::Never),
        inline: doc.inline,
        doc: doc.doc.clone(),
        merge: doc.merge.clone(),
        limits: doc.limits.clone(),
        source: tree.source(doc.name.span),
        ty,
    }
}

/// Returns true for lists, maps and bytes, which distinguish nil from empty and therefore need no `Option`.
fn knows_nil(tree: &Tree<'_>, ty: &TypeRef) -> bool {
    let by_doc = |id: TypeId| match &tree.facts(id).doc?.body {
        BodyDoc::Alias(TypeExpr { shape, .. }) => Some(matches!(shape, Shape::List(_) | Shape::Map(_))),
        _ => None,
    };
    match ty {
        TypeRef::List(_) | TypeRef::Map(_) | TypeRef::Scalar(Scalar::Bytes) => true,
        TypeRef::Named(id) => by_doc(*id).unwrap_or_default(),
        _ => false,
    }
}

fn field_type(tree: &mut Tree<'_>, group: GroupId, version: &str, doc: &FieldDoc, report: &mut Report) -> TypeRef {
    let Some(expr) = &doc.ty else {
        let message = format!("the field `{}` has no type", doc.name.text);
        report.add(error("field-without-type", doc.name.span, message).help("add `type: <type>`"));
        return TypeRef::Named(tree.broken());
    };
    let base = resolve(tree, group, version, &expr.shape, expr.span, report);
    match &doc.named {
        Some(word) => named(tree, group, version, base, word, report),
        None => base,
    }
}

pub(crate) fn resolve(
    tree: &mut Tree<'_>,
    group: GroupId,
    version: &str,
    shape: &Shape,
    at: Span,
    report: &mut Report,
) -> TypeRef {
    match shape {
        Shape::Scalar(scalar) => TypeRef::Scalar(*scalar),
        Shape::Leaf(leaf) => TypeRef::Leaf(*leaf),
        Shape::List(item) => TypeRef::List(Box::new(resolve(tree, group, version, item, at, report))),
        Shape::Map(value) => TypeRef::Map(Box::new(resolve(tree, group, version, value, at, report))),
        Shape::Bad => TypeRef::Named(tree.broken()),
        Shape::Name(name) => leaf(name).unwrap_or_else(|| {
            let found = tree.find(group, version, name, at, report);
            TypeRef::Named(found.unwrap_or_else(|| tree.broken()))
        }),
    }
}

/// Replaces a part of a field's type by the name in `(api.type)`: a named list or map replaces the whole type, a named
/// scalar the type of the field, of its items or of its values.
fn named(
    tree: &mut Tree<'_>,
    group: GroupId,
    version: &str,
    base: TypeRef,
    word: &Word,
    report: &mut Report,
) -> TypeRef {
    let Some(id) = tree.find(group, version, &word.text, word.span, report) else {
        return TypeRef::Named(tree.broken());
    };
    let Some((meaning, whole)) = meaning(tree, id) else { return base };
    let name = TypeRef::Named(id);
    let fits = match &base {
        _ if whole => (base == meaning).then_some(name),
        TypeRef::List(item) => (**item == meaning).then(|| TypeRef::List(Box::new(name))),
        TypeRef::Map(value) => (**value == meaning).then(|| TypeRef::Map(Box::new(name))),
        _ => (base == meaning).then_some(name),
    };
    fits.unwrap_or_else(|| {
        let message =
            format!("the type `{}` is `{}`, but this field is `{}`", word.text, tree.show(&meaning), tree.show(&base));
        let mistake = error("named-type", word.span, message).also(tree.facts(id).name, "declared here");
        report.add(mistake.help(format!("declare it as `{}`, or remove `(api.type)`", tree.show(&base))));
        base
    })
}

/// Returns the base of a named type, and whether it is a list or map. Bodies may not be set yet, so this reads the
/// document.
fn meaning(tree: &mut Tree<'_>, id: TypeId) -> Option<(TypeRef, bool)> {
    let doc = tree.facts(id).doc?;
    match &doc.body {
        BodyDoc::Text { .. } => Some((TypeRef::Scalar(Scalar::String), false)),
        BodyDoc::Alias(expr) => {
            let at = (tree.facts(id).group, tree.get(id).version.clone());
            let base = resolve(tree, at.0, &at.1, &expr.shape, expr.span, &mut Report::default());
            let whole = matches!(base, TypeRef::List(_) | TypeRef::Map(_));
            Some((base, whole))
        }
        BodyDoc::Struct { .. } | BodyDoc::Bad => Some((TypeRef::Named(id), false)),
    }
}

/// Sets the body of `<Kind>List`: metadata and items.
fn fill_list(tree: &mut Tree<'_>, list: TypeId, kind: &KindType<'_>, report: &mut Report) {
    let at = kind.doc.name.span;
    let on_the_wire = tree.facts(kind.ty).doc.is_some_and(|doc| doc.from_proto);
    let mut fields: Vec<_> = metadata(tree, "ListMeta", at, report).into_iter().collect();
    fields.push(plain_field("items", TypeRef::List(Box::new(TypeRef::Named(kind.ty))), tree.source(at)));
    for (field, number) in fields.iter_mut().zip(1..) {
        field.number = on_the_wire.then_some(number);
    }
    tree.facts[list.0].fields = vec![at; fields.len()];
    tree.types[list.0].body = Body::Struct(Struct { fields, has_type_meta: true, ..Struct::default() });
}
