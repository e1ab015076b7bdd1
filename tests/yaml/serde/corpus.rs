//! Documents of all kinds, from the recorded rules and from a list of additional ones.

use std::fs;
use std::path::Path;

use serde_json::Value;

/// Documents with valid and invalid values for the types of these tests.
const OWN: &str = "\
1
---
-1
---
1.0
---
-0.0
---
18446744073709551615
---
1e20
---
300
---
yes
---
~
---
a
---
'1'
---
é
---
Unit
---
Unit: ~
---
Unit: 1
---
Newtype: 0x10
---
Newtype: a
---
Tuple: [1, b]
---
Tuple: [1, b, 2]
---
Tuple: [1]
---
Struct: {x: 1, z: a}
---
Struct: [1, a]
---
Struct: {x: 1}
---
{Unit: ~, Newtype: 1}
---
Other: 1
---
{}
---
[]
---
[1, 2, 3]
---
[1, b]
---
[104, 105]
---
[yes, ~, no]
---
[~, [~]]
---
{1: a, 0x2: b, '3': c}
---
{-1: a, 01: b, 1.5: c}
---
{yes: 1, false: 2}
---
{Unit: 1, Other: 2}
---
{a: 1, A: 2, a: 3}
---
name: web
---
name: web
ports: [80, 0x1F90]
mode: 0644
ratio: 1.0
kind: {type: circle, radius: 2}
labels: {app: web, tier: ~}
extra: [1]
---
name: web
ports: ['80']
---
name: web
mode: 1.5
---
name: web
unknown: 1
---
Name: web
---
name: 5
---
type: circle
radius: 1.5
---
type: square
---
{radius: 1, type: circle}
---
t: circle
c: {radius: 1}
---
t: none
---
radius: 2
---
side: 2
---
!!binary aGk=
---
!!binary gIGC
---
\"a\\u2028\\x80\\ud7ff\"
---
|
  a
  b
---
- &a {radius: 1}
- *a
- {<<: *a, radius: 2}
";

/// Returns every document as one text.
pub(crate) fn documents() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rules = fs::read_to_string(folder.join("tests/rules/yaml.jsonl")).expect("the recorded rules");
    let inputs = rules.lines().filter_map(|line| {
        let case: Value = serde_json::from_str(line).expect("one case per line");
        case["in"].as_str().map(str::to_owned)
    });
    let own = OWN.split("---\n").map(str::to_owned);
    let manifests = ["shop-2018.yaml", "review.json"].map(|name| folder.join("examples/manifests").join(name));
    let manifests = manifests.iter().flat_map(|path| {
        let text = fs::read_to_string(path).expect("a manifest");
        text.split("\n---\n").map(str::to_owned).collect::<Vec<_>>()
    });
    let all: Vec<_> = inputs.chain(own).chain(manifests).collect();
    assert!(all.len() > 350, "only {} documents", all.len());
    all
}
