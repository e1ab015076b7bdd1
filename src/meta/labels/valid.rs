//! Validation of label keys and values, with upstream's error messages.

/// The maximum length, in bytes, of a value and of the name part of a key.
const MOST: usize = 63;
/// The maximum length, in bytes, of the prefix of a key.
const MOST_PREFIX: usize = 253;

const NAME: &str = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an \
    alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is \
    '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const VALUE: &str = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and \
    must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for \
    validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const PREFIX: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', \
    and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is \
    '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/// Returns the errors in a key, which consists of an optional DNS subdomain with a slash and a name of up to 63 bytes.
pub(super) fn key_mistakes(key: &str) -> Vec<String> {
    let mut mistakes = Vec::new();
    let name = match key.split('/').collect::<Vec<_>>()[..] {
        [name] => name,
        [prefix, name] => {
            mistakes.extend(prefix_mistakes(prefix).into_iter().map(|mistake| format!("prefix part {mistake}")));
            name
        }
        _ => {
            let optional = "with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')";
            return vec![format!("a valid label key {NAME} {optional}")];
        }
    };
    if name.is_empty() {
        mistakes.push("name part must be non-empty".to_owned());
    } else if name.len() > MOST {
        mistakes.push(format!("name part must be no more than {MOST} bytes"));
    }
    if !is_name(name) {
        mistakes.push(format!("name part {NAME}"));
    }
    mistakes
}

/// Returns the errors in a value, which is empty or a name of up to 63 bytes.
pub(super) fn value_mistakes(value: &str) -> Vec<String> {
    let long = (value.len() > MOST).then(|| format!("must be no more than {MOST} bytes"));
    let other = (!value.is_empty() && !is_name(value)).then(|| VALUE.to_owned());
    long.into_iter().chain(other).collect()
}

fn prefix_mistakes(prefix: &str) -> Vec<String> {
    if prefix.is_empty() {
        return vec!["must be non-empty".to_owned()];
    }
    let long = (prefix.len() > MOST_PREFIX).then(|| format!("must be no more than {MOST_PREFIX} bytes"));
    let other = (!prefix.split('.').all(is_dns_label)).then(|| PREFIX.to_owned());
    long.into_iter().chain(other).collect()
}

fn is_name(text: &str) -> bool {
    let ends = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let bytes = text.as_bytes();
    let inner = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    ends(bytes.first()) && ends(bytes.last()) && bytes.iter().all(inner)
}

fn is_dns_label(text: &str) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let bytes = text.as_bytes();
    let ends = |byte: Option<&u8>| byte.is_some_and(is_letter);
    ends(bytes.first()) && ends(bytes.last()) && bytes.iter().all(|byte| is_letter(byte) || *byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the length of the longest valid text, made of one repeated letter, and the errors of the next longer
    /// one.
    fn longest(mistakes: impl Fn(&str) -> Vec<String>) -> (usize, Vec<String>) {
        let found = |length: usize| mistakes(&"a".repeat(length));
        let length = (1..300).find(|length| !found(length + 1).is_empty()).expect("the length is limited");
        (length, found(length + 1))
    }

    #[test]
    fn lengths_are_upstreams() {
        assert_eq!(longest(value_mistakes), (63, vec!["must be no more than 63 bytes".to_owned()]));
        let name = vec!["name part must be no more than 63 bytes".to_owned()];
        assert_eq!(longest(key_mistakes), (63, name.clone()));
        assert_eq!(longest(|text| key_mistakes(&format!("example.com/{text}"))), (63, name));
        let prefix = vec!["prefix part must be no more than 253 bytes".to_owned()];
        assert_eq!(longest(|text| key_mistakes(&format!("{text}/name"))), (253, prefix));
    }
}
