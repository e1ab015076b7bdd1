use std::cell::RefCell;
use std::fmt;

use super::error::above;
use super::{AnnotationValue, Error, Scope, annotation_write};
use crate::field::{List, Map, Str};
use crate::format::{Warning, WarningKind};
use crate::wire::quote::quote;

/// The maximum number of losses collected for an object; the same limit applies to the warnings of a decoder.
const MOST: usize = 100;

/// A value that was set and is dropped by a conversion, because the other version cannot represent it.
///
/// [`Scheme::convert_with_losses`](crate::scheme::Scheme::convert_with_losses) returns the losses of an object, and
/// [`Codec::convert`](crate::serializer::Codec::convert) adds them to the warnings. At most 100 are collected for an
/// object. Upstream drops the same values silently.
///
/// ```
/// # #[cfg(feature = "networking")] {
/// use apimachinery::schema::GroupVersion;
/// use apimachinery::serializer::Codec;
///
/// let ingress = br#"{"apiVersion":"networking.k8s.io/v1","kind":"Ingress",
///     "spec":{"defaultBackend":{"service":{"name":"web","port":{"name":"http","number":80}}}}}"#;
/// let codec = Codec::new(apimachinery::apis::scheme());
/// let ingress = codec.decode(ingress).unwrap().object;
/// let target = GroupVersion::new("networking.k8s.io", "v1beta1");
/// let (_, losses) = codec.scheme().convert_with_losses(ingress, &target)?;
/// assert_eq!(losses[0].path, "spec.defaultBackend.service.port.number");
/// # }
/// # Ok::<(), apimachinery::scheme::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Loss {
    /// The path of the field in the converted object, such as `spec.metrics[0].containerResource.container`.
    pub path: String,
    /// The reason why the value is lost, for users.
    pub reason: String,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "field {} is lost in the conversion: {}", quote(&self.path), self.reason)
    }
}

impl From<Loss> for Warning {
    fn from(loss: Loss) -> Self {
        Warning::new(WarningKind::ConversionLoss { path: loss.path, reason: loss.reason }, None)
    }
}

/// Collection of losses. Functions report the values they drop, and their callers prepend the path.
impl<'a> Scope<'a> {
    /// Returns the scope with a collection to which [`Scope::lose`] adds losses. By default, losses are not collected.
    ///
    /// ```
    /// use std::cell::RefCell;
    /// use apimachinery::conversion::Scope;
    /// use apimachinery::schema::GroupVersion;
    ///
    /// let losses = RefCell::default();
    /// let scope = Scope::new(GroupVersion::new("apps", "v1beta1")).with_losses(&losses);
    /// scope.lose("size", "v1beta1 has no sizes");
    /// assert_eq!(losses.take()[0].to_string(), r#"field "size" is lost in the conversion: v1beta1 has no sizes"#);
    /// ```
    #[must_use]
    pub fn with_losses(self, losses: &'a RefCell<Vec<Loss>>) -> Self {
        Scope { losses: Some(losses), ..self }
    }

    /// Returns true if losses are collected, that is, if [`Scope::with_losses`] was called. Use it in conversion
    /// functions to avoid work whose only purpose is to find losses.
    ///
    /// ```
    /// use apimachinery::conversion::Scope;
    /// use apimachinery::schema::GroupVersion;
    ///
    /// assert!(!Scope::new(GroupVersion::new("apps", "v1")).collects_losses());
    /// ```
    #[must_use]
    pub fn collects_losses(&self) -> bool {
        self.losses.is_some()
    }

    /// Reports that the value of a field was set and is lost. `path` is relative to the value that the conversion
    /// function converts; it is empty if that value itself is lost. `reason` explains the loss to users. Does
    /// nothing if losses are not collected.
    ///
    /// ```
    /// use apimachinery::conversion::{Error, Scope};
    ///
    /// struct Old { size: i32, color: String }
    /// struct New { size: i32 }
    ///
    /// fn old_to_hub(from: &mut Old, to: &mut New, scope: &Scope<'_>) -> Result<(), Error> {
    ///     to.size = from.size;
    ///     if !from.color.is_empty() {
    ///         scope.lose("color", "colors were never shown");
    ///     }
    ///     Ok(())
    /// }
    /// ```
    #[cold]
    pub fn lose(&self, path: &str, reason: &str) {
        if let Some(losses) = self.losses {
            let mut losses = losses.borrow_mut();
            if losses.len() < MOST {
                losses.push(Loss { path: path.to_owned(), reason: reason.to_owned() });
            }
        }
    }

    /// Stores `value` in the annotation `key` of `annotations` as [`annotation_write`](super::annotation_write) does.
    /// Reports a loss if the annotation had another value, which is replaced.
    ///
    /// ```
    /// use std::cell::RefCell;
    /// use apimachinery::conversion::Scope;
    /// use apimachinery::meta::{Map, Str};
    /// use apimachinery::schema::GroupVersion;
    ///
    /// let losses = RefCell::default();
    /// let scope = Scope::new(GroupVersion::new("apps", "v1")).with_losses(&losses);
    /// let mut annotations: Map<Str> = [("example.com/size", "2".into())].into();
    /// scope.write_annotation(&mut annotations, "example.com/size", &3)?;
    /// assert_eq!(annotations["example.com/size"], "3");
    /// assert_eq!(losses.take()[0].path, "metadata.annotations[example.com/size]");
    /// # Ok::<(), apimachinery::conversion::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Same as [`annotation_write`](super::annotation_write).
    pub fn write_annotation<T: AnnotationValue>(
        &self,
        annotations: &mut Map<Str>,
        key: &str,
        value: &T,
    ) -> Result<(), Error> {
        let before = self.losses.and_then(|_| annotations.get(key).cloned());
        annotation_write(annotations, key, value)?;
        if before.is_some() && before.as_ref() != annotations.get(key) {
            self.lose_annotation(key);
        }
        Ok(())
    }

    /// Removes the annotation `key` from `annotations`, where conversions store a field of another version. Use it if
    /// that field is unset: an annotation with this name, for example written by a user, would otherwise be read as the
    /// value of the field. Reports the removed string as a loss unless it is empty.
    ///
    /// ```
    /// use std::cell::RefCell;
    /// use apimachinery::conversion::Scope;
    /// use apimachinery::meta::{Map, Str};
    /// use apimachinery::schema::GroupVersion;
    ///
    /// let losses = RefCell::default();
    /// let scope = Scope::new(GroupVersion::new("apps", "v1")).with_losses(&losses);
    /// let mut annotations: Map<Str> = [("example.com/size", "2".into())].into();
    /// scope.remove_annotation(&mut annotations, "example.com/size");
    /// assert!(annotations.is_empty());
    /// assert_eq!(losses.take().len(), 1);
    /// ```
    pub fn remove_annotation(&self, annotations: &mut Map<Str>, key: &str) {
        if annotations.remove(key).is_some_and(|value| !value.is_empty()) {
            self.lose_annotation(key);
        }
    }

    #[cold]
    fn lose_annotation(&self, key: &str) {
        self.lose(&format!("metadata.annotations[{key}]"), "the annotation represents a field of another version");
    }

    /// Calls `convert`, which converts the value of a field, and returns its result. The JSON name `name` of the field
    /// is prepended to the paths of its error and of the losses that it reports.
    ///
    /// ```
    /// use std::cell::RefCell;
    /// use apimachinery::conversion::Scope;
    /// use apimachinery::schema::GroupVersion;
    ///
    /// let losses = RefCell::default();
    /// let scope = Scope::new(GroupVersion::new("apps", "v1beta1")).with_losses(&losses);
    /// scope.field("spec", || Ok(scope.lose("size", "v1beta1 has no sizes"))).unwrap();
    /// assert_eq!(losses.take()[0].path, "spec.size");
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the error of `convert`, with `name` prepended to its path.
    pub fn field<T>(&self, name: &str, convert: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        let before = self.count();
        let result = convert();
        if self.count() > before {
            self.place(before, name);
        }
        result.map_err(|error| error.at(name))
    }

    /// Converts the items of a list as [`list`](super::list) does, for a `convert` that reports losses to this scope.
    /// `name` and the index are prepended to the paths of its error and its losses.
    ///
    /// ```
    /// use std::cell::RefCell;
    /// use apimachinery::conversion::Scope;
    /// use apimachinery::meta::List;
    /// use apimachinery::schema::GroupVersion;
    ///
    /// let losses = RefCell::default();
    /// let scope = Scope::new(GroupVersion::new("apps", "v1beta1")).with_losses(&losses);
    /// let convert = |from: &mut i32, to: &mut i32| Ok(if *from < 0 { scope.lose("", "below zero") } else { *to = *from });
    /// assert_eq!(scope.list("sizes", List::from([1, -1]), convert).unwrap(), List::from([1, 0]));
    /// assert_eq!(losses.take()[0].path, "sizes[1]");
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the error of `convert` for the first item that it rejects, with the path `name[index]`.
    pub fn list<A, B: Default>(
        &self,
        name: &'static str,
        from: List<A>,
        mut convert: impl FnMut(&mut A, &mut B) -> Result<(), Error>,
    ) -> Result<List<B>, Error> {
        let mut index = 0;
        super::list(name, from, |from, to| {
            let before = self.count();
            let result = convert(from, to);
            self.place_item(before, name, index);
            index += 1;
            result
        })
    }

    /// Converts the values of a map as [`map`](super::map) does, for a `convert` that reports losses to this scope.
    /// `name` and the key are prepended to the paths of its error and its losses.
    ///
    /// ```
    /// use std::cell::RefCell;
    /// use apimachinery::conversion::Scope;
    /// use apimachinery::meta::Map;
    /// use apimachinery::schema::GroupVersion;
    ///
    /// let losses = RefCell::default();
    /// let scope = Scope::new(GroupVersion::new("apps", "v1beta1")).with_losses(&losses);
    /// let sizes: Map<i32> = [("a", 1)].into();
    /// let dropped = scope.map("sizes", sizes, |_: &mut i32, _: &mut i32| Ok(scope.lose("", "v1beta1 has no sizes")));
    /// assert_eq!(dropped.unwrap(), [("a", 0)].into());
    /// assert_eq!(losses.take()[0].path, "sizes[a]");
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the error of `convert` for the first value that it rejects, with the path `name.key`.
    pub fn map<A, B: Default>(
        &self,
        name: &'static str,
        mut from: Map<A>,
        mut convert: impl FnMut(&mut A, &mut B) -> Result<(), Error>,
    ) -> Result<Map<B>, Error> {
        let mut entries = Vec::with_capacity(from.len());
        let is_nil = from.is_nil();
        self.each_value(name, &mut from, |value| {
            let mut to = B::default();
            convert(value, &mut to)?;
            entries.push(to);
            Ok(())
        })?;
        if is_nil {
            return Ok(Map::nil());
        }
        Ok(Map::from_entries(from.iter().map(|(key, _)| key.clone()).zip(entries).collect()))
    }

    /// Converts the items of a list in place as [`each`](super::each) does, for a `convert` that reports losses to this
    /// scope. `name` and the index are prepended to the paths of its error and its losses.
    ///
    /// ```
    /// use std::cell::RefCell;
    /// use apimachinery::conversion::Scope;
    /// use apimachinery::meta::List;
    /// use apimachinery::schema::GroupVersion;
    ///
    /// let losses = RefCell::default();
    /// let scope = Scope::new(GroupVersion::new("apps", "v1beta1")).with_losses(&losses);
    /// scope.each("sizes", &mut List::from([1]), |_| Ok(scope.lose("", "v1beta1 has no sizes"))).unwrap();
    /// assert_eq!(losses.take()[0].path, "sizes[0]");
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the error of `convert` for the first item that it rejects, with the path `name[index]`; the items before
    /// it are converted.
    pub fn each<A>(
        &self,
        name: &'static str,
        items: &mut List<A>,
        mut convert: impl FnMut(&mut A) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut index = 0;
        super::each(name, items, |item| {
            let before = self.count();
            let result = convert(item);
            self.place_item(before, name, index);
            index += 1;
            result
        })
    }

    /// Converts the values of a map in place as [`each_value`](super::each_value) does, for a `convert` that reports
    /// losses to this scope. `name` and the key are prepended to the paths of its error and its losses.
    ///
    /// ```
    /// use std::cell::RefCell;
    /// use apimachinery::conversion::Scope;
    /// use apimachinery::meta::Map;
    /// use apimachinery::schema::GroupVersion;
    ///
    /// let losses = RefCell::default();
    /// let scope = Scope::new(GroupVersion::new("apps", "v1beta1")).with_losses(&losses);
    /// scope.each_value("sizes", &mut [("a", 1)].into(), |_| Ok(scope.lose("", "v1beta1 has no sizes"))).unwrap();
    /// assert_eq!(losses.take()[0].path, "sizes[a]");
    /// # let _: Map<i32> = Map::nil();
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the error of `convert` for the first value that it rejects, with the path `name.key`; the values before
    /// it are converted.
    pub fn each_value<A>(
        &self,
        name: &'static str,
        map: &mut Map<A>,
        mut convert: impl FnMut(&mut A) -> Result<(), Error>,
    ) -> Result<(), Error> {
        for (key, value) in map.iter_mut() {
            let before = self.count();
            let result = convert(value);
            if self.count() > before {
                self.place(before, &format!("{name}[{key}]"));
            }
            result.map_err(|error| error.at(key).at(name))?;
        }
        Ok(())
    }

    pub(super) fn count(&self) -> usize {
        self.losses.map_or(0, |losses| losses.borrow().len())
    }

    pub(super) fn place_item(&self, before: usize, name: &str, index: usize) {
        if self.count() > before {
            self.place(before, &format!("{name}[{index}]"));
        }
    }

    /// Prepends `step` to the paths of all losses after the first `before`.
    #[cold]
    fn place(&self, before: usize, step: &str) {
        if let Some(losses) = self.losses {
            for loss in losses.borrow_mut().iter_mut().skip(before) {
                loss.path = above(step, &loss.path);
            }
        }
    }
}

/// Calls `restore`, which restores a part of an object that an annotation kept, and prepends `place`, the location of the
/// part, to the paths of the losses that it reports.
///
/// ```
/// use std::cell::RefCell;
/// use apimachinery::conversion::Scope;
/// use apimachinery::private::conversion::below;
/// use apimachinery::schema::GroupVersion;
///
/// let losses = RefCell::default();
/// let scope = Scope::new(GroupVersion::new("apps", "v1beta1")).with_losses(&losses);
/// below(&scope, "spec", || scope.lose("sizes", "v1beta1 has no sizes"));
/// assert_eq!(losses.take()[0].path, "spec.sizes");
/// ```
pub fn below(scope: &Scope<'_>, place: impl fmt::Display, restore: impl FnOnce()) {
    let before = scope.count();
    restore();
    if scope.count() > before {
        scope.place(before, &place.to_string());
    }
}
