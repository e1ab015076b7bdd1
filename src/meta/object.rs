use std::any::Any;
use std::fmt;
use std::mem::ManuallyDrop;

use super::{ObjectList, TypeMeta};
use crate::reflect::{Message, Mut, Ref, boxed, swap};
use crate::schema::{GroupVersionKind, Lifecycle};

/// An API object of any type: a value with `kind` and `apiVersion`. Counterpart of `runtime.Object`.
///
/// [`message!`](crate::message) implements it for every struct that it declares as a kind or list, so for all API
/// types. [`Unstructured`](super::Unstructured) and [`Unknown`](super::Unknown), which contain objects of any kind,
/// implement it too; other crates cannot. Use [`Any`] to downcast a `dyn Object` to its type:
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
pub trait Object: sealed::Sealed + Any + Send + Sync + fmt::Debug {
    /// Returns the `apiVersion` and `kind` stored in the object. Both are empty if they are unset, as for hub objects
    /// and new values.
    fn type_meta(&self) -> TypeMeta;

    /// Sets the `apiVersion` and `kind` stored in the object. This does not convert it.
    fn set_type_meta(&mut self, type_meta: TypeMeta);

    /// Returns a cursor on the object, for reading all fields without knowing the type. See
    /// [`reflect`](crate::reflect).
    fn cursor(&self) -> Ref<'_>;

    /// Returns a mutable cursor on the object, for changing all fields without knowing the type. See
    /// [`reflect`](crate::reflect).
    fn cursor_mut(&mut self) -> Mut<'_>;

    /// Returns a deep copy. Counterpart of `DeepCopyObject`.
    fn clone_box(&self) -> Box<dyn Object>;

    /// Returns true if `other` has the same Rust type and is exactly equal, including `kind` and `apiVersion`.
    fn dyn_eq(&self, other: &dyn Object) -> bool;

    /// Moves the content to a new object and returns the new object. The zero value of the type remains.
    fn take(&mut self) -> Box<dyn Object>;

    /// Replaces the content of this object by that in `other`, without a copy. Both must be of the same Rust type.
    ///
    /// # Errors
    ///
    /// Returns `other` unchanged if its Rust type is different.
    fn assign(&mut self, other: Box<dyn Object>) -> Result<(), Box<dyn Object>>;

    /// Returns access to the items if the object is of a list kind such as `PodList`, that is, a struct declared with
    /// `message! { Name: list { … } }`. Returns `None` for other objects, which is the default implementation.
    fn as_list(&self) -> Option<&dyn ObjectList> {
        None
    }

    /// Returns access to the items for modification if the object is of a list kind, or `None` as [`Object::as_list`]
    /// does.
    fn as_list_mut(&mut self) -> Option<&mut dyn ObjectList> {
        None
    }

    /// Returns the path of the object's Rust type, for error messages.
    fn type_name(&self) -> &'static str {
        std::any::type_name::<Self>()
    }
}

/// The methods of [`Object`] that are the same for every type that is `Clone`, `Default` and `PartialEq` and has a type
/// table or is a leaf.
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

/// Moves the content of an object to `zero`, which has the same type, and returns it.
pub(crate) fn take_object(object: &mut dyn Object, mut zero: Box<dyn Object>) -> Box<dyn Object> {
    swap(object, &mut *zero);
    zero
}

/// Creates objects. As a method of the type it is compiled in that type's module, where the code that creates and drops
/// a value is compiled anyway, and only once, because it is not inlined.
pub(crate) trait ZeroObject: Object + Default {
    /// Creates the zero value.
    #[inline(never)]
    fn zero() -> Box<dyn Object> {
        // `Box::default` would add half a dozen functions for each type.
        boxed(Self::default())
    }
}

impl<T: Object + Default> ZeroObject for T {}

/// Implements [`Object::assign`].
pub(crate) fn assign_object(object: &mut dyn Object, mut other: Box<dyn Object>) -> Result<(), Box<dyn Object>> {
    if swap(object, &mut *other) { Ok(()) } else { Err(other) }
}

/// Prevents implementations of [`Object`] and [`ListItem`](super::ListItem) in other crates, so that methods can be
/// added.
pub(super) mod sealed {
    #[doc(hidden)]
    pub trait Sealed {}
    #[doc(hidden)]
    pub trait SealedItem {}
}

impl<T: TypedObject> sealed::Sealed for T {}

/// The trait for the expansion of `message!`, exported by [`private`](crate::private).
pub(crate) mod generated {
    pub use super::TypedObject;
}

/// The parts of an object that [`message!`](crate::message) generates. The blanket implementation adds the rest of
/// [`Object`], so that it is type-checked once instead of once for each kind.
#[doc(hidden)]
pub trait TypedObject: Message + fmt::Debug {
    /// Returns the `type_meta` of a kind or list.
    fn own_type_meta(&self) -> Option<&TypeMeta> {
        None
    }
    /// Returns the `type_meta` of a kind or list, for changes.
    fn own_type_meta_mut(&mut self) -> Option<&mut TypeMeta> {
        None
    }
    /// Returns the items of a list.
    fn own_items(&self) -> Option<&dyn ObjectList> {
        None
    }
    /// Returns the items of a list, for changes.
    fn own_items_mut(&mut self) -> Option<&mut dyn ObjectList> {
        None
    }
}

impl<T: TypedObject> Object for T {
    fn type_meta(&self) -> TypeMeta {
        copied(self.own_type_meta())
    }

    fn set_type_meta(&mut self, type_meta: TypeMeta) {
        // Avoids drop code for the case that the call panics, which it never does.
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

// Not inlined, because the callers are instantiated for each kind.

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

/// Without this impl, comparing two boxes would move the second one.
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

/// A Rust type of one kind in one version, such as `apps::v1::Deployment`. It supplies the names for functions with a
/// type parameter, such as [`Codec::decode_converted`](crate::serializer::Codec::decode_converted).
/// [`kind!`](crate::kind) implements it.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::apis::apps::v1::Deployment;
/// use apimachinery::meta::Kind;
///
/// assert_eq!((Deployment::GROUP, Deployment::VERSION, Deployment::KIND), ("apps", "v1", "Deployment"));
/// assert_eq!(Deployment::gvk().to_string(), "apps/v1, Kind=Deployment");
/// assert_eq!(Deployment::LIFECYCLE.introduced.unwrap().to_string(), "1.9");
/// # }
/// ```
pub trait Kind: Object + Message {
    /// The API group, such as `apps`; empty for the core group.
    const GROUP: &'static str;
    /// The API version, such as `v1`.
    const VERSION: &'static str;
    /// The name of the kind, such as `Deployment`.
    const KIND: &'static str;
    /// The plural name in URLs, such as `deployments`; empty for a kind without an endpoint.
    const RESOURCE: &'static str;
    /// The scope of the objects: namespace or cluster.
    const SCOPE: Scope;
    /// The releases that introduced, deprecated and removed the kind, and its replacement. For a type that several
    /// versions share, these are the values of the version that declares it; [`KindInfo`](crate::scheme::KindInfo)
    /// contains the values of each version.
    const LIFECYCLE: Lifecycle = Lifecycle::UNKNOWN;

    /// Returns [`GROUP`](Kind::GROUP), [`VERSION`](Kind::VERSION) and [`KIND`](Kind::KIND) as one value.
    #[must_use]
    fn gvk() -> GroupVersionKind {
        GroupVersionKind::new(Self::GROUP, Self::VERSION, Self::KIND)
    }
}

/// The scope of a resource. Names of namespaced objects are unique within their namespace, which is part of their URL;
/// names of cluster-scoped objects are unique within the cluster.
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
    /// Each object belongs to a namespace, as Pods do.
    Namespaced,
    /// The objects belong to the cluster and have no namespace, as Nodes do.
    Cluster,
}

/// Implements [`Kind`](crate::meta::Kind) for a struct that [`message!`](crate::message) has declared as a kind. The
/// arguments are the type, its group, version, kind and plural resource name, and the scope, `Namespaced` or `Cluster`.
/// A [`Lifecycle`](crate::schema::Lifecycle) may follow.
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
