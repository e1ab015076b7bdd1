//! Named texts have the encodings of strings, as fields and in options, lists and maps.

use apimachinery::meta::{List, Map, Str};
use apimachinery::reflect::Message;
use apimachinery::serializer::{cbor, json, protobuf};

apimachinery::named_text! {
    /// Names of colors.
    pub struct Color {
        RED = "Red",
        /// Longer than a string that is stored inline.
        LONG = "as red as the sky above the sea in the evening",
    }
}

/// Declares a struct with strings of one type, which its table copies and compares.
macro_rules! strings {
    ($name:ident: $text:ty) => {
        struct $name {
            text: $text,
            always: $text,
            maybe: Option<$text>,
            texts: List<$text>,
            names: Map<$text>,
            lists: List<List<$text>>,
            options: Map<Option<$text>>,
        }

        apimachinery::message! {
            $name {
                text => "text", 1, Empty;
                always => "always", 2, Never;
                maybe => "maybe", 3, Empty;
                texts => "texts", 4, Empty;
                names => "names", 5, Empty;
                lists => "lists", 6, Empty;
                options => "options", 7, Empty;
            } fields { text, always, maybe, texts, names, lists, options }
        }
    };
}

strings! { Plain: Str }
strings! { Named: Color }

/// Documents with empty, short and long strings.
const TEXTS: [&str; 4] = [
    r#"{"always":""}"#,
    r#"{"text":"Red","always":"Blue","maybe":"","lists":[[],["a"]],"options":{"a":null}}"#,
    r#"{"text":"twenty-four bytes inline","always":"x","maybe":"Red","texts":["Red","","Blue"],"names":{"a":"b","c":""}}"#,
    r#"{"text":"as red as the sky above the sea in the evening","always":"twenty-five bytes on heap","maybe":"as red as the sky above the sea in the evening","texts":["as red as the sky above the sea in the evening"],"names":{"a":"as red as the sky above the sea in the evening"},"options":{"a":"Red"}}"#,
];

/// Returns the encodings of a value, after checking that each of them is decoded to the same value.
fn encodings<T: Message + std::fmt::Debug>(text: &str) -> (String, Vec<u8>, Vec<u8>) {
    let value: T = json::from_str(text).expect("valid JSON");
    let encoded = (
        json::to_string(&value).expect("JSON"),
        cbor::to_vec(&value).expect("CBOR"),
        protobuf::to_vec(&value).expect("Protobuf"),
    );
    assert_eq!(encoded.0, text);
    assert_eq!(cbor::from_slice::<T>(&encoded.1).expect("CBOR"), value);
    let again: T = protobuf::from_slice(&encoded.2).expect("Protobuf");
    assert_eq!(protobuf::to_vec(&again).expect("Protobuf"), encoded.2);
    assert_eq!(value.clone(), value);
    encoded
}

#[test]
fn named_texts_are_encoded_as_strings() {
    for text in TEXTS {
        assert_eq!(encodings::<Named>(text), encodings::<Plain>(text));
        let (named, plain): (Named, Plain) = (json::from_str(text).unwrap(), json::from_str(text).unwrap());
        assert_eq!(format!("{named:?}").replace("Named", "Plain"), format!("{plain:?}"));
    }
}

#[test]
fn named_texts_are_compared_by_their_content() {
    let mut named = Named { text: Color::RED, maybe: Some(Color::LONG), ..Default::default() };
    let before = named.clone();
    named.texts.push(Color::RED);
    assert!(named != before && before.maybe == Some(Color::LONG));
    named.texts = List::nil();
    assert_eq!(named, before);
}
