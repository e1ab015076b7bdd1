//! ConfigMaps with a few keys whose values are files.

use super::json::{Object, object};
use super::meta::labels;
use super::random::Random;

/// Returns a ConfigMap of about 125 KB with eight files of settings.
pub fn config_map(random: &mut Random) -> Object {
    let name = random.name();
    let files = (0..8).fold(object(), |files, index| files.text(&format!("part-{index}.yaml"), file(random)));
    object()
        .text("kind", "ConfigMap")
        .text("apiVersion", "v1")
        .raw(
            "metadata",
            object().text("name", &name).text("namespace", "production").raw("labels", labels(&name, random)),
        )
        .raw("data", files)
}

/// Returns a file of about 15 KB with one setting per line. Some lines need escapes in addition to the one of the line
/// feed.
fn file(random: &mut Random) -> String {
    (0..300).map(|index| setting(index, random)).collect()
}

fn setting(index: usize, random: &mut Random) -> String {
    let part = random.pick(&["server", "client", "cache", "storage", "tracing"]);
    match index % 10 {
        0 => format!("# Settings of {part} & what belongs to it\n"),
        1 => format!("{part}.banner: \"Welcome to <{part}>\"\n"),
        _ => format!("{part}.option_{index}: {} # seconds {}\n", random.below(100_000), random.hex(16)),
    }
}
