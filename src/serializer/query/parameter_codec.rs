use std::sync::Arc;

use super::Values;
use crate::conversion;
use crate::defaulting::Defaulting;
use crate::meta::Object;
use crate::reflect::{StructRef, View, ViewMut};
use crate::schema::{GroupVersion, GroupVersionKind};
use crate::scheme::{self, Scheme};
use crate::serializer::{Error, query};

/// A codec for options of a request, such as `ListOptions`, in the form of query parameters, with defaults and
/// conversion between versions. The rules for fields are described at [`query::to_values`] and [`query::from_values`].
/// Counterpart of `runtime.NewParameterCodec`.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::apis::meta::v1::ListOptions;
/// use apimachinery::schema::GroupVersion;
/// use apimachinery::serializer::ParameterCodec;
///
/// let codec = ParameterCodec::new(apimachinery::apis::scheme());
/// let version = GroupVersion::new("apps", "v1");
/// let mut options = ListOptions::default();
/// codec.decode_into(&"limit=5&watch=1".parse().unwrap(), &version, &mut options).unwrap();
/// assert_eq!((options.limit, options.watch), (5, true));
/// assert_eq!(codec.encode(&options, &version).unwrap().to_string(), "limit=5&watch=true");
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct ParameterCodec {
    scheme: Arc<Scheme>,
    defaulting: Defaulting,
}

impl ParameterCodec {
    /// Creates a codec for the kinds of options that are registered in `scheme`.
    #[must_use]
    pub fn new(scheme: impl Into<Arc<Scheme>>) -> Self {
        ParameterCodec { scheme: scheme.into(), defaulting: Defaulting::default() }
    }

    /// Sets the feature gates and the clock on which some defaults depend. If this method is not called,
    /// [`Defaulting::default`] is used.
    ///
    /// ```
    /// use apimachinery::defaulting::Defaulting;
    /// use apimachinery::scheme::Scheme;
    /// use apimachinery::serializer::ParameterCodec;
    ///
    /// let context = Defaulting::default().with_gate("WatchList", true);
    /// let _codec = ParameterCodec::new(Scheme::builder().build()).with_defaulting(context);
    /// ```
    #[must_use]
    pub fn with_defaulting(mut self, defaulting: Defaulting) -> Self {
        self.defaulting = defaulting;
        self
    }

    /// Converts an object to the version `to` and returns it as query parameters. Counterpart of `EncodeParameters`.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::apis::apps::v1::Deployment;
    /// use apimachinery::apis::meta::v1::GetOptions;
    /// use apimachinery::schema::GroupVersion;
    /// use apimachinery::serializer::ParameterCodec;
    ///
    /// let (codec, version) = (ParameterCodec::new(apimachinery::apis::scheme()), GroupVersion::new("apps", "v1"));
    /// let options = GetOptions { resource_version: "7".into(), ..Default::default() };
    /// assert_eq!(codec.encode(&options, &version)?.get("resourceVersion"), Some("7"));
    /// assert!(codec.encode(&Deployment::default(), &GroupVersion::new("example.com", "v1")).is_err());
    /// # }
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the type of the object is not registered, has no kind in that version, or is not a struct,
    /// and if the conversion fails.
    pub fn encode(&self, object: &dyn Object, to: &GroupVersion) -> Result<Values, Error> {
        self.scheme.object_kinds(object)?;
        let mut values = Values::default();
        if self.own_kind(object, to).is_some() {
            query::write(&mut values, fields(object)?);
        } else {
            query::write(&mut values, fields(&*self.scheme.convert_to_version(object, to)?)?);
        }
        Ok(values)
    }

    /// Fills the object `into` from query parameters of the version `from`, with the defaults of that version. If
    /// `into` is of another version, the options are converted to it. If `values` is empty, `into` is not changed.
    /// Counterpart of `DecodeParameters`.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::apis::meta::v1::ListOptions;
    /// use apimachinery::schema::GroupVersion;
    /// use apimachinery::serializer::ParameterCodec;
    ///
    /// let (codec, version) = (ParameterCodec::new(apimachinery::apis::scheme()), GroupVersion::new("apps", "v1"));
    /// let mut options = ListOptions::default();
    /// assert!(codec.decode_into(&"limit=many".parse().unwrap(), &version, &mut options).is_err());
    /// codec.decode_into(&"limit=5&pretty=true".parse().unwrap(), &version, &mut options)?;
    /// assert_eq!(options.limit, 5);
    /// # }
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the type is not registered, its kind does not exist in `from`, a value cannot be parsed, or
    /// the conversion fails. `into` may then be partly filled.
    pub fn decode_into(&self, values: &Values, from: &GroupVersion, into: &mut dyn Object) -> Result<(), Error> {
        if values.is_empty() {
            return Ok(());
        }
        let kinds = self.scheme.object_kinds(into)?.kinds;
        if let Some(kind) = self.own_kind(into, from) {
            read(values, into)?;
            self.scheme.apply_defaults(into, kind, &self.defaulting);
            return Ok(());
        }
        let kind = from.with_kind(kinds[0].kind.clone());
        let mut input = self.scheme.new_object(&kind)?;
        read(values, &mut *input)?;
        self.scheme.apply_defaults(&mut *input, &kind, &self.defaulting);
        Ok(self.scheme.convert(input, into, None)?)
    }

    /// Returns the kind under which the object's type is registered in a version.
    fn own_kind(&self, object: &dyn Object, version: &GroupVersion) -> Option<&GroupVersionKind> {
        self.scheme.kinds_of_type(object).iter().find(|kind| kind.group_version() == *version)
    }
}

fn fields(object: &dyn Object) -> Result<StructRef<'_>, Error> {
    match object.cursor().view() {
        View::Struct(fields) => Ok(fields),
        _ => Err(Error::other("expecting a pointer to a struct")),
    }
}

fn read(values: &Values, into: &mut dyn Object) -> Result<(), Error> {
    let type_name = into.type_name();
    let read = match into.cursor_mut().view() {
        ViewMut::Struct(fields) => query::read(values, fields),
        _ => Err(conversion::Error::unknown_conversion("url.Values", type_name)),
    };
    Ok(read.map_err(scheme::Error::from)?)
}
