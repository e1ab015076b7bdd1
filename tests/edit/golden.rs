//! Documents with the expected text, one folder each: `in.yaml` or `in.json`, with `out` of the same extension, or
//! `refusal.txt`. The first line of `in.yaml` can name the target: `# target: apps/v1`. `BLESS=1` rewrites the results.

use std::fs;
use std::path::{Path, PathBuf};

use apimachinery::apis;
use apimachinery::edit::{Refusal, apply};
use apimachinery::schema::GroupVersion;
use apimachinery::yaml;

use super::{editor, newest};

const FOLDER: &str = "tests/edit/cases";

fn convert(text: &[u8]) -> Result<Vec<u8>, Refusal> {
    let (scheme, editor) = (apis::scheme(), editor());
    let first = String::from_utf8_lossy(text.split(|byte| *byte == b'\n').next().unwrap_or_default()).into_owned();
    let named = first.strip_prefix("# target: ").map(|name| name.trim().parse::<GroupVersion>().expect("a version"));
    let edited = editor.convert(text, &|gvk| named.clone().or_else(|| newest(&scheme, gvk)))?;
    Ok(apply(text, &edited.edits))
}

fn blesses() -> bool {
    std::env::var_os("BLESS").is_some()
}

fn check(path: &Path, found: &[u8]) {
    if blesses() {
        fs::write(path, found).expect("the folder can be written");
    }
    let expected = fs::read(path).unwrap_or_default();
    let [found, expected] = [found, &expected].map(|text| String::from_utf8_lossy(text).into_owned());
    assert_eq!(found, expected, "{}", path.display());
}

#[test]
fn cases() {
    let mut folders: Vec<PathBuf> =
        fs::read_dir(FOLDER).expect("the folder of cases").map(|entry| entry.expect("an entry").path()).collect();
    folders.sort();
    assert!(folders.len() > 20, "the cases are missing");
    for folder in folders {
        let name = ["in.yaml", "in.json"].into_iter().find(|name| folder.join(name).is_file()).expect("an input");
        let input = fs::read(folder.join(name)).expect("an input");
        let out = folder.join(name.replace("in.", "out."));
        let refusal = folder.join("refusal.txt");
        let mut text = Vec::new();
        let mut refused = None;
        // A document is edited without its separator, which is copied.
        for document in yaml::documents(&input) {
            let document = document.expect("a document");
            if !text.is_empty() {
                text.extend_from_slice(b"---\n");
            }
            match convert(document.text()) {
                Ok(document) => text.extend(document),
                Err(error) => refused = Some(format!("{error}\n")),
            }
        }
        if blesses() {
            drop(fs::remove_file(&out));
            drop(fs::remove_file(&refusal));
        }
        if let Some(refused) = refused {
            check(&refusal, refused.as_bytes());
            assert!(!out.is_file(), "{} has a text and a refusal", folder.display());
            continue;
        }
        check(&out, &text);
        assert!(!refusal.is_file(), "{} has a text and a refusal", folder.display());
    }
}
