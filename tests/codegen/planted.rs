//! The mistakes that `remedies` plants.

const V1: &str = "api-defs/lab/v1.yaml";
const BETA: &str = "api-defs/lab/v1beta1.yaml";
const ALPHA: &str = "api-defs/lab/v1alpha1.yaml";
const FUNCTIONS: &str = "src/apis/functions/lab/v1alpha1/conversion.rs";

/// A mistake.
pub(crate) struct Planted {
    pub(crate) name: &'static str,
    /// The file in which the text `old` is replaced by `new`.
    pub(crate) file: &'static str,
    pub(crate) old: &'static str,
    pub(crate) new: &'static str,
    /// The code of the only mistake.
    pub(crate) code: &'static str,
    /// Text of the changed file around the marked place, which follows `@`. Another file is named before `|`.
    pub(crate) marked: &'static str,
    /// A part of the message that contains the remedy.
    pub(crate) said: &'static str,
    pub(crate) remedy: Remedy,
}

/// The remedy in a message.
pub(crate) enum Remedy {
    /// Replaces a text in a file by another one.
    Write(&'static str, &'static str, &'static str),
    /// Restores the original text, which the message suggests.
    Undo,
    /// Adds the block of YAML at the end of the message, with these words for those in angle brackets.
    Paste(&'static [(&'static str, &'static str)]),
    /// Adds the Rust code of the message.
    Rust,
}

use Remedy::{Paste, Rust, Undo, Write};

#[rustfmt::skip]
macro_rules! planted {
    ($($name:literal: $file:ident, $old:literal => $new:literal; $code:literal at $marked:literal; $said:literal; $remedy:expr;)*) => {
        &[$(Planted { name: $name, file: $file, old: $old, new: $new, code: $code, marked: $marked, said: $said, remedy: $remedy }),*]
    };
}

pub(crate) const MISTAKES: &[Planted] = planted! {
    // Keys.
    "a misspelled key of a file": V1, "\ndefaults:" => "\ndefualts:"; "unknown-key" at "\n@defualts:"; "did you mean `defaults`?"; Undo;
    "a misspelled key of a kind": V1, "resource: instruments" => "resorce: instruments"; "unknown-key" at "@resorce"; "did you mean `resource`?"; Undo;
    "a misspelled key of a type": V1, "  Reference:\n    fields:" => "  Reference:\n    feilds:"; "unknown-key" at "@feilds"; "did you mean `fields`?"; Undo;
    "a misspelled key of a field": V1, "optional duration, default: 10m" => "optional duration, defualt: 10m"; "unknown-key" at "@defualt"; "did you mean `default`?"; Undo;
    "a misspelled key of a rule": BETA, "dryRun: { annotation:" => "dryRun: { anotation:"; "unknown-key" at "@anotation"; "did you mean `annotation`?"; Undo;
    "a misspelled key of a conversion": BETA, "    absent:\n      dryRun" => "    absnet:\n      dryRun"; "unknown-key" at "@absnet"; "did you mean `absent`?"; Undo;
    "a key given twice": BETA, "      name: title\n" => "      name: title\n      name: title\n"; "yaml-duplicate" at "name: title\n      @name: title"; "remove"; Undo;
    "a field given twice": BETA, "      legacy: optional bool\n" => "      legacy: optional bool\n      legacy: bool\n"; "yaml-duplicate" at "      @legacy: bool"; "remove"; Undo;
    "a tab": BETA, "      exclusive: bool\n" => "\texclusive: bool\n"; "yaml-tab" at "@\texclusive"; "spaces"; Undo;
    "a missing quote": BETA, "introduced: \"2.0\", deprecated: \"3.0\" }\n  Instrument" => "introduced: 2.0, deprecated: \"3.0\" }\n  Instrument"; "release-number" at "introduced: @2.0"; "\"2.0\""; Undo;
    "a group that differs": BETA, "group: lab.example.com" => "group: labs.example.com"; "group-differs" at "group: @labs"; "lab.example.com"; Undo;

    "a colon that is missing": BETA, "      name: title\n" => "      name title\n"; "yaml-syntax" at "      @name title"; "no `:`"; Undo;
    "a brace that is missing": BETA, "drop: v1 has no legacy mode }\n" => "drop: v1 has no legacy mode\n"; "yaml-syntax" at "legacy: @{ drop"; "not closed"; Undo;

    "a misspelled key of types": BETA, "\ntypes:" => "\ntyps:"; "unknown-key" at "\n@typs:"; "did you mean `types`?"; Undo;
    "kinds as a list": ALPHA, "kinds:\n  Experiment: { introduced: \"1.0\", deprecated: \"2.0\", removed: \"3.0\" }\n  Instrument: { introduced: \"1.0\", deprecated: \"2.0\", removed: \"3.0\" }\n" => "kinds: [Experiment, Instrument]\n"; "wrong-type" at "kinds: @["; "must be a map"; Undo;
    "a misspelled key of kinds": BETA, "\nkinds:" => "\nkind:"; "unknown-key" at "\n@kind:"; "did you mean `kinds`?"; Undo;
    "a misspelled key of conversions": BETA, "\nconversion:" => "\nconversions:"; "unknown-key" at "\n@conversions:"; "did you mean `conversion`?"; Undo;

    // Types.
    "a misspelled type": V1, "title: string" => "title: strng"; "unknown-type" at "@strng"; "did you mean `string`?"; Undo;
    "a type of a version that does not exist": V1, "instrument: optional Reference" => "instrument: optional v2.Reference"; "unknown-type" at "@optional v2.Reference"; "no version `v2`"; Undo;
    "a type of a kind that is misspelled": ALPHA, "fields: { spec: ExperimentSpec }" => "fields: { spec: ExperimentsSpec }"; "unknown-type" at "@ExperimentsSpec"; "did you mean `ExperimentSpec`?"; Undo;
    "a type with the name of a keyword": V1, "  Heat: { fields" => "  Self: { fields: { a: string } }\n  Heat: { fields"; "type-name" at "@Self"; "reserved"; Write(V1, "  Self: { fields: { a: string } }\n", "");
    "a limit of another type": V1, "title: string" => "title: { type: string, minimum: 1 }"; "limit-type" at "@title: { type: string, minimum"; "minLength"; Write(V1, "minimum: 1", "maxLength: 100");
    "a field that kinds have already": V1, "fields: { spec: InstrumentSpec }" => "fields: { kind: string, spec: InstrumentSpec }"; "kind-field" at "@kind: string, spec"; "remove it"; Write(V1, "kind: string, spec", "spec");
    "a list that is generated": V1, "  Heat: { fields" => "  InstrumentList: { fields: { a: string } }\n  Heat: { fields"; "list-declared" at "@InstrumentList"; "remove it"; Write(V1, "  InstrumentList: { fields: { a: string } }\n", "");
    "a type of another language": V1, "celsius: int32" => "celsius: integer"; "unknown-type" at "celsius: @integer"; "did you mean `int32`?"; Undo;
    "a map with two types": V1, "parameters: map<string>" => "parameters: map<string, string>"; "bad-type" at "parameters: @map<string, string>"; "a map has strings as keys"; Undo;
    "a field that is a list": V1, "samples: { type: list<Sample>, listType: map, listMapKeys: [name] }\n      reviewers" => "samples: [Sample]\n      reviewers"; "wrong-type" at "samples: @[Sample]"; "must be a type"; Undo;
    "a type that is renamed": V1, "  Heat: { fields" => "  Warmth: { fields"; "unknown-type" at "heat: @optional Heat"; "the types are"; Undo;
    "a struct that contains itself": V1, "  Light: { fields: { nanometers" => "  Light: { fields: { inner: Light, nanometers"; "endless-type" at "@inner: Light"; "make the field optional"; Write(V1, "inner: Light, ", "");
    "fields that differ only in case": V1, "      dryRun: optional bool\n" => "      dryRun: optional bool\n      dryrun: optional bool\n"; "field-clash" at "@dryrun"; "differ only in case"; Undo;
    "an enum of booleans": V1, "Color: { enum: [Red, Green] }" => "Color: { enum: [Red, Green] }\n  Switch: { enum: [true] }"; "wrong-type" at "[@true]"; "put it in quotes"; Write(V1, "[true]", "[\"true\"]");
    "a list of maps without keys": V1, "listType: map, listMapKeys: [name] }\n      reviewers" => "listType: map }\n      reviewers"; "keys-missing" at "listType: @map }"; "listMapKeys"; Undo;
    "a wrong width": V1, "celsius: int32" => "celsius: int23"; "unknown-type" at "celsius: @int23"; "did you mean `int32`?"; Undo;
    "a misspelled type of the definitions": V1, "list<Sample>" => "list<Sampel>"; "unknown-type" at "@list<Sampel"; "did you mean `Sample`?"; Undo;
    "a type that is missing": BETA, "  Maximum: { fields: { name: string, value: int64 } }\n" => ""; "unknown-type" at "@list<Maximum"; "the types are"; Write(BETA, "  Color: {", "  Maximum: { fields: { name: string, value: int64 } }\n  Color: {");
    "an enum without values": V1, "Overlap: { enum: [Allow, Forbid] }" => "Overlap: { enum: [] }"; "enum-empty" at "  @Overlap: { enum"; "list its values"; Undo;
    "a value given twice": V1, "[Waiting, Running, Done]" => "[Waiting, Running, Waiting]"; "enum-twice" at "Running, @Waiting"; "remove"; Write(V1, "[Waiting, Running, Waiting]", "[Waiting, Running, Done]");
    "a key of list items that is missing": V1, "listMapKeys: [name]" => "listMapKeys: [nam]"; "key-unknown" at "[@nam]"; "did you mean `name`?"; Undo;
    "a member of a union that is missing": V1, "oneOf: [heat, light]" => "oneOf: [heat, ligth]"; "one-of-field" at "@ligth"; "did you mean `light`?"; Undo;
    "a member of a union that is required": V1, "light: optional Light }\n" => "light: Light }\n"; "one-of-plain" at "oneOf: [heat, @light]"; "optional"; Undo;

    // Kinds.
    "a kind that is missing": BETA, "  Instrument: { introduced: \"2.0\", deprecated: \"3.0\" }\n" => ""; "kind-missing" at "\n  @Instrument:\n"; "add `Instrument: {}` to `kinds`"; Write(BETA, "\nkinds:\n", "\nkinds:\n  Instrument: {}\n");
    "a kind with preserve that is missing": ALPHA, "  Experiment: { introduced: \"1.0\", deprecated: \"2.0\", removed: \"3.0\" }\n" => ""; "kind-missing" at "\n  @Experiment:\n"; "add `Experiment: {}` to `kinds`"; Write(ALPHA, "\nkinds:\n", "\nkinds:\n  Experiment: {}\n");
    "a scope": V1, "scope: Cluster" => "scope: Clustered"; "bad-choice" at "@Clustered"; "write `Namespaced` or `Cluster`"; Undo;
    "a verb": V1, "    shortNames: [exp]\n" => "    shortNames: [exp]\n    verbs: [gett]\n"; "bad-choice" at "[@gett]"; "`get`"; Write(V1, "[gett]", "[get]");
    "a resource used twice": V1, "resource: instruments" => "resource: experiments"; "resource-twice" at "Instrument:\n    doc: A device that measures.\n    resource: @experiments"; "give each kind its own resource"; Undo;
    "removed before it is deprecated": ALPHA, "Instrument: { introduced: \"1.0\", deprecated: \"2.0\", removed: \"3.0\" }" => "Instrument: { introduced: \"1.0\", deprecated: \"3.0\", removed: \"2.0\" }"; "removed-early" at "removed: @\"2.0\""; "3.0"; Undo;

    // Defaults.
    "a default of another type": V1, "default: 10m" => "default: soon"; "wrong-literal" at "default: @soon"; "such as `1h30m`"; Undo;
    "a default outside the enum": V1, "default: Normal" => "default: Medium"; "outside-enum" at "@Medium"; "Normal"; Undo;
    "a default of a required field": V1, "title: string" => "title: { type: string, default: a }"; "default-on-required" at "@title: { type: string, default: a }"; "write `type: optional string`"; Undo;
    "a misspelled path of defaults": V1, "when: { model: cryostat }" => "when: { modle: cryostat }"; "unknown-field" at "@modle"; "did you mean `model`?"; Undo;

    // Counterparts.
    "a rule that is missing": BETA, "      name: title\n" => ""; "no-counterpart" at "      @name: string"; "name: title"; Paste(&[]);
    "a rule of a nested field that is missing": ALPHA, "      celsius: { to: measure.heat.celsius, empty: absent }\n" => ""; "no-counterpart" at "      @celsius: optional int32"; "celsius: <path in the hub>"; Paste(&[]);
    "a path that is misspelled": BETA, "name: title" => "name: titel"; "unknown-field" at "name: @titel"; "did you mean `title`?"; Undo;
    "a nested path that is misspelled": BETA, "building: location.building" => "building: location.bulding"; "unknown-field" at "location.@bulding"; "did you mean `building`?"; Undo;
    "a field that is misspelled": BETA, "      legacy: { drop:" => "      legasy: { drop:"; "unknown-field" at "@legasy"; "did you mean `legacy`?"; Undo;
    "a type that is misspelled": BETA, "  Sample: { fields: { milligrams" => "  Sampel: { fields: { milligrams"; "unknown-type" at "@Sampel"; "did you mean `Sample`?"; Undo;
    "a field of both sides under absent": BETA, "      dryRun: { annotation: lab.example.com/dry-run }" => "      dryRun: { annotation: lab.example.com/dry-run }\n      budget: { drop: none }"; "not-absent" at "@budget: { drop"; "move the rule"; Undo;

    // Rules.
    "a value without a counterpart": BETA, "{ 1: Low, 5: Normal, 9: High }" => "{ 1: Low, 5: Normal }"; "values-missing" at "      @priority: { values"; "`High`"; Undo;
    "a value that does not exist": BETA, "{ 1: Low, 5: Normal, 9: High }" => "{ 1: Low, 5: Normal, 9: Urgent }"; "values-unknown" at "@Urgent"; "High"; Undo;
    "values that are not those of the enum": BETA, "      colors: { values: { red: Red, green: Green } }\n" => ""; "enum-differs" at "@colors: optional list<Color>"; "colors: { values: { red: Red, green: Green } }"; Write(BETA, "      building: location.building\n", "      building: location.building\n      colors: { values: { red: Red, green: Green } }\n");
    "an enum with another case": BETA, "  ExperimentStatus: { fields: { phase: { values: { waiting: Waiting, running: Running, done: Done } } } }\n" => ""; "enum-differs" at "@phase: optional Phase"; "phase: { values: { waiting: Waiting, running: Running, done: Done } }"; Write(BETA, "  Sample: { fields: { milligrams", "  ExperimentStatus: { fields: { phase: { values: { waiting: Waiting, running: Running, done: Done } } } }\n  Sample: { fields: { milligrams");
    "two values with one counterpart": BETA, "{ red: Red, green: Green }" => "{ red: Red, green: Red }"; "values-twice" at "green: @Red"; "remove one"; Undo;
    "values of another type": BETA, "{ 1: Low, 5: Normal, 9: High }" => "{ one: Low, 5: Normal, 9: High }"; "values-unknown" at "@one: Low"; "write a signed 32-bit integer"; Undo;
    "a unit that does not exist": BETA, "to: timeout, unit: s," => "to: timeout, unit: sec,"; "bad-choice" at "unit: @sec"; "`s`"; Undo;
    "a unit of quantities for a duration": BETA, "to: timeout, unit: s," => "to: timeout, unit: Gi,"; "bad-unit" at "timeout, unit: @Gi"; "s"; Undo;
    "a unit of durations for a quantity": BETA, "to: storage, unit: Gi," => "to: storage, unit: ms,"; "bad-unit" at "unit: @ms"; "Gi"; Undo;
    "a unit without a reason": BETA, "unit: s, drop: v1beta1 counts whole seconds }" => "unit: s }"; "loss-without-reason" at "@timeoutSeconds: { to"; "add `drop: <reason>`"; Write(BETA, "unit: s }", "unit: s, drop: whole seconds }");
    "a scale without a reason": BETA, "scale: 1000, drop: v1beta1 counts whole seconds }" => "scale: 1000 }"; "loss-without-reason" at "@pauseSeconds: { to"; "add `drop: <reason>`"; Write(BETA, "scale: 1000 }", "scale: 1000, drop: whole seconds }");
    "a rule between types that do not fit": BETA, "timeoutSeconds: { to: timeout, unit: s, drop: v1beta1 counts whole seconds }" => "timeoutSeconds: timeout"; "type-differs" at "      @timeoutSeconds: timeout"; "unit: <unit>, drop: <reason>"; Write(BETA, "timeoutSeconds: timeout", "timeoutSeconds: { to: timeout, unit: s, drop: whole seconds }");
    "a rule for the field of another rule": BETA, "{ to: storage, unit: Gi," => "{ to: title, unit: Gi,"; "one-place" at "      @storageGi: { to: title"; "the first field"; Undo;
    "a rule for a field that is moved by name": BETA, "reviewer: { to: reviewers, as: list," => "reviewer: { to: budget, as: list,"; "transform-type" at "      @reviewer: { to: budget"; "correct the paths"; Undo;
    "an optional field and a plain one": BETA, "owner: { empty: absent }\n      priority" => "owner: owner\n      priority"; "presence-differs" at "      @owner: owner"; "owner: { empty: absent }"; Undo;
    "a reason that is no text": BETA, "legacy: { drop: v1 has no legacy mode }" => "legacy: { drop: true }"; "drop-reason" at "drop: @true"; "drop: "; Undo;
    "a required field that is dropped": BETA, "inventory: { set: none, drop: v1 has no inventory }" => "inventory: { drop: v1 has no inventory }"; "required-unset" at "@inventory: { drop"; "inventory: { set: <value>, drop: <reason> }"; Write(BETA, "inventory: { drop: v1 has no inventory }", "inventory: { set: none, drop: v1 has no inventory }");
    "a required field without a counterpart": BETA, "name: title" => "name: notes"; "required-unset" at "api-defs/lab/v1.yaml|@title: string"; "title: { set: <value> }"; Paste(&[("<value>", "none")]);
    "a part that is missing": BETA, "to: [host, port] }" => "to: [host, prot] }"; "unknown-field" at "@prot"; "did you mean `port`?"; Undo;
    "a value of empty": BETA, "owner: { empty: absent }\n      priority" => "owner: { empty: true }\n      priority"; "wrong-type" at "owner: { empty: @true"; "write `absent` or `present`"; Undo;
    "a constant of another type": BETA, "inventory: { set: none," => "inventory: { set: 7,"; "wrong-literal" at "set: @7"; "string"; Undo;
    "an alias of itself": BETA, "legacy: { drop: v1 has no legacy mode }" => "legacy: { alias: legacy }"; "alias-itself" at "alias: @legacy"; "another field"; Undo;
    "keys that exclude each other": BETA, "legacy: { drop: v1 has no legacy mode }" => "legacy: { drop: v1 has no legacy mode, annotation: lab.example.com/legacy }"; "rule-words" at "legacy: @{"; "keep one of them"; Undo;
    "an empty rule": BETA, "legacy: { drop: v1 has no legacy mode }" => "legacy: {}"; "rule-words" at "legacy: @{}"; "drop"; Undo;

    // Annotations.
    "an invalid key of an annotation": BETA, "annotation: lab.example.com/dry-run" => "annotation: Lab.example.com/dry run"; "annotation-key" at "annotation: @Lab"; "<domain>/<name>"; Undo;
    "two fields in one annotation": ALPHA, "lab.example.com/location" => "lab.example.com/colors"; "annotation-twice" at "colors: { annotation: @lab.example.com/colors"; "different key"; Undo;
    "an annotation in a list": BETA, "  Sample: { fields: { milligrams: { to: mass, unit: m, drop: v1beta1 counts milligrams } } }" => "  Sample:\n    fields: { milligrams: { to: mass, unit: m, drop: v1beta1 counts milligrams } }\n    absent: { hazard: { annotation: lab.example.com/hazard } }"; "annotation-ways" at "@hazard: { annotation"; "preserve"; Undo;

    // Preserving.
    "preserve without keys": V1, "samples: { type: list<Sample>, listType: map, listMapKeys: [name] }" => "samples: list<Sample>"; "preserve-items" at "@samples: list<Sample>"; "samples: { type: list<Sample>, listType: map, listMapKeys: [name] }"; Undo;
    "preserve of a type that is no kind": BETA, "  ExperimentStatus: { fields:" => "  ExperimentStatus: { preserve: lab.example.com/status, fields:"; "preserve-on-type" at "preserve: @lab.example.com/status"; "preserve: all"; Write(BETA, "preserve: lab.example.com/status, ", "");
    "preserve of a field that is moved": BETA, "  Sample: { fields: { milligrams" => "  Sample: { preserve: [tags], fields: { milligrams"; "preserve-moved" at "[@tags]"; "remove it from `preserve`"; Write(BETA, "preserve: [tags], ", "");
    "preserve of a field with a rule": ALPHA, "  Experiment: { preserve: lab.example.com/fields }" => "  Experiment: { preserve: { annotation: lab.example.com/fields, fields: [spec.contact] } }"; "preserve-moved" at "@spec.contact"; "remove it"; Undo;
    "set of a field that can be unset": BETA, "      dryRun: { annotation: lab.example.com/dry-run }" => "      dryRun: { set: true, annotation: lab.example.com/dry-run }"; "set-of-unset" at "@dryRun: { set"; "remove `set`"; Undo;
    "preserve without an annotation": BETA, "  Experiment: { preserve: lab.example.com/v1-fields }" => "  Experiment: { preserve: all }"; "preserve-without-annotation" at "preserve: @all"; "annotation: <key>"; Undo;
    "preserve of a field that is misspelled": ALPHA, "  Experiment: { preserve: lab.example.com/fields }" => "  Experiment: { preserve: { annotation: lab.example.com/fields, fields: [spec.zon] } }"; "unknown-field" at "[spec.@zon]"; "did you mean `zone`?"; Write(ALPHA, "{ annotation: lab.example.com/fields, fields: [spec.zon] }", "lab.example.com/fields");

    // Functions.
    "a function that is missing": FUNCTIONS, "pub(crate) fn window_to_hub(" => "pub(crate) fn to_hub("; "missing-function" at "api-defs/lab/v1alpha1.yaml|fn: @window"; "pub fn window_to_hub(value: Str) -> Result<Option<Duration>, Error> {"; Rust;
    "a name that is none of functions": ALPHA, "fn: window" => "fn: to-window"; "function-name" at "fn: @to-window"; "letters"; Undo;
    "all functions of a module": ALPHA, "window: { to: timeout, fn: window }" => "window: { to: timeout, fn: hours }"; "missing-function" at "fn: @hours"; "`hours_to_hub` and `hours_from_hub`"; Rust;
    "a function with another parameter": FUNCTIONS, "window_to_hub(value: Str) -> Result<Option<Duration>, Error>" => "window_to_hub(value: String) -> Result<Option<Duration>, Error>"; "function-signature" at "api-defs/lab/v1alpha1.yaml|fn: @window"; "pub fn window_to_hub(value: Str) -> Result<Option<Duration>, Error>"; Undo;
    "a field made optional": ALPHA, "window: string" => "window: optional string"; "function-signature" at "fn: @window"; "pub fn window_to_hub(value: Str) -> Result<Duration, Error>"; Undo;
    "a function that a drop requires": ALPHA, "fn: window }" => "fn: window, drop: v1alpha1 has whole hours }"; "function-signature" at "fn: @window"; "scope: &Scope<'_>"; Undo;
    "a path of functions that is misspelled": ALPHA, "fn: [url, port]" => "fn: [ulr, port]"; "unknown-field" at "[@ulr"; "did you mean `url`?"; Undo;
    "drop without functions": ALPHA, "    fn: [url, port]\n" => ""; "drop-without-fn" at "drop: { @url"; "add `fn`"; Undo;
};
