/// Makes the table of a struct, so that every codec can read and write it.
///
/// One line a row, in the order of JSON: the path of the field, its JSON name, its number on the
/// wire and when JSON leaves it out (an [`Omit`](crate::reflect::Omit)).
///
/// * A number of 0: not on the wire (types without Protobuf; fields of an inlined struct, whose
///   path goes through it).
/// * A name of `""`: not in JSON (the inlined struct itself). Such rows come last.
/// * `Name: kind { … }`: the struct has a field `type_meta`, whose kind and apiVersion come first.
/// * `Name: list { … }`: a kind with a field `items`, a list of objects.
/// * `Name: bare { … }`: an object that does not say what it is, as the event of a watch.
/// * `Name: union { … }`: in JSON the struct is one of its fields, told by the kind of the value: a list by an array,
///   an option by an object, a bool by itself.
/// * `leaf Name`: no struct, but a type that implements [`Leaf`](crate::reflect::Leaf).
///
/// A path that the struct does not have, a field of a type without table, and a number used twice
/// do not compile. The struct needs `Clone`, `Default` and `PartialEq`; `Debug`, and by feature
/// serde's and prost's traits, come with the table. A leaf gets serde's traits, too.
///
/// Generated structs end in `fields { … }`, the names of all their fields. `Clone`, `PartialEq` and `Default`
/// then come with the table, too: one function for all, and a constant. It takes fields of such structs and of the types in
/// [`meta`](crate::meta). A field that is left out does not compile:
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
        // SAFETY: the functions are those of exactly this type.
        unsafe impl $crate::reflect::Reflect for $name {
            const TYPE: $crate::reflect::Type =
                $crate::reflect::Type::Leaf(&$crate::reflect::LeafType::of::<$name>());
        }

        $crate::__serde_shim! { $name }
    };
    ($name:ident : kind { $($rows:tt)* } $($fields:tt)*) => {
        $crate::message! { @object $name {} { $($rows)* } { $($fields)* } }
    };
    ($name:ident : bare { $($rows:tt)* } $($fields:tt)*) => {
        $crate::message! { @struct $name [] { $($rows)* } { $($fields)* } }

        impl $crate::private::TypedObject for $name {}
    };
    ($name:ident : list { $($rows:tt)* } $($fields:tt)*) => {
        $crate::message! {
            @object $name {
                fn own_items(&self) -> ::std::option::Option<&dyn $crate::meta::ObjectList> {
                    ::std::option::Option::Some(&self.items)
                }
                fn own_items_mut(&mut self) -> ::std::option::Option<&mut dyn $crate::meta::ObjectList> {
                    ::std::option::Option::Some(&mut self.items)
                }
            } { $($rows)* } { $($fields)* }
        }
    };
    ($name:ident : union { $($rows:tt)* } $($fields:tt)*) => {
        $crate::message! { @struct $name [union] { $($rows)* } { $($fields)* } }
    };
    ($name:ident { $($rows:tt)* } $($fields:tt)*) => {
        $crate::message! { @struct $name [] { $($rows)* } { $($fields)* } }
    };
    (@object $name:ident { $($methods:tt)* } { $($rows:tt)* } $fields:tt) => {
        $crate::message! {
            @struct $name [] {
                type_meta.kind => "kind", 0, Empty;
                type_meta.api_version => "apiVersion", 0, Empty;
                $($rows)*
            } $fields
        }

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
    (@struct $name:ident $role:tt $rows:tt $fields:tt) => {
        $crate::message! { @table $name $role $rows $fields }
        $crate::message! { @values $name $fields }

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $crate::reflect::debug($crate::reflect::StructRef::new(self), f)
            }
        }

        $crate::__shims! { $name }
    };
    (@values $name:ident {}) => {};
    (@values $name:ident { fields { $($field:ident),* } }) => {
        $crate::message! { @zero $name { $($field)* } }

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
    (@zero $name:ident { $($field:ident)* }) => {
        // SAFETY: the table has the places of all fields: the same that make the zero value.
        unsafe impl $crate::private::ByTable for $name {}

        impl $crate::private::Zero for $name {
            const ZERO: Self = $name { $($field: $crate::private::Zero::ZERO),* };
        }
    };
    (@table $name:ident [$($role:ident)?] {
        $( $first:ident $(. $rest:ident)* => $json:literal, $number:literal, $omit:ident; )*
    } { $(fields { $($field:ident),* })? }) => {
        const _: () = {
            static SHAPE: $crate::private::Shape = {
                #[allow(unused_variables, unused_unsafe, reason = "a struct may have no field")]
                #[allow(clippy::macro_metavars_in_unsafe, reason = "names and literals run nothing")]
                let (fields, places): (&[$crate::private::Field], &[$crate::private::Place]) = const {
                    let place = $crate::private::MaybeUninit::<$name>::uninit();
                    let at = place.as_ptr();
                    let start = at.cast::<u8>();
                    // SAFETY: every path leads to a field in the place. One through a pointer would read it, and what
                    // reads a place without a value does not compile.
                    unsafe {
                        (&[$($crate::private::Field::new(
                            start,
                            &raw const (*at).$first$(.$rest)*,
                            &::std::concat!("\"", $json, "\":"),
                            $number,
                            $crate::private::Omit::$omit,
                        ),)*], &[$($($crate::private::Place::new(start, &raw const (*at).$field)),*)?])
                    }
                };
                // SAFETY: all fields were made from paths in this struct, and so were all places.
                let shape = unsafe { $crate::private::Shape::new(::std::stringify!($name), fields, places) };
                shape$(.$role())?
            };

            // SAFETY: the table is made from paths in exactly this struct.
            unsafe impl $crate::reflect::Message for $name {
                fn shape() -> &'static $crate::reflect::Shape {
                    &SHAPE
                }
            }

            // SAFETY: the shape is that of exactly this struct.
            unsafe impl $crate::reflect::Reflect for $name {
                const TYPE: $crate::reflect::Type = $crate::reflect::Type::Struct(&SHAPE);
            }
        };
    };
}

/// Makes a leaf of the crate's own, whose value does not change while it is shared: it has a constant zero value and is
/// copied by the tables of what holds it.
macro_rules! plain_leaf {
    ($name:ident = $zero:expr) => {
        // SAFETY: the functions are those of exactly this type.
        unsafe impl $crate::reflect::Reflect for $name {
            const TYPE: $crate::reflect::Type =
                $crate::reflect::Type::Leaf(&$crate::reflect::LeafType::of::<$name>().plain::<$name>());
        }

        // SAFETY: a copy of its bytes becomes a value by cloning, which reads it, and nothing in it has a cell.
        unsafe impl $crate::reflect::ByTable for $name {}

        impl $crate::reflect::Zero for $name {
            const ZERO: Self = $zero;
        }

        $crate::__serde_shim! { $name }
    };
}

pub(crate) use plain_leaf;
