/// Creates the type table of a struct, so that every format of this crate can decode and encode the struct: implements
/// [`Message`](crate::reflect::Message) and [`Reflect`](crate::reflect::Reflect).
///
/// Each line describes a field, in the order of JSON: its path, its JSON name, its Protobuf number, and when JSON omits
/// it (an [`Omit`](crate::reflect::Omit)).
///
/// * The number 0 marks fields that Protobuf does not have: all fields of types without Protobuf, and the fields of an
///   inlined struct, whose paths contain that struct. JSON writes the fields of an inlined struct directly in the outer
///   object.
/// * The name `""` marks fields that JSON does not have, such as the inlined struct itself. These lines come last.
/// * `Name: kind { … }` is a struct with a field `type_meta`, whose kind and apiVersion are written first.
/// * `Name: list { … }` is a kind with a field `items`, a list of objects.
/// * `Name: bare { … }` is an object that does not contain its kind, such as the event of a watch.
/// * `Name: union { … }` is a struct that JSON represents by one of its fields, which the type of the value selects: an
///   array a list, an object an option, and a boolean a bool.
/// * `leaf Name` is a type that implements [`Leaf`](crate::reflect::Leaf) instead of a struct.
///
/// A path that the struct does not have, a field whose type has no description, and a repeated number do not compile.
/// The struct needs `Clone`, `Default` and `PartialEq`; the macro implements `Debug` and, with the corresponding
/// features, the traits of serde and prost. For a leaf it also implements serde's traits.
///
/// Generated structs end with `fields { … }`, the names of all their fields. The macro then also implements `Clone`,
/// `PartialEq` and `Default`: the first two by one function for all types, the last by a constant. All fields must be
/// such structs or types in [`meta`](crate::meta). An incomplete list does not compile:
///
/// ```compile_fail,E0063
/// # use apimachinery::meta::Str;
/// struct Port {
///     name: Str,
///     number: Option<i32>,
/// }
///
/// apimachinery::message! {
///     Port {
///         name => "name", 1, Empty;
///         number => "number", 2, Empty;
///     } fields { name }
/// }
/// ```
///
/// ```
/// use apimachinery::meta::{List, Str};
///
/// #[derive(Clone, Default, PartialEq)]
/// struct Port {
///     name: Str,
///     number: Option<i32>,
/// }
///
/// apimachinery::message! {
///     Port {
///         name => "name", 1, Empty;
///         number => "number", 2, Empty;
///     }
/// }
///
/// let port = Port { name: "http".into(), number: Some(80) };
/// assert_eq!(apimachinery::serializer::json::to_string(&port).unwrap(), r#"{"name":"http","number":80}"#);
/// ```
#[macro_export]
macro_rules! message {
    (leaf $name:ident) => {
        // SAFETY: the functions belong to exactly this type.
        unsafe impl $crate::reflect::Reflect for $name {
            const TYPE: $crate::reflect::Type =
                $crate::reflect::Type::Leaf(&$crate::reflect::LeafType::of::<$name>());
        }

        $crate::__serde_shim! { $name }
    };
    ($name:ident : kind { $($rows:tt)* } $($fields:tt)*) => {
        $crate::message! {
            $name {
                type_meta.kind => "kind", 0, Empty;
                type_meta.api_version => "apiVersion", 0, Empty;
                $($rows)*
            } $($fields)*
        }

        $crate::__typed_object! { $name {} }
    };
    ($name:ident : list { $($rows:tt)* } $($fields:tt)*) => {
        $crate::message! {
            $name {
                type_meta.kind => "kind", 0, Empty;
                type_meta.api_version => "apiVersion", 0, Empty;
                $($rows)*
            } $($fields)*
        }

        $crate::__typed_object! {
            $name {
                fn own_items(&self) -> ::std::option::Option<&dyn $crate::meta::ObjectList> {
                    ::std::option::Option::Some(&self.items)
                }
                fn own_items_mut(&mut self) -> ::std::option::Option<&mut dyn $crate::meta::ObjectList> {
                    ::std::option::Option::Some(&mut self.items)
                }
            }
        }
    };
    ($name:ident : bare { $($rows:tt)* } $($fields:tt)*) => {
        $crate::message! { $name { $($rows)* } $($fields)* }

        impl $crate::private::TypedObject for $name {}
    };
    ($name:ident $(: $role:ident)? { $($rows:tt)* }) => {
        $crate::__table! { $name [$($role)?] { $($rows)* } }
        $crate::__shims! { $name }
    };
    ($name:ident $(: $role:ident)? { $($rows:tt)* } fields { $($field:ident),* }) => {
        $crate::__table! { $name [$($role)?] { $($rows)* } fields { $($field),* } }
        $crate::__shims! { $name }

        impl ::std::clone::Clone for $name {
            fn clone(&self) -> Self {
                $crate::private::copy(self)
            }
        }

        impl ::std::cmp::PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                $crate::private::equal(self, other)
            }
        }

        impl ::std::default::Default for $name {
            fn default() -> Self {
                <Self as $crate::private::Zero>::ZERO
            }
        }
    };
}

/// The part of [`message!`](crate::message) that kinds and lists share.
#[doc(hidden)]
#[macro_export]
macro_rules! __typed_object {
    ($name:ident { $($methods:tt)* }) => {
        impl $crate::private::TypedObject for $name {
            fn own_type_meta(&self) -> ::std::option::Option<&$crate::meta::TypeMeta> {
                ::std::option::Option::Some(&self.type_meta)
            }
            fn own_type_meta_mut(&mut self) -> ::std::option::Option<&mut $crate::meta::TypeMeta> {
                ::std::option::Option::Some(&mut self.type_meta)
            }
            $($methods)*
        }
    };
}

/// The part of [`message!`](crate::message) that needs `unsafe`: the table of a struct, and
/// [`ByTable`](crate::private::ByTable) if all its fields are named.
///
/// Any crate can call an exported macro, with any tokens. So this one has a single rule, which checks all that its
/// `unsafe` relies on; whatever compiles is sound:
///
/// * `_check` borrows every path outside `unsafe`. The compiler refuses fields of unions (E0133) and fields that
///   `repr(packed)` may misalign (E0793).
/// * `offset_of!` follows a path without dereferencing, so it stays in the struct.
/// * The struct literal of `ZERO` names every field exactly once (E0062, E0063).
/// * No name is resolved through `::std`, which a crate can replace by `extern crate other as std`.
///
/// The field of a union, by itself, in a path and in the list of fields:
///
/// ```compile_fail,E0133
/// # use apimachinery::message;
/// #[derive(Clone, Copy)]
/// union Number { whole: i64, flag: bool }
/// impl Default for Number { fn default() -> Self { Number { whole: 0 } } }
/// impl PartialEq for Number { fn eq(&self, _: &Self) -> bool { true } }
///
/// message! { Number { flag => "flag", 1, Never; } }
/// ```
///
/// ```compile_fail,E0133
/// # use apimachinery::message;
/// #[derive(Clone, Copy)]
/// union Number { whole: i64, flag: bool }
/// #[derive(Clone)]
/// struct Port { number: Number }
/// impl Default for Port { fn default() -> Self { Port { number: Number { whole: 0 } } } }
/// impl PartialEq for Port { fn eq(&self, _: &Self) -> bool { true } }
///
/// message! { Port { number.flag => "flag", 1, Never; } }
/// ```
///
/// ```compile_fail,E0133
/// # use apimachinery::message;
/// union Number { whole: i64 }
///
/// message! { Number {} fields { whole } }
/// ```
///
/// A field that may be misaligned:
///
/// ```compile_fail,E0793
/// # use apimachinery::message;
/// #[derive(Clone, Copy, Default, PartialEq)]
/// #[repr(C, packed)]
/// struct Port { ready: bool, number: i64 }
///
/// message! { Port { number => "number", 1, Never; } }
/// ```
///
/// A path that leaves the struct:
///
/// ```compile_fail,E0609
/// # use apimachinery::message;
/// #[derive(Clone, Default, PartialEq)]
/// struct Port { number: i64 }
/// #[derive(Clone, Default, PartialEq)]
/// struct Service { port: Box<Port> }
///
/// message! { Service { port.number => "number", 1, Never; } }
/// ```
///
/// A field that is missing in the list, a repeated field, and a field whose values are not copied by a table:
///
/// ```compile_fail,E0063
/// # use apimachinery::{message, meta::Str};
/// struct Port { name: Str, owner: Str }
///
/// message! { Port { name => "name", 1, Empty; } fields { name } }
/// ```
///
/// ```compile_fail,E0062
/// # use apimachinery::{message, meta::Str};
/// struct Port { name: Str }
///
/// message! { Port { name => "name", 1, Empty; } fields { name, name } }
/// ```
///
/// ```compile_fail,E0277
/// # use apimachinery::{message, meta::Str};
/// struct Port { name: Str, count: std::cell::Cell<i32> }
///
/// message! { Port { name => "name", 1, Empty; } fields { name, count } }
/// ```
///
/// No rule of `message!` creates only a part of this, such as a type that is copied by a table without places:
///
/// ```compile_fail
/// # use apimachinery::{message, meta::Str};
/// #[derive(Default)]
/// struct Port { name: Str }
///
/// message! { @table Port [] { name => "name", 1, Empty; } {} }
/// message! { @zero Port { name } }
/// ```
///
/// ```compile_fail
/// # use apimachinery::message;
/// #[derive(Clone, Default, PartialEq)]
/// struct Port { number: i32 }
///
/// message! { @struct Port [] { number => "number", 1, Never; } {} }
/// ```
///
/// ```compile_fail
/// # use apimachinery::{message, meta::TypeMeta};
/// #[derive(Clone, Default, PartialEq)]
/// struct Ping { type_meta: TypeMeta }
///
/// message! { @object Ping {} {} {} }
/// ```
///
/// ```compile_fail
/// # use apimachinery::message;
/// struct Port { number: i32 }
///
/// message! { Port { number => "number", 1, Never; } }
/// message! { @values Port { fields { number } } }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __table {
    ($name:ident [$($role:ident)?] {
        $( $first:ident $(. $rest:ident)* => $json:literal, $number:literal, $omit:ident; )*
    } $(fields { $($field:ident),* })?) => {
        const _: () = {
            #[allow(unused_variables, reason = "a struct may have no field")]
            fn _check(value: &$name) {
                $(let _ = &value.$first$(.$rest)*;)*
                $($(let _ = &value.$field;)*)?
            }

            static SHAPE: $crate::private::Shape = {
                #[allow(unused_variables, unused_unsafe, reason = "a struct may have no field")]
                #[allow(clippy::macro_metavars_in_unsafe, reason = "names and literals run nothing")]
                let (fields, places): (&[$crate::private::Field], &[$crate::private::Place]) = const {
                    let place = $crate::private::MaybeUninit::<$name>::uninit();
                    let at = place.as_ptr();
                    // SAFETY: the field at each offset has the type of the place that the same path names; nothing is read
                    // from it.
                    unsafe {
                        (&[$($crate::private::Field::new(
                            $crate::private::offset_of!($name, $first$(.$rest)*),
                            &raw const (*at).$first$(.$rest)*,
                            &$crate::private::concat!("\"", $json, "\":"),
                            $number,
                            $crate::private::Omit::$omit,
                        ),)*], &[$($($crate::private::Place::new(
                            $crate::private::offset_of!($name, $field),
                            &raw const (*at).$field,
                        )),*)?])
                    }
                };
                // SAFETY: all fields and places were made from paths in this struct.
                let shape = unsafe { $crate::private::Shape::new($crate::private::stringify!($name), fields, places) };
                shape$(.$role())?
            };

            // SAFETY: the table is made from paths in exactly this struct.
            unsafe impl $crate::reflect::Message for $name {
                fn shape() -> &'static $crate::reflect::Shape {
                    &SHAPE
                }
            }

            // SAFETY: the shape belongs to exactly this struct.
            unsafe impl $crate::reflect::Reflect for $name {
                const TYPE: $crate::reflect::Type = $crate::reflect::Type::Struct(&SHAPE);
            }

            $(
                // SAFETY: the places of the table are all fields, which the literal below requires, and the type of each is
                // such a type itself.
                unsafe impl $crate::private::ByTable for $name {}

                impl $crate::private::Zero for $name {
                    const ZERO: Self = $name { $($field: $crate::private::Zero::ZERO),* };
                }
            )?
        };
    };
}

/// Implements a leaf of this crate whose value does not change while it is shared: it has a constant zero value, and
/// the tables of the types that contain it copy it. They compare it by `$equal`, or else by `==`.
macro_rules! plain_leaf {
    ($name:ident = $zero:expr) => {
        $crate::reflect::plain_leaf! { $name = $zero, <$name as PartialEq>::eq }
    };
    ($name:ident = $zero:expr, $equal:expr) => {
        impl $crate::reflect::ExactEq for $name {
            fn exact_eq(&self, other: &Self) -> bool {
                $equal(self, other)
            }
        }

        // SAFETY: the functions belong to exactly this type.
        unsafe impl $crate::reflect::Reflect for $name {
            const TYPE: $crate::reflect::Type =
                $crate::reflect::Type::Leaf(&$crate::reflect::LeafType::of::<$name>().plain::<$name>());
        }

        // SAFETY: a copy of its bytes becomes a value by cloning, which reads it, and nothing in it has a cell.
        unsafe impl $crate::private::ByTable for $name {}

        impl $crate::private::Zero for $name {
            const ZERO: Self = $zero;
        }

        $crate::__serde_shim! { $name }
    };
}

pub(crate) use plain_leaf;
