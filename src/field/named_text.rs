//! Named texts: string types that have constants for their known values, such as the restart policies of a pod.

use std::ops::Deref;

use super::{List, Map, Str};

/// A string type: [`Str`], or a type declared with [`named_text!`](crate::named_text).
///
/// Conversions between versions accept every such type, because they only read and replace the string.
#[doc(hidden)]
pub trait Text: Clone + Default + PartialEq + Deref<Target = str> + From<Str> + Into<Str> {}

impl Text for Str {}

/// A value that can be made from a value with another string type: from a string, or from an option, list or map that
/// contains strings. Generated conversions use it for fields whose types have different names in two versions.
#[doc(hidden)]
pub trait FromTexts<A>: Sized {
    /// Converts the value. Strings keep their content, nil stays nil.
    fn from_texts(value: A) -> Self;

    /// Returns true if both values contain the same strings.
    fn has_texts_of(&self, other: &A) -> bool;
}

impl<A: Text, B: Text> FromTexts<A> for B {
    fn from_texts(value: A) -> Self {
        let text: Str = value.into();
        text.into()
    }

    fn has_texts_of(&self, other: &A) -> bool {
        **self == **other
    }
}

impl<A, B: FromTexts<A>> FromTexts<Option<A>> for Option<B> {
    fn from_texts(value: Option<A>) -> Self {
        value.map(B::from_texts)
    }

    fn has_texts_of(&self, other: &Option<A>) -> bool {
        match (self, other) {
            (Some(own), Some(other)) => own.has_texts_of(other),
            (None, None) => true,
            _ => false,
        }
    }
}

impl<A, B: FromTexts<A>> FromTexts<List<A>> for List<B> {
    fn from_texts(value: List<A>) -> Self {
        if value.is_nil() {
            return List::nil();
        }
        value.into_vec().into_iter().map(B::from_texts).collect::<Vec<_>>().into()
    }

    fn has_texts_of(&self, other: &List<A>) -> bool {
        let mut pairs = self.iter().zip(other);
        self.is_nil() == other.is_nil()
            && self.len() == other.len()
            && pairs.all(|(own, other)| own.has_texts_of(other))
    }
}

impl<A: Clone, B: FromTexts<A>> FromTexts<Map<A>> for Map<B> {
    fn from_texts(value: Map<A>) -> Self {
        let mut map = Map::nil();
        if !value.is_nil() {
            let entries = map.make();
            for (key, value) in &value {
                entries.insert(key.clone(), B::from_texts(value.clone()));
            }
        }
        map
    }

    fn has_texts_of(&self, other: &Map<A>) -> bool {
        let mut pairs = self.iter().zip(other);
        self.is_nil() == other.is_nil()
            && self.len() == other.len()
            && pairs.all(|((own_key, own), (key, other))| own_key == key && own.has_texts_of(other))
    }
}

/// Declares a named text: a string type with constants for its known values, such as the restart policies of a pod.
///
/// The type is open. It can contain any string, because decoding must preserve values that are added in later releases.
/// It has the memory layout and every encoding of [`Str`](crate::meta::Str), but a field of this type does not accept a
/// value of another named text. Like `Str`, it dereferences to `str`, compares with `str`, and its default is the empty
/// string, the value of an unset field.
///
/// The documentation of each constant ends with its value, and can begin with more:
///
/// ```
/// apimachinery::named_text! {
///     /// When a shop is open.
///     pub struct Season {
///         /// In every month.
///         ALWAYS = "Always",
///         SUMMER = "Summer",
///     }
/// }
///
/// #[derive(Clone, Default, PartialEq)]
/// struct Shop {
///     season: Season,
/// }
///
/// apimachinery::message! {
///     Shop {
///         season => "season", 1, Empty;
///     }
/// }
///
/// let mut shop = Shop { season: Season::SUMMER };
/// assert_eq!(apimachinery::serializer::json::to_string(&shop).unwrap(), r#"{"season":"Summer"}"#);
///
/// shop = apimachinery::serializer::json::from_str(r#"{"season":"Winter"}"#).unwrap();
/// assert!(shop.season == "Winter" && shop.season != Season::ALWAYS);
/// shop.season = "Spring".into();
/// assert!(shop.season.starts_with("Sp"));
/// ```
///
/// To match several values, use the string: `match season.as_str() { "Always" => …, _ => … }`.
///
/// A value of another type is not accepted, even if it is a string with constants:
///
/// ```compile_fail,E0308
/// apimachinery::named_text! { pub struct Season { SUMMER = "Summer" } }
/// apimachinery::named_text! { pub struct Color { BLUE = "Blue" } }
///
/// let season: Season = Color::BLUE;
/// ```
#[macro_export]
macro_rules! named_text {
    (
        $(#[doc = $doc:literal])*
        $vis:vis struct $name:ident {
            $( $(#[doc = $about:literal])* $constant:ident = $value:literal ),* $(,)?
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(transparent)]
        $vis struct $name($crate::meta::Str);

        #[allow(dead_code, unreachable_pub, reason = "a type has all of its constants and methods, whether or not they are used")]
        impl $name {
            $(
                $(#[doc = $about])*
                ///
                #[doc = $crate::private::concat!("The value `", $value, "`.")]
                pub const $constant: $name = $name($crate::meta::Str::from_static($value));
            )*

            /// Creates a value from a `'static` string slice without allocating. Usable in constants.
            #[must_use]
            pub const fn from_static(text: &'static str) -> Self {
                $name($crate::meta::Str::from_static(text))
            }

            /// Returns the string as a `&str`.
            #[inline]
            #[must_use]
            pub fn as_str(&self) -> &str {
                self.0.as_str()
            }
        }

        $crate::__named_text_traits! { $name }
        $crate::__named_text_type! { $name }
        $crate::__serde_shim! { $name }
    };
}

/// Implements the traits of [`Str`] for a type declared with [`named_text!`](crate::named_text), except for traits that
/// build a string from parts.
#[doc(hidden)]
#[macro_export]
macro_rules! __named_text_traits {
    ($name:ident) => {
        impl ::std::ops::Deref for $name {
            type Target = str;

            #[inline]
            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl ::std::convert::AsRef<str> for $name {
            #[inline]
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl ::std::borrow::Borrow<str> for $name {
            #[inline]
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl ::std::fmt::Debug for $name {
            #[inline]
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Debug::fmt(&self.0, f)
            }
        }

        impl ::std::fmt::Display for $name {
            #[inline]
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(&self.0, f)
            }
        }

        $crate::__named_text_traits! { @from $name: &str, ::std::string::String }
        $crate::__named_text_traits! { @equal $name: str, &str, ::std::string::String, $crate::meta::Str }

        impl ::std::convert::From<$crate::meta::Str> for $name {
            #[inline]
            fn from(text: $crate::meta::Str) -> Self {
                $name(text)
            }
        }

        impl ::std::convert::From<$name> for $crate::meta::Str {
            #[inline]
            fn from(text: $name) -> Self {
                text.0
            }
        }

        impl ::std::convert::From<$name> for ::std::string::String {
            #[inline]
            fn from(text: $name) -> Self {
                text.0.into_string()
            }
        }

        impl $crate::private::Text for $name {}

        impl $crate::conversion::AnnotationValue for $name {
            #[inline]
            fn parse(text: &str) -> ::std::result::Result<Self, ::std::string::String> {
                ::std::result::Result::Ok(text.into())
            }

            #[inline]
            fn text(&self) -> ::std::result::Result<$crate::meta::Str, ::std::string::String> {
                ::std::result::Result::Ok(self.0.clone())
            }
        }
    };
    (@from $name:ident: $($other:ty),*) => {
        $(
            impl ::std::convert::From<$other> for $name {
                #[inline]
                fn from(text: $other) -> Self {
                    $name(text.into())
                }
            }
        )*
    };
    (@equal $name:ident: $($other:ty),*) => {
        $(
            impl ::std::cmp::PartialEq<$other> for $name {
                #[inline]
                fn eq(&self, other: &$other) -> bool {
                    self.0 == *other
                }
            }

            impl ::std::cmp::PartialEq<$name> for $other {
                #[inline]
                fn eq(&self, other: &$name) -> bool {
                    other.0 == *self
                }
            }
        )*
    };
}

#[cfg(test)]
#[allow(unsafe_code, reason = "in the expansion of named_text! only")]
mod tests {
    use std::collections::{BTreeSet, HashMap};

    use super::FromTexts;
    use crate::field::{List, Map, Str};

    crate::named_text! {
        /// When a shop is open.
        struct Season {
            /// In every month.
            ALWAYS = "Always",
            ALMOST_ALWAYS = "Always except in the last week of the year",
        }
    }

    crate::named_text! {
        struct Color {
            RED = "Red",
        }
    }

    #[test]
    fn a_named_text_is_a_string() {
        let long = Season::ALMOST_ALWAYS;
        assert_eq!(Season::default(), "");
        assert_eq!(Season::ALWAYS, "Always");
        assert_eq!("Always", Season::ALWAYS);
        assert_eq!(String::from("Always"), Season::ALWAYS);
        assert_eq!(Season::ALWAYS, Str::from("Always"));
        assert_ne!(long, Season::ALWAYS);
        assert_eq!(format!("{long} {long:?}"), format!("{0} {0:?}", long.as_str()));
        assert_eq!(Str::from(long.clone()).as_str(), String::from(long));
        let (a, b) = (Season::from("A"), Season::from(String::from("B")));
        assert!(a < b);
        let known = HashMap::from([(Season::ALWAYS, 1)]);
        assert_eq!(known["Always"], 1);
        assert_eq!(BTreeSet::from([Season::from_static("x")]).get("x"), Some(&"x".into()));
    }

    #[test]
    fn texts_keep_their_content_in_another_type() {
        let season = Season::from_texts(Color::RED);
        assert!(season == "Red" && season.has_texts_of(&Color::RED) && !season.has_texts_of(&Str::from("Blue")));
        let some: Option<Str> = FromTexts::from_texts(Some(Season::ALWAYS));
        assert!(some.has_texts_of(&Some(Season::ALWAYS)) && !some.has_texts_of(&None::<Season>));

        let colors = List::from([Color::RED, "Blue".into()]);
        let texts = List::<Str>::from_texts(colors.clone());
        assert!(texts.has_texts_of(&colors) && !texts.has_texts_of(&List::from([Color::RED])));
        assert!(List::<Str>::from_texts(List::<Color>::nil()).is_nil());
        assert!(!List::<Str>::from_texts(List::<Color>::from([])).is_nil());
        assert!(!List::<Str>::nil().has_texts_of(&List::<Color>::from([])));

        let map = Map::from([("a", Color::RED), ("b", Color::default())]);
        let texts = Map::<Str>::from_texts(map.clone());
        assert!(texts.has_texts_of(&map) && !texts.has_texts_of(&Map::from([("a", Color::RED), ("c", "".into())])));
        assert!(Map::<Str>::from_texts(Map::<Color>::nil()).is_nil());
        assert!(!Map::<Str>::from_texts(Map::from([] as [(Str, Color); 0])).is_nil());
    }
}
