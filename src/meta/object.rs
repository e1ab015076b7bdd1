use std::any::Any;
use std::fmt;
use std::mem::ManuallyDrop;

use super::{ObjectList, TypeMeta};
use crate::reflect::{Message, Mut, Ref, boxed, swap};
use crate::schema::{GroupVersionKind, Lifecycle};

/// Any API object: what Go calls `runtime.Object`.
///
/// Implemented by [`message!`](crate::message) for every struct with a `type_meta`, and by the objects
/// without table ([`Unknown`](super::Unknown)). A `dyn Object` goes back to its type by way of [`Any`]:
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use std::any::Any;
/// use apimachinery::apis::apps::v1::Deployment;
/// use apimachinery::meta::Object;
///
/// let object: Box<dyn Object> = Box::new(Deployment::default());
/// let any: Box<dyn Any> = object;
/// assert!(any.downcast::<Deployment>().is_ok());
/// # }
/// ```
pub trait Object: Any + Send + Sync + fmt::Debug {
    /// What the object says it is.
    fn type_meta(&self) -> TypeMeta;

    /// Changes what the object says it is.
    fn set_type_meta(&mut self, type_meta: TypeMeta);

    /// A cursor over it: a struct with a table, or a leaf.
    fn cursor(&self) -> Ref<'_>;

    /// A cursor over it that can change it.
    fn cursor_mut(&mut self) -> Mut<'_>;

    /// A copy, deep as Go's `DeepCopyObject`.
    fn clone_box(&self) -> Box<dyn Object>;

    /// True if `other` has the same type and equals it exactly.
    fn dyn_eq(&self, other: &dyn Object) -> bool;

    /// Moves its content out; what stays is the zero value of its type.
    fn take(&mut self) -> Box<dyn Object>;

    /// Moves `other` over it.
    ///
    /// # Errors
    ///
    /// `other` itself, if it is of another type.
    fn assign(&mut self, other: Box<dyn Object>) -> Result<(), Box<dyn Object>>;

    /// Its items, if it is a list kind: a struct with `message! { Name: list { … } }`.
    fn as_list(&self) -> Option<&dyn ObjectList> {
        None
    }

    /// Its items to be changed, if it is a list kind.
    fn as_list_mut(&mut self) -> Option<&mut dyn ObjectList> {
        None
    }

    /// The path of its type, as error messages say it.
    fn type_name(&self) -> &'static str {
        std::any::type_name::<Self>()
    }
}

/// What [`Object`] asks of a type that is `Clone`, `Default` and `PartialEq` and has a description.
macro_rules! object_methods {
    () => {
        fn cursor(&self) -> $crate::reflect::Ref<'_> {
            $crate::reflect::Ref::new(self)
        }
        fn cursor_mut(&mut self) -> $crate::reflect::Mut<'_> {
            $crate::reflect::Mut::new(self)
        }
        fn clone_box(&self) -> Box<dyn $crate::meta::Object> {
            $crate::reflect::boxed(Clone::clone(self))
        }
        fn dyn_eq(&self, other: &dyn $crate::meta::Object) -> bool {
            match (other as &dyn ::std::any::Any).downcast_ref::<Self>() {
                Some(other) => self == other,
                None => false,
            }
        }
        fn take(&mut self) -> Box<dyn $crate::meta::Object> {
            $crate::meta::take_object(self, <Self as $crate::meta::ZeroObject>::zero())
        }
        fn assign(&mut self, other: Box<dyn $crate::meta::Object>) -> Result<(), Box<dyn $crate::meta::Object>> {
            $crate::meta::assign_object(self, other)
        }
    };
}

pub(crate) use object_methods;

/// Moves the content of an object to `zero`, which is of its type.
pub(crate) fn take_object(object: &mut dyn Object, mut zero: Box<dyn Object>) -> Box<dyn Object> {
    swap(object, &mut *zero);
    zero
}

/// What makes an object. A method of the type, so that it is compiled with its module, where what makes and drops a
/// value is anyway, and out of line, so that it is there once.
pub(crate) trait ZeroObject: Object + Default {
    /// The zero value.
    #[inline(never)]
    fn zero() -> Box<dyn Object> {
        // Not `Box::default`, which is half a dozen functions for each type.
        boxed(Self::default())
    }
}

impl<T: Object + Default> ZeroObject for T {}

/// What [`Object::assign`] is.
pub(crate) fn assign_object(object: &mut dyn Object, mut other: Box<dyn Object>) -> Result<(), Box<dyn Object>> {
    if swap(object, &mut *other) { Ok(()) } else { Err(other) }
}

/// What [`message!`](crate::message) writes for an object: what it has of these parts. The rest of [`Object`] is the
/// same for all of them, and so it is compiled, not checked again, for each.
#[doc(hidden)]
pub trait TypedObject: Message + fmt::Debug {
    fn own_type_meta(&self) -> Option<&TypeMeta> {
        None
    }
    fn own_type_meta_mut(&mut self) -> Option<&mut TypeMeta> {
        None
    }
    fn own_items(&self) -> Option<&dyn ObjectList> {
        None
    }
    fn own_items_mut(&mut self) -> Option<&mut dyn ObjectList> {
        None
    }
}

impl<T: TypedObject> Object for T {
    fn type_meta(&self) -> TypeMeta {
        copied(self.own_type_meta())
    }

    fn set_type_meta(&mut self, type_meta: TypeMeta) {
        // Nothing here drops it, should what follows panic, which it does not.
        let type_meta = ManuallyDrop::new(type_meta);
        replace(self.own_type_meta_mut(), type_meta);
    }

    fn as_list(&self) -> Option<&dyn ObjectList> {
        self.own_items()
    }

    fn as_list_mut(&mut self) -> Option<&mut dyn ObjectList> {
        self.own_items_mut()
    }

    object_methods! {}
}

// Out of line: their callers exist once for each kind.

#[inline(never)]
fn copied(own: Option<&TypeMeta>) -> TypeMeta {
    own.cloned().unwrap_or_default()
}

#[inline(never)]
fn replace(own: Option<&mut TypeMeta>, type_meta: ManuallyDrop<TypeMeta>) {
    let type_meta = ManuallyDrop::into_inner(type_meta);
    if let Some(own) = own {
        *own = type_meta;
    }
}

impl Clone for Box<dyn Object> {
    fn clone(&self) -> Self {
        (**self).clone_box()
    }
}

/// Without it, comparing two boxes would move the second one.
impl PartialEq<&Self> for Box<dyn Object> {
    fn eq(&self, other: &&Self) -> bool {
        self.dyn_eq(&***other)
    }
}

impl PartialEq for dyn Object {
    fn eq(&self, other: &dyn Object) -> bool {
        self.dyn_eq(other)
    }
}

/// A type that is one kind in one version of a group, for typed use.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::apis::apps::v1::Deployment;
/// use apimachinery::meta::Kind;
///
/// assert_eq!((Deployment::GROUP, Deployment::VERSION, Deployment::KIND), ("apps", "v1", "Deployment"));
/// assert_eq!(Deployment::gvk().to_string(), "apps/v1, Kind=Deployment");
/// assert_eq!(Deployment::LIFECYCLE.introduced, "1.9");
/// # }
/// ```
pub trait Kind: Object + Message {
    /// The group; empty for core.
    const GROUP: &'static str;
    /// The version.
    const VERSION: &'static str;
    /// The kind.
    const KIND: &'static str;
    /// The plural name at the endpoint; empty for a kind without endpoint.
    const RESOURCE: &'static str;
    /// In a namespace or of the cluster.
    const SCOPE: Scope;
    /// When it came and went, and what to use instead. A type that several versions share says it of the version in
    /// which it is declared; a [`KindInfo`](crate::scheme::KindInfo) says it of each.
    const LIFECYCLE: Lifecycle = Lifecycle::UNKNOWN;

    /// Group, version and kind in one.
    #[must_use]
    fn gvk() -> GroupVersionKind {
        GroupVersionKind::new(Self::GROUP, Self::VERSION, Self::KIND)
    }
}

/// Where the objects of a resource live: in a namespace, which then is part of their name and URL, or beside all
/// namespaces.
///
/// ```
/// # #[cfg(feature = "core")] {
/// use apimachinery::apis::core::v1::{Node, Pod};
/// use apimachinery::meta::{Kind, Scope};
///
/// assert_eq!((Pod::SCOPE, Node::SCOPE), (Scope::Namespaced, Scope::Cluster));
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// In a namespace.
    Namespaced,
    /// In the cluster.
    Cluster,
}

/// Says which kind a type is: implements [`Kind`](crate::meta::Kind) for a struct with a table. Its
/// [`Lifecycle`](crate::schema::Lifecycle) may follow.
///
/// ```
/// use apimachinery::meta::{Kind, TypeMeta};
///
/// #[derive(Clone, Default, PartialEq)]
/// struct Ping {
///     type_meta: TypeMeta,
/// }
///
/// apimachinery::message! { Ping: kind {} }
/// apimachinery::kind!(Ping, "example.com", "v1", "Ping", "pings", Cluster);
///
/// assert_eq!(Ping::KIND, "Ping");
/// ```
#[macro_export]
macro_rules! kind {
    ($name:ident, $group:literal, $version:literal, $kind:literal, $resource:literal, $scope:ident $(, $lifecycle:expr)?) => {
        impl $crate::meta::Kind for $name {
            const GROUP: &'static str = $group;
            const VERSION: &'static str = $version;
            const KIND: &'static str = $kind;
            const RESOURCE: &'static str = $resource;
            const SCOPE: $crate::meta::Scope = $crate::meta::Scope::$scope;
            $(const LIFECYCLE: $crate::schema::Lifecycle = $lifecycle;)?
        }
    };
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    #[derive(Clone, Default, PartialEq)]
    pub(in crate::meta) struct Ping {
        type_meta: TypeMeta,
    }

    crate::message! { Ping: kind {} }

    #[test]
    fn says_what_it_is() {
        let mut ping = Ping::default();
        ping.set_type_meta(TypeMeta::new("v1", "Ping"));
        assert_eq!(ping.type_meta(), TypeMeta::new("v1", "Ping"));
        assert!(ping.type_name().ends_with("::Ping"));
        assert!(ping.as_list().is_none());
    }
}
