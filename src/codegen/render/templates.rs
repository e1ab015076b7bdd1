//! The templates, embedded so that they are available in the build script of any crate.

use serde::Serialize;
use tera::{Context, Tera};

macro_rules! embedded {
    ($($name:literal)*) => {
        [$(($name, include_str!(concat!("../../../templates/", $name, ".rs.tera")))),*]
    };
}

/// All templates, parsed.
pub(super) struct Templates(Tera);

impl Templates {
    pub(super) fn new() -> Self {
        let mut tera = Tera::default();
        let all = embedded![
            "alias" "constants" "conversion" "defaulter" "group" "hand_written" "kept"
            "kind_info" "losses" "module" "reexport" "register" "struct" "table"
        ];
        tera.add_raw_templates(all).expect("the embedded templates parse");
        Templates(tera)
    }

    /// # Panics
    ///
    /// If a template uses a variable that its view does not have, which is a bug in one of the two.
    pub(super) fn render(&self, template: &str, view: &impl Serialize) -> String {
        let context = Context::from_serialize(view).expect("a view is a struct");
        match self.0.render(template, &context) {
            Ok(text) => text,
            Err(error) => panic!("template {template}: {error}"),
        }
    }
}
