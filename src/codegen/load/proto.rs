//! Conversion of `.proto` files to types.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use miette::Diagnostic as _;
use prost_reflect::{DescriptorPool, DynamicMessage, FieldDescriptor, Kind, MessageDescriptor, Value};
use protox::file::{ChainFileResolver, File, FileResolver, GoogleFileResolver};

use super::document::{BodyDoc, FieldDoc, Markers, OneOfDoc, Shape, TypeDoc, TypeExpr};
use super::{expr, fields};

use crate::codegen::diagnostics::{Report, error};
use crate::codegen::files::{File as Source, FileId, Files, Span, Word};
use crate::codegen::model::{Limits, Merge, Omit, Scalar};

/// Files that `.proto` files can import although the tree of definitions does not contain them.
const EMBEDDED: [(&str, &str); 2] = [
    ("apimachinery/api.proto", include_str!("../../../api-defs/apimachinery/api.proto")),
    ("apimachinery/meta.proto", include_str!("../../../api-defs/apimachinery/meta.proto")),
];

/// Returns the types of each `.proto` file in `part`, by path. The files can import all `files`. A file that cannot be
/// read is reported and omitted.
pub(crate) fn read(files: &Files, part: &[(FileId, &Source)], report: &mut Report) -> BTreeMap<String, Vec<TypeDoc>> {
    let sources: Vec<_> = part.iter().copied().filter(|(_, file)| is_definition(&file.path)).collect();
    let pool = compile(files, &sources, report);
    let types = sources.into_iter().filter_map(|(id, file)| {
        let descriptor = pool.get_file_by_name(&file.path)?;
        let mut reader = Reader { file: id, places: places(&descriptor), report };
        reader.check_file(&descriptor, &file.path);
        let types = descriptor.messages().map(|message| reader.message(&message)).collect();
        Some((file.path.clone(), types))
    });
    types.collect()
}

/// Returns true for the `.proto` file of a group. The files in `apimachinery/` contain options and built-in types instead.
fn is_definition(path: &str) -> bool {
    path.ends_with(".proto") && !path.starts_with("apimachinery/")
}

fn compile(files: &Files, sources: &[(FileId, &Source)], report: &mut Report) -> DescriptorPool {
    let mut resolver = ChainFileResolver::new();
    resolver.add(Texts::of(files));
    resolver.add(GoogleFileResolver::new());
    let mut compiler = protox::Compiler::with_file_resolver(resolver);
    compiler.include_source_info(true).include_imports(true);
    for &(id, file) in sources {
        if let Err(mistake) = compiler.open_file(&file.path) {
            report_mistake(files, id, &mistake, report);
        }
    }
    compiler.descriptor_pool()
}

/// The texts of all files by path. Those of the built-in files are not copied.
struct Texts(HashMap<String, Cow<'static, str>>);

impl Texts {
    fn of(files: &Files) -> Texts {
        let embedded = EMBEDDED.iter().map(|(path, text)| ((*path).to_owned(), Cow::Borrowed(*text)));
        let own = files.iter().map(|(_, file)| (file.path.clone(), file.text.clone()));
        Texts(embedded.chain(own).collect())
    }
}

impl FileResolver for Texts {
    fn open_file(&self, name: &str) -> Result<File, protox::Error> {
        let text = self.0.get(name).ok_or_else(|| protox::Error::file_not_found(name))?;
        File::from_source(name, text)
    }
}

/// Reports an error of protox, located in the file to which it applies.
fn report_mistake(files: &Files, opened: FileId, mistake: &protox::Error, report: &mut Report) {
    let file = mistake.file().and_then(|path| files.find(path)).unwrap_or(opened);
    let mut labels = mistake.labels().into_iter().flatten();
    let span = |label: &miette::LabeledSpan| files.span(file, label.offset(), label.len());
    let first = labels.next();
    let place = first.as_ref().map_or(Span { file, line: 1, column: 1, length: 0 }, span);
    let mut diagnostic = error("proto", place, mistake.to_string());
    if let Some(text) = first.as_ref().and_then(miette::LabeledSpan::label) {
        diagnostic = diagnostic.label(text);
    }
    for label in labels {
        diagnostic = diagnostic.also(span(&label), label.label().unwrap_or_default());
    }
    if let Some(help) = mistake.help() {
        diagnostic = diagnostic.help(help.to_string());
    }
    report.add_unreadable(diagnostic);
}

/// The location of each descriptor and the comment before it, by the path of the descriptor.
type Places = HashMap<Vec<i32>, (Vec<i32>, String)>;

fn places(file: &prost_reflect::FileDescriptor) -> Places {
    let info = file.file_descriptor_proto().source_code_info.iter();
    info.flat_map(|info| &info.location)
        .map(|location| (location.path.clone(), (location.span.clone(), doc(location.leading_comments()))))
        .collect()
}

/// Removes the indentation from the lines of a comment.
fn doc(comment: &str) -> String {
    let lines: Vec<_> = comment.lines().map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end()).collect();
    lines.join("\n").trim().to_owned()
}

struct Reader<'a> {
    file: FileId,
    places: Places,
    report: &'a mut Report,
}

// Field numbers in descriptor.proto, which are elements of descriptor paths.
const NAME: i32 = 1;
const PACKAGE: i32 = 2;
const SYNTAX: i32 = 12;

impl Reader<'_> {
    fn check_file(&mut self, descriptor: &prost_reflect::FileDescriptor, path: &str) {
        let package = path.trim_end_matches(".proto").replace('/', ".");
        if descriptor.package_name() != package {
            let message = format!("the package of this file must be `{package}`");
            let span = self.span(&[PACKAGE]);
            self.report.add(error("proto-package", span, message).help(format!("write `package {package};`")));
        }
        if descriptor.syntax() != prost_reflect::Syntax::Proto3 {
            let span = self.span(&[SYNTAX]);
            let message = "definitions must use proto3";
            self.report.add(error("proto-syntax", span, message).help("write `syntax = \"proto3\";`"));
        }
        let others = descriptor.enums().map(|item| item.path().to_vec());
        for path in others.chain(descriptor.services().map(|item| item.path().to_vec())).collect::<Vec<_>>() {
            let help = "remove it, and declare an enum in the YAML file, under `types`: `Mode: { enum: [A, B] }`";
            self.refuse(&path, "enums and services are not supported in `.proto` files", help);
        }
    }

    fn refuse(&mut self, path: &[i32], message: &str, help: &str) {
        let span = self.span(&[path, &[NAME]].concat());
        self.report.add(error("proto-item", span, message).help(help));
    }

    /// Returns the location of a descriptor. protoc represents it as `[line, column, end line, end column]`, all
    /// zero-based, and omits the end line if it equals the line.
    fn span(&self, path: &[i32]) -> Span {
        let numbers = self.places.get(path).map(|(span, _)| span.as_slice()).unwrap_or_default();
        let at = |index: usize| usize::try_from(numbers.get(index).copied().unwrap_or(0)).unwrap_or(0);
        let length = if numbers.len() == 3 { at(2).saturating_sub(at(1)) } else { 1 };
        Span { file: self.file, line: at(0) + 1, column: at(1) + 1, length }
    }

    fn doc(&self, path: &[i32]) -> String {
        self.places.get(path).map(|(_, doc)| doc.clone()).unwrap_or_default()
    }

    fn word(&self, text: &str, path: &[i32]) -> Word {
        Word { text: text.to_owned(), span: self.span(&[path, &[NAME]].concat()) }
    }

    fn message(&mut self, message: &MessageDescriptor) -> TypeDoc {
        let nested = message.child_messages().filter(|child| !child.is_map_entry()).map(|child| child.path().to_vec());
        let enums = message.child_enums().map(|child| child.path().to_vec());
        for path in nested.chain(enums).collect::<Vec<_>>() {
            self.refuse(&path, "nested types are not supported", "declare it at the top level of the file");
        }
        for oneof in message.oneofs().filter(|oneof| !oneof.is_synthetic()) {
            let help = "declare optional fields, and add `oneOf: [<field>, <field>]` to the type in the YAML file";
            self.refuse(oneof.path(), "`oneof` is not supported", help);
        }
        // The pool sorts fields by number, but JSON uses the order of the file.
        let in_order =
            message.descriptor_proto().field.iter().filter_map(|field| message.get_field_by_name(field.name()));
        let fields = in_order.map(|field| self.field(&field)).collect::<Vec<_>>();
        let fields = fields.into_iter().filter(|field| fields::check_field_name(&field.name, self.report)).collect();
        TypeDoc {
            name: self.word(message.name(), message.path()),
            doc: self.doc(message.path()),
            from_proto: true,
            body: BodyDoc::Struct {
                fields,
                inline: Vec::new(),
                one_of: OneOfDoc::default(),
                union: Options(message.options()).flag("api.union"),
            },
            limits: Limits::default(),
        }
    }

    fn field(&mut self, field: &FieldDescriptor) -> FieldDoc {
        let options = Options(field.options());
        let merge = options.merge();
        let name = self.word(field.json_name(), field.path());
        let ty = self.type_expr(field, name.span);
        FieldDoc {
            doc: self.doc(field.path()),
            ty: Some(ty),
            named: options.text("api.type").map(|text| Word { text, span: name.span }),
            number: Some(field.number()),
            omit: Some(options.omit()),
            inline: options.flag("api.inline"),
            boxed: options.flag("api.box"),
            default: None,
            markers: Markers::at(name.span, merge.list_map_keys.len()),
            merge,
            limits: Limits::default(),
            name,
        }
    }

    fn type_expr(&mut self, field: &FieldDescriptor, span: Span) -> TypeExpr {
        let optional = field.field_descriptor_proto().proto3_optional();
        let shape = match field.kind() {
            Kind::Message(entry) if field.is_map() => self.map(field, &entry),
            kind if field.is_list() => Shape::List(Box::new(self.shape(field, &kind))),
            kind => self.shape(field, &kind),
        };
        TypeExpr { optional, shape, span }
    }

    fn map(&mut self, field: &FieldDescriptor, entry: &MessageDescriptor) -> Shape {
        if entry.map_entry_key_field().kind() != Kind::String {
            let help = "write `map<string, …>`, or use a list of messages";
            self.refuse(field.path(), "the keys of a map must be strings", help);
        }
        Shape::Map(Box::new(self.shape(field, &entry.map_entry_value_field().kind())))
    }

    fn shape(&mut self, field: &FieldDescriptor, kind: &Kind) -> Shape {
        match kind {
            Kind::Bool => Shape::Scalar(Scalar::Bool),
            Kind::Int32 => Shape::Scalar(Scalar::Int32),
            Kind::Int64 => Shape::Scalar(Scalar::Int64),
            Kind::Double => Shape::Scalar(Scalar::Double),
            Kind::String => Shape::Scalar(Scalar::String),
            Kind::Bytes => Shape::Scalar(Scalar::Bytes),
            Kind::Message(message) => match expr::leaf(message.full_name()) {
                Some(leaf) => Shape::Leaf(leaf),
                None => Shape::Name(message.full_name().to_owned()),
            },
            _ => {
                self.refuse_scalar(field);
                Shape::Bad
            }
        }
    }

    fn refuse_scalar(&mut self, field: &FieldDescriptor) {
        let span = self.span(&[field.path(), &[NAME]].concat());
        let message = format!("unsupported type of the field `{}`", field.name());
        let help = "use `bool`, `int32`, `int64`, `double`, `string`, `bytes` or a message";
        self.report.add(error("proto-scalar", span, message).help(help));
    }
}

/// Access to the options defined in `api.proto`.
struct Options(DynamicMessage);

impl Options {
    fn value(&self, name: &str) -> Option<Value> {
        let mut extensions = self.0.extensions();
        extensions.find(|(extension, _)| extension.full_name() == name).map(|(_, value)| value.clone())
    }

    fn flag(&self, name: &str) -> bool {
        self.value(name).and_then(|value| value.as_bool()).unwrap_or_default()
    }

    fn text(&self, name: &str) -> Option<String> {
        self.value(name)?.as_str().map(str::to_owned)
    }

    fn number(&self, name: &str) -> Option<i32> {
        self.value(name)?.as_enum_number()
    }

    fn texts(&self, name: &str) -> Vec<String> {
        let value = self.value(name);
        let items = value.as_ref().and_then(Value::as_list).unwrap_or_default();
        items.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect()
    }

    fn omit(&self) -> Omit {
        match (self.flag("api.always"), self.number("api.omit")) {
            (true, _) => Omit::Never,
            (false, Some(1)) => Omit::Zero,
            (false, _) => Omit::Empty,
        }
    }

    fn merge(&self) -> Merge {
        let list_type = self.number("api.list_type").map(|n| ["atomic", "set", "map"][n.clamp(0, 2) as usize]);
        let map_type = self.number("api.map_type").map(|n| ["granular", "atomic"][n.clamp(0, 1) as usize]);
        Merge {
            list_type: list_type.map(str::to_owned),
            list_map_keys: self.texts("api.list_map_key"),
            map_type: map_type.map(str::to_owned),
            patch_strategy: self.text("api.patch_strategy"),
            patch_merge_key: self.text("api.patch_merge_key"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the fields of a message with this body. `expected` describes one field per item.
    fn check(body: &str, expected: &[&str]) {
        let text = format!(
            "syntax = \"proto3\";\npackage test.v1;\nimport \"apimachinery/api.proto\";\nimport \"apimachinery/meta.proto\";\n// An A.\nmessage A {{\n{body}\n}}\n"
        );
        let files = Files::from_texts(&[("test/v1.proto", &text)]);
        let mut report = Report::default();
        let types = read(&files, &files.parts().1, &mut report).remove("test/v1.proto").unwrap_or_default();
        let mistakes: String = report.finish().iter().map(|mistake| mistake.render(&files)).collect();
        assert_eq!(mistakes, "");
        let [TypeDoc { name, doc, body: BodyDoc::Struct { fields, .. }, .. }] = &types[..] else {
            panic!("one message")
        };
        assert_eq!((name.text.as_str(), name.span.line, doc.as_str()), ("A", 6, "An A."));
        assert_eq!(fields.iter().map(show).collect::<Vec<_>>(), expected);
    }

    fn show(field: &FieldDoc) -> String {
        let Some(ty) = &field.ty else { panic!("a field of a message has a type") };
        let flags = [(ty.optional, "optional "), (field.inline, "inline "), (field.boxed, "box ")];
        let flags: String = flags.iter().filter(|(on, _)| *on).map(|(_, word)| *word).collect();
        let name = &field.name;
        format!(
            "{}:{} {} {flags}{:?} {:?} {}",
            name.span.line,
            name.text,
            field.number.unwrap_or(0),
            ty.shape,
            field.omit,
            field.doc
        )
        .trim_end()
        .to_owned()
    }

    #[test]
    fn presence_and_types() {
        check(
            "  int32 a = 1;\n  optional int64 b = 3;",
            &["7:a 1 Scalar(Int32) Some(Empty)", "8:b 3 optional Scalar(Int64) Some(Empty)"],
        );
        check("  repeated string a = 1;", &["7:a 1 List(Scalar(String)) Some(Empty)"]);
        check("  map<string, bytes> a = 1;", &["7:a 1 Map(Scalar(Bytes)) Some(Empty)"]);
        check("  meta.v1.Quantity a = 1;", &["7:a 1 Leaf(Quantity) Some(Empty)"]);
        check("  optional A a = 1;", &["7:a 1 optional Name(\"test.v1.A\") Some(Empty)"]);
    }

    #[test]
    fn options_and_documentation() {
        check("  int32 a = 1 [(api.always) = true];", &["7:a 1 Scalar(Int32) Some(Never)"]);
        check("  int32 a = 1 [(api.omit) = ZERO];", &["7:a 1 Scalar(Int32) Some(Zero)"]);
        check("  optional A a = 1 [(api.box) = true];", &["7:a 1 optional box Name(\"test.v1.A\") Some(Empty)"]);
        check(
            "  // How many,\n  //   and why.\n  int32 a_b = 1;",
            &["9:aB 1 Scalar(Int32) Some(Empty) How many,\n  and why."],
        );
        check("  int32 a = 1 [json_name = \"x-a\"];", &["7:x-a 1 Scalar(Int32) Some(Empty)"]);
    }

    #[test]
    fn order_is_that_of_the_file() {
        check(
            "  int32 b = 2;\n  int32 a = 1;",
            &["7:b 2 Scalar(Int32) Some(Empty)", "8:a 1 Scalar(Int32) Some(Empty)"],
        );
    }
}
