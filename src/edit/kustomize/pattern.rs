//! Regular expressions in selectors, which must match a whole text.

use std::collections::BTreeSet;

/// The deepest nesting of groups.
const MAX_NESTING: usize = 50;

/// The greatest number of repetitions, as in Go.
const MAX_REPEATS: usize = 1000;

/// The characters that make a text more than a literal one. The dot is among them, although it also occurs in the names
/// of groups, where it matches itself.
const SPECIAL: &[char] = &['\\', '.', '+', '*', '?', '(', ')', '|', '[', ']', '{', '}', '^', '$'];

/// A regular expression, in the syntax of Go that names of groups, versions and kinds need.
#[derive(Debug)]
pub(super) enum Pattern {
    Literal(String),
    Expression(Expression),
}

/// A part of a regular expression.
#[derive(Debug)]
pub(super) enum Expression {
    One(Class),
    All(Vec<Expression>),
    Any(Vec<Expression>),
    Repeat(Box<Expression>, usize, Option<usize>),
    Start,
    End,
}

/// A set of characters.
#[derive(Debug)]
pub(super) struct Class {
    is_negated: bool,
    ranges: Vec<(char, char)>,
}

impl Pattern {
    /// Reads a regular expression. Returns `None` if it has features that are not supported, or is not valid.
    pub(super) fn read(text: &str) -> Option<Pattern> {
        if !text.contains(SPECIAL) {
            return Some(Pattern::Literal(text.to_string()));
        }
        let mut reader = Reader { rest: text, nesting: 0 };
        let expression = reader.alternatives()?;
        reader.rest.is_empty().then_some(Pattern::Expression(expression))
    }

    /// Returns true if the whole text matches.
    pub(super) fn matches(&self, text: &str) -> bool {
        match self {
            Pattern::Literal(literal) => literal == text,
            Pattern::Expression(expression) => {
                let text: Vec<char> = text.chars().collect();
                expression.ends(&text, &BTreeSet::from([0])).contains(&text.len())
            }
        }
    }
}

impl Expression {
    /// Returns the offsets at which matches end that begin at one of `starts`.
    fn ends(&self, text: &[char], starts: &BTreeSet<usize>) -> BTreeSet<usize> {
        match self {
            Expression::One(class) => {
                let fits = |at: &&usize| text.get(**at).is_some_and(|character| class.contains(*character));
                starts.iter().filter(fits).map(|at| at + 1).collect()
            }
            Expression::All(parts) => parts.iter().fold(starts.clone(), |starts, part| part.ends(text, &starts)),
            Expression::Any(parts) => parts.iter().flat_map(|part| part.ends(text, starts)).collect(),
            Expression::Repeat(part, least, most) => {
                let mut current = starts.clone();
                let mut found = if *least == 0 { starts.clone() } else { BTreeSet::new() };
                for count in 1..=most.unwrap_or(usize::MAX) {
                    let next = part.ends(text, &current);
                    let known = found.len();
                    if count >= *least {
                        found.extend(&next);
                    }
                    // More repetitions end at no other offsets.
                    if next.is_empty() || next == current || count > *least && found.len() == known {
                        if next == current {
                            found.extend(next);
                        }
                        break;
                    }
                    current = next;
                }
                found
            }
            Expression::Start => starts.iter().filter(|at| **at == 0).copied().collect(),
            Expression::End => starts.iter().filter(|at| **at == text.len()).copied().collect(),
        }
    }
}

impl Class {
    fn of(ranges: &[(char, char)]) -> Class {
        Class { is_negated: false, ranges: ranges.to_vec() }
    }

    fn contains(&self, character: char) -> bool {
        self.ranges.iter().any(|(from, to)| (*from..=*to).contains(&character)) != self.is_negated
    }
}

struct Reader<'p> {
    rest: &'p str,
    nesting: usize,
}

impl Reader<'_> {
    fn take(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn next(&mut self) -> Option<char> {
        let character = self.rest.chars().next()?;
        self.rest = &self.rest[character.len_utf8()..];
        Some(character)
    }

    fn alternatives(&mut self) -> Option<Expression> {
        let mut parts = vec![self.sequence()?];
        while self.take("|") {
            parts.push(self.sequence()?);
        }
        Some(if parts.len() == 1 { parts.remove(0) } else { Expression::Any(parts) })
    }

    fn sequence(&mut self) -> Option<Expression> {
        let mut parts = Vec::new();
        while !self.rest.is_empty() && !self.rest.starts_with(['|', ')']) {
            let part = self.part()?;
            parts.push(self.repeated(part)?);
        }
        Some(Expression::All(parts))
    }

    fn part(&mut self) -> Option<Expression> {
        Some(match self.next()? {
            '.' => Expression::One(Class { is_negated: true, ranges: vec![('\n', '\n')] }),
            '^' => Expression::Start,
            '$' => Expression::End,
            '(' => return self.group(),
            '[' => Expression::One(self.class()?),
            '\\' => Expression::One(self.escaped()?),
            // The range of a repetition can stand for itself, which is not supported.
            '*' | '+' | '?' | '{' | '}' | ')' | ']' => return None,
            literal => Expression::One(Class::of(&[(literal, literal)])),
        })
    }

    fn group(&mut self) -> Option<Expression> {
        if self.take("?") && !self.take(":") {
            let is_named = self.take("P<") || self.take("<");
            let (_, rest) = self.rest.split_once('>').filter(|_| is_named)?;
            self.rest = rest;
        }
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            return None;
        }
        let expression = self.alternatives()?;
        self.nesting -= 1;
        self.take(")").then_some(expression)
    }

    fn repeated(&mut self, part: Expression) -> Option<Expression> {
        let (least, most) = match self.rest.chars().next() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                let (range, rest) = self.rest[1..].split_once('}')?;
                let (least, most) = match range.split_once(',') {
                    None => (range.parse().ok()?, Some(range.parse().ok()?)),
                    Some((least, "")) => (least.parse().ok()?, None),
                    Some((least, most)) => (least.parse().ok()?, Some(most.parse().ok()?)),
                };
                let is_valid = |count: usize| count <= MAX_REPEATS && least <= count;
                if !is_valid(most.unwrap_or(least)) {
                    return None;
                }
                self.rest = rest;
                // Whether as much or as little as possible is matched makes no difference.
                self.take("?");
                return Some(Expression::Repeat(Box::new(part), least, most));
            }
            _ => return Some(part),
        };
        self.next();
        self.take("?");
        Some(Expression::Repeat(Box::new(part), least, most))
    }

    fn class(&mut self) -> Option<Class> {
        let is_negated = self.take("^");
        let mut ranges = Vec::new();
        while ranges.is_empty() || !self.take("]") {
            let from = match self.next()? {
                // A class of characters by name.
                '[' if self.rest.starts_with(':') => return None,
                '\\' => {
                    let Class { is_negated: false, ranges: escaped } = self.escaped()? else { return None };
                    let [(from, to)] = escaped[..] else {
                        ranges.extend(escaped);
                        continue;
                    };
                    if from != to {
                        ranges.push((from, to));
                        continue;
                    }
                    from
                }
                literal => literal,
            };
            let has_end = self.rest.starts_with('-') && !self.rest.starts_with("-]");
            let to = if has_end {
                self.next();
                match self.next()? {
                    '\\' => return None,
                    to => to,
                }
            } else {
                from
            };
            if to < from {
                return None;
            }
            ranges.push((from, to));
        }
        Some(Class { is_negated, ranges })
    }

    fn escaped(&mut self) -> Option<Class> {
        let word = [('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')];
        Some(match self.next()? {
            'd' => Class::of(&[('0', '9')]),
            'D' => Class { is_negated: true, ..Class::of(&[('0', '9')]) },
            'w' => Class::of(&word),
            'W' => Class { is_negated: true, ..Class::of(&word) },
            's' => Class::of(&[('\t', '\n'), ('\x0c', '\r'), (' ', ' ')]),
            'S' => Class { is_negated: true, ..Class::of(&[('\t', '\n'), ('\x0c', '\r'), (' ', ' ')]) },
            literal if literal.is_ascii_punctuation() => Class::of(&[(literal, literal)]),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, matching: &[&str], other: &[&str]) {
        let read = Pattern::read(pattern).unwrap_or_else(|| panic!("{pattern}"));
        matching.iter().for_each(|text| assert!(read.matches(text), "{pattern} {text}"));
        other.iter().for_each(|text| assert!(!read.matches(text), "{pattern} {text}"));
    }

    #[test]
    fn whole_texts_match() {
        check("Deployment", &["Deployment"], &["", "Deployments", "deployment"]);
        check("Deploy.*", &["Deploy", "Deployment"], &["ADeployment"]);
        check("Deployment|(Stateful|Replica)Set", &["Deployment", "StatefulSet", "ReplicaSet"], &["Set", "DaemonSet"]);
        check("^(?:v1(beta[12])?)$", &["v1", "v1beta1", "v1beta2"], &["v1beta", "v1beta3"]);
        check("(?P<kind>[A-Z][^-a]+?)", &["Job"], &["job", "Dash-", "Pa"]);
        check("networking.k8s.io", &["networking.k8s.io"], &["networking"]);
        check("networking\\.k8s\\.io", &["networking.k8s.io"], &["networking-k8s-io"]);
        check("v\\d{1,2}", &["v1", "v12"], &["v", "v123"]);
        check("(a*)*b{2}", &["bb", "aabb"], &["b", "bbb"]);
        check("(ab?){2,}", &["aba", "ababab"], &["ab"]);
        check("[]-]+", &["]-"], &["["]);
        check("", &[""], &["a"]);
    }

    #[test]
    fn other_syntax_is_refused() {
        for pattern in ["(?i)deployment", "[[:alpha:]]+", "a(", "a)", "*", "a{2,1}", "a{1001}", "[b-a]", "\\pL", "[a"] {
            assert!(Pattern::read(pattern).is_none(), "{pattern}");
        }
        assert!(Pattern::read(&"(".repeat(100_000)).is_none());
    }

    #[test]
    fn matching_takes_linear_time() {
        check("((((a*)*)*)*)*", &["a", ""], &["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"]);
        check("(((a?){1000}){1000}){1000}", &["aaaa"], &["b"]);
    }
}
