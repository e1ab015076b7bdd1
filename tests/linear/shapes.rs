//! Shapes of inputs that could require more work than their length suggests.

/// A family of JSON texts.
pub(crate) struct Shape {
    pub(crate) name: &'static str,
    /// The size of the large one, in whatever the shape has many of.
    pub(crate) size: usize,
    pub(crate) json: fn(usize) -> String,
}

/// An object with the field `name`, whose members `member` makes of their numbers.
fn object(name: &str, size: usize, member: impl Fn(usize) -> String) -> String {
    let members: Vec<_> = (0..size).map(member).collect();
    format!("{{\"{name}\":{{{}}}}}", members.join(",\n"))
}

pub(crate) const SHAPES: [Shape; 18] = [
    Shape {
        name: "keys in reverse",
        size: 100_000,
        json: |size| object("labels", size, |number| format!("\"k{:06}\":\"x\"", size - number)),
    },
    Shape {
        name: "keys in disorder",
        size: 20_000,
        json: |size| object("labels", size, |number| format!("\"k{:06}\":\"x\"", number * 7919 % size)),
    },
    Shape { name: "one key", size: 20_000, json: |size| object("labels", size, |_| "\"k\":\"x\"".into()) },
    Shape {
        name: "wrong values",
        size: 10_000,
        json: |size| object("labels", size, |number| format!("\"k{number}\":[{number}]")),
    },
    Shape { name: "wrong items", size: 50_000, json: |size| format!("{{\"things\":[{}]}}", vec!["1"; size].join(",")) },
    Shape {
        name: "lists of wrong items",
        size: 20_000,
        json: |size| format!("{{\"things\":[{}]}}", vec!["{\"things\":[1,1,1]}"; size].join(",")),
    },
    Shape {
        name: "wrong entries",
        size: 20_000,
        json: |size| object("byName", size, |number| format!("\"k{number}\":1")),
    },
    Shape {
        name: "empty items",
        size: 20_000,
        json: |size| format!("{{\"things\":[{}]}}", vec!["{}"; size].join(",")),
    },
    Shape {
        name: "a long path",
        size: 100_000,
        json: |size| format!("{{\"byName\":{{\"{}\":{{{}}}}}}}", "k".repeat(size), vec!["\"x\":1"; size / 8].join(",")),
    },
    Shape {
        name: "wrong values on a long path",
        size: 100_000,
        json: |size| {
            format!("{{\"byName\":{{\"{}\":{{\"args\":[{}]}}}}}}", "k".repeat(size), vec!["1"; size / 4].join(","))
        },
    },
    Shape {
        name: "unknown fields",
        size: 10_000,
        json: |size| {
            let members: Vec<_> = (0..size).map(|number| format!("\"k{number:06}\":1")).collect();
            format!("{{{}}}", members.join(",\n"))
        },
    },
    Shape {
        name: "a list",
        size: 20_000,
        json: |size| format!("{{\"args\":[{}]}}", vec!["\"a word of this\""; size].join(",\n")),
    },
    Shape {
        name: "objects in a list",
        size: 10_000,
        json: |size| format!("{{\"things\":[{}]}}", vec!["{\"name\":\"x\",\"y\":1}"; size].join(",\n")),
    },
    Shape {
        name: "a text",
        size: 1 << 19,
        json: |size| format!("{{\"name\":\"{}\"}}", "some text, ".repeat(size / 11)),
    },
    Shape {
        name: "escapes",
        size: 1 << 17,
        json: |size| format!("{{\"name\":\"{}\"}}", r#"\n\u00e9\"\t\u003c"#.repeat(size / 18)),
    },
    Shape { name: "lines", size: 1 << 17, json: |size| format!("{{\"name\":\"{}\"}}", r"a: b\n".repeat(size / 6)) },
    Shape {
        name: "white space",
        size: 1 << 19,
        json: |size| format!("{{\"name\":{}\"x\"{}}}", " \n".repeat(size / 4), " \n".repeat(size / 4)),
    },
    Shape { name: "levels", size: 9_000, json: |size| format!("{{\"y\":{}{}}}", "[".repeat(size), "]".repeat(size)) },
];

/// The same for what only YAML has.
pub(crate) const YAML: [Shape; 5] = [
    Shape {
        name: "anchors",
        size: 5_000,
        json: |size| (0..size).map(|number| format!("k{number}: &a{number} x\nl{number}: *a{number}\n")).collect(),
    },
    Shape { name: "comments", size: 20_000, json: |size| format!("a:\n{}  b: 1\n", "  # nothing\n".repeat(size)) },
    Shape { name: "folded lines", size: 20_000, json: |size| format!("name: >\n{}", "  some text\n".repeat(size)) },
    Shape { name: "plain lines", size: 20_000, json: |size| format!("name:\n{}", "  some text\n".repeat(size)) },
    Shape { name: "separators", size: 20_000, json: |size| "a: 1\n---\n".repeat(size) },
];
