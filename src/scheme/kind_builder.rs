use std::marker::PhantomData;
use std::sync::Arc;

use super::entry::{Facts, Hub};
use super::registry::Registry;
use crate::conversion::{Error, Scope};
use crate::defaulting::Defaulting;
use crate::meta::Object;

/// A builder for the defaults and the hub conversions of one version of a kind, returned by
/// [`Builder::kind`](super::Builder::kind) and [`Builder::known_type`](super::Builder::known_type). The hub is the
/// internal type through which all versions of the kind are converted. If defaults or conversions are registered more
/// than once, the last registration takes effect.
///
/// ```
/// use apimachinery::defaulting::Defaulting;
/// use apimachinery::meta::{Str, TypeMeta};
/// use apimachinery::schema::GroupVersionKind;
/// use apimachinery::scheme::Scheme;
/// # #[derive(Clone, Default, PartialEq)]
/// # struct Ping { type_meta: TypeMeta, text: Str }
/// # apimachinery::message! { Ping: kind { text => "text", 1, Empty; } }
/// # #[derive(Clone, Default, PartialEq)]
/// # struct Hub { type_meta: TypeMeta, words: Str }
/// # apimachinery::message! { Hub: kind { words => "words", 1, Empty; } }
///
/// let mut builder = Scheme::builder();
/// let v1 = GroupVersionKind::new("example.com", "v1", "Ping");
/// builder
///     .known_type::<Ping>(v1.clone())
///     .apply_defaults(|ping, _| ping.text = "hello".into())
///     .convert::<Hub>(
///         |ping, hub, _| Ok(hub.words = std::mem::take(&mut ping.text)),
///         |hub, ping, _| Ok(ping.text = std::mem::take(&mut hub.words)),
///     );
/// builder.hub::<Hub>("example.com", "Ping");
/// let scheme = builder.build();
///
/// let mut ping = scheme.new_object(&v1)?;
/// scheme.apply_defaults(&mut *ping, &v1, &Defaulting::default());
/// let mut hub = Hub::default();
/// scheme.convert(ping, &mut hub, None)?;
/// assert_eq!(hub.words, "hello");
/// # Ok::<(), apimachinery::scheme::Error>(())
/// ```
pub struct KindBuilder<'a, T> {
    registry: &'a mut Registry,
    at: usize,
    marker: PhantomData<fn(T)>,
}

impl<'a, T: Object + Default> KindBuilder<'a, T> {
    pub(super) fn new(registry: &'a mut Registry, at: usize) -> Self {
        KindBuilder { registry, at, marker: PhantomData }
    }

    /// Sets the function `fill`, which fills in the defaults of an object of this version. It must not change fields
    /// that are set. Its second parameter supplies feature gates and the current time.
    pub fn apply_defaults(&mut self, fill: fn(&mut T, &Defaulting)) -> &mut Self {
        self.registry.set_default(self.at, Arc::new(fill));
        self
    }

    /// Sets the hub type `H` of this version, and the functions that convert between the two: `to_hub` fills a new hub
    /// object from an object of the version, and `from_hub` fills a new object of the version from a hub object. Both
    /// may move values out of their first argument, which is dropped afterwards. Functions added with
    /// [`Builder::converter`](super::Builder::converter) take precedence. A second call replaces the hub type, and for
    /// the same `H` also the functions.
    ///
    /// `H` must be a type other than `T`: functions are found by the types of their arguments, and equal types do not
    /// determine the direction. This is not checked; with equal types, objects are not converted correctly. If the hub
    /// has the same type, call [`KindBuilder::convert_in_place`] instead.
    pub fn convert<H: Object + Default>(
        &mut self,
        to_hub: fn(&mut T, &mut H, &Scope<'_>) -> Result<(), Error>,
        from_hub: fn(&mut H, &mut T, &Scope<'_>) -> Result<(), Error>,
    ) -> &mut Self {
        self.registry.converter.register_generated(to_hub).register_generated(from_hub);
        self.hub(Hub::new(Facts::of::<H>()))
    }

    /// Sets the functions that convert between this version and a hub with the same Rust type. `to_hub` turns an object
    /// of the version into a hub object, and `from_hub` turns a hub object into an object of the version. Both change
    /// only the values whose meaning differs between the two.
    ///
    /// ```
    /// use apimachinery::meta::TypeMeta;
    /// use apimachinery::schema::{GroupVersion, GroupVersionKind};
    /// use apimachinery::scheme::Scheme;
    /// # #[derive(Clone, Default, PartialEq)]
    /// # struct Ping { type_meta: TypeMeta, millis: i64 }
    /// # apimachinery::message! { Ping: kind { millis => "millis", 1, Never; } }
    ///
    /// let mut builder = Scheme::builder();
    /// builder
    ///     .known_type::<Ping>(GroupVersionKind::new("example.com", "v1alpha1", "Ping"))
    ///     .convert_in_place(|ping, _| Ok(ping.millis *= 1000), |ping, _| Ok(ping.millis /= 1000));
    /// builder.hub::<Ping>("example.com", "Ping");
    ///
    /// let seconds = Ping { type_meta: TypeMeta::new("example.com/v1alpha1", "Ping"), millis: 3 };
    /// let hub = builder.build().convert_into_version(Box::new(seconds), &GroupVersion::internal("example.com"))?;
    /// assert!(hub.dyn_eq(&Ping { millis: 3000, ..Default::default() }));
    /// # Ok::<(), apimachinery::scheme::Error>(())
    /// ```
    pub fn convert_in_place(
        &mut self,
        to_hub: fn(&mut T, &Scope<'_>) -> Result<(), Error>,
        from_hub: fn(&mut T, &Scope<'_>) -> Result<(), Error>,
    ) -> &mut Self {
        self.hub(Hub { to: Some(Arc::new(to_hub)), from: Some(Arc::new(from_hub)), ..Hub::new(Facts::of::<T>()) })
    }

    /// Declares that the hub has the same Rust type as this version, and that all values have the same meaning.
    /// Conversion then only changes the object's `type_meta`.
    ///
    /// ```
    /// use apimachinery::meta::{Object, TypeMeta};
    /// use apimachinery::schema::{GroupVersion, GroupVersionKind};
    /// use apimachinery::scheme::Scheme;
    /// # #[derive(Clone, Default, PartialEq)]
    /// # struct Ping { type_meta: TypeMeta }
    /// # apimachinery::message! { Ping: kind {} }
    ///
    /// let mut builder = Scheme::builder();
    /// builder.known_type::<Ping>(GroupVersionKind::new("example.com", "v1beta1", "Ping")).shared();
    /// builder.known_type::<Ping>(GroupVersionKind::new("example.com", "v1", "Ping")).shared();
    /// builder.hub::<Ping>("example.com", "Ping");
    ///
    /// let old = Ping { type_meta: TypeMeta::new("example.com/v1beta1", "Ping") };
    /// let new = builder.build().convert_into_version(Box::new(old), &GroupVersion::new("example.com", "v1"))?;
    /// assert_eq!(new.type_meta(), TypeMeta::new("example.com/v1", "Ping"));
    /// # Ok::<(), apimachinery::scheme::Error>(())
    /// ```
    pub fn shared(&mut self) -> &mut Self {
        self.hub(Hub::new(Facts::of::<T>()))
    }

    fn hub(&mut self, hub: Hub) -> &mut Self {
        self.registry.set_hub(self.at, hub);
        self
    }
}
