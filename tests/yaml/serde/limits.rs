//! Depth limits: recursive operations have one, others do not.

use apimachinery::yaml;
use serde::Deserialize;
use serde_json::Value;

use super::types::Ignored;

/// Runs in a thread with the stack size that Rust uses for tests and that servers use.
fn in_small_thread(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(run);
    thread.expect("a thread").join().expect("no panic and no overflow");
}

fn nested(open: &str, close: &str, levels: usize) -> String {
    open.repeat(levels) + "1" + &close.repeat(levels)
}

#[test]
fn values_nest_as_deep_as_in_serde_json() {
    in_small_thread(|| {
        for (open, close) in [("[", "]"), ("{\"a\": ", "}")] {
            for levels in [1, 126, 127, 128, 129, 10_000] {
                let text = nested(open, close, levels);
                let (found, expected) = (yaml::from_str::<Value>(&text), serde_json::from_str::<Value>(&text));
                assert_eq!(found.is_ok(), expected.is_ok(), "{levels}");
                assert_eq!(found.ok(), expected.ok());
            }
        }
        let error = yaml::from_str::<Value>(&nested("[", "]", 128)).unwrap_err();
        assert!(error.to_string().ends_with(": recursion limit exceeded at line 1 column 128"), "{error}");
    });
}

#[test]
fn what_is_ignored_may_be_deep() {
    #[derive(Debug, Deserialize, PartialEq)]
    struct Shallow {
        a: u8,
    }
    in_small_thread(|| {
        for (open, close) in [("[", "]"), ("{b: ", "}")] {
            assert_eq!(yaml::from_str(&nested(open, close, 10_000)), Ok(Ignored));
            let text = format!("{{a: 1, b: {}}}", nested(open, close, 9_999));
            assert_eq!(yaml::from_str(&text), Ok(Shallow { a: 1 }));
        }
    });
}

#[test]
fn enums_and_options_count_as_serde_json_counts_them() {
    #[derive(Debug, Deserialize, PartialEq)]
    enum Chain {
        Next(Option<Box<Chain>>),
        Last,
    }
    in_small_thread(|| {
        for levels in [1, 126, 127, 128, 1_000] {
            let text = "{\"Next\": ".repeat(levels) + "\"Last\"" + &"}".repeat(levels);
            let (found, expected) = (yaml::from_str::<Chain>(&text), serde_json::from_str::<Chain>(&text));
            assert_eq!(found.is_ok(), expected.is_ok(), "{levels}");
            assert_eq!(found.ok(), expected.ok());
        }
    });
}
