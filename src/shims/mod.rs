//! Implementations of other crates' traits for every type, enabled by features. Each type delegates to the
//! interpreters.
//!
//! The features of this crate decide what the macros expand to, not the features of the crate that expands a macro. A
//! downstream crate therefore does not need serde or prost as a dependency.

#[cfg(feature = "prost")]
pub mod prost;
#[cfg(feature = "serde")]
pub mod serde;
#[cfg(any(feature = "chrono", feature = "jiff"))]
mod time;

/// Implements the traits of every struct declared with [`message!`](crate::message): `Debug`, and traits of other
/// crates.
#[doc(hidden)]
#[macro_export]
macro_rules! __shims {
    ($name:ident) => {
        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $crate::reflect::debug($crate::reflect::StructRef::new(self), f)
            }
        }

        $crate::__serde_shim! { $name }
        $crate::__prost_shim! { $name }
    };
}

#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __serde_shim {
    ($name:ident) => {};
}

#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! __serde_shim {
    ($name:ident) => {
        impl $crate::private::serde::Serialize for $name {
            #[inline]
            fn serialize<S: $crate::private::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                $crate::private::serialize(self, serializer)
            }
        }

        impl<'de> $crate::private::serde::Deserialize<'de> for $name {
            #[inline]
            fn deserialize<D: $crate::private::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                $crate::private::deserialize(deserializer)
            }
        }
    };
}

#[cfg(not(feature = "prost"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __prost_shim {
    ($name:ident) => {};
}

#[cfg(feature = "prost")]
#[doc(hidden)]
#[macro_export]
macro_rules! __prost_shim {
    ($name:ident) => {
        impl $crate::private::prost::Message for $name {
            #[inline]
            fn encode_raw(&self, buf: &mut impl $crate::private::prost::BufMut) {
                $crate::private::prost::encode_raw(self, buf);
            }

            #[inline]
            fn encoded_len(&self) -> usize {
                $crate::private::prost::encoded_len(self)
            }

            #[inline]
            fn encode_to_vec(&self) -> ::std::vec::Vec<u8> {
                $crate::private::prost::encode_to_vec(self)
            }

            #[inline]
            fn encode(
                &self,
                buf: &mut impl $crate::private::prost::BufMut,
            ) -> ::std::result::Result<(), $crate::private::prost::EncodeError> {
                $crate::private::prost::encode(self, buf)
            }

            #[inline]
            fn encode_length_delimited(
                &self,
                buf: &mut impl $crate::private::prost::BufMut,
            ) -> ::std::result::Result<(), $crate::private::prost::EncodeError> {
                $crate::private::prost::encode_length_delimited(self, buf)
            }

            #[inline]
            fn merge(
                &mut self,
                buf: impl $crate::private::prost::Buf,
            ) -> ::std::result::Result<(), $crate::private::prost::DecodeError> {
                $crate::private::prost::merge(self, buf)
            }

            #[inline]
            fn merge_length_delimited(
                &mut self,
                buf: impl $crate::private::prost::Buf,
            ) -> ::std::result::Result<(), $crate::private::prost::DecodeError> {
                $crate::private::prost::merge_length_delimited(self, buf)
            }

            #[inline]
            fn merge_field(
                &mut self,
                tag: u32,
                wire_type: $crate::private::prost::WireType,
                buf: &mut impl $crate::private::prost::Buf,
                context: $crate::private::prost::DecodeContext,
            ) -> ::std::result::Result<(), $crate::private::prost::DecodeError> {
                $crate::private::prost::merge_field(self, tag, wire_type, buf, context)
            }

            fn clear(&mut self) {
                *self = ::std::default::Default::default();
            }
        }
    };
}
