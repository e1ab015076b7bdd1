use std::cell::RefCell;
use std::fmt;

use super::error::above;
use super::{AnnotationValue, Error, Scope, annotation_write};
use crate::field::{List, Map, Str};
use crate::format::{Warning, WarningKind};
use crate::wire::quote::quote;

/// At most so many losses of an object are kept, as of the warnings of a decode.
const MOST: usize = 100;

/// A value that was set and that a conversion drops, because the other version cannot hold it.
///
/// [`Scheme::convert_with_losses`](crate::scheme::Scheme::convert_with_losses) returns the losses of an object, and
/// [`Codec::convert`](crate::serializer::Codec::convert) adds them to the warnings. Upstream drops the same values
/// without a word. Of an object the first hundred are kept.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::apis::core::v1::Pod;
/// use apimachinery::meta::TypeMeta;
/// use apimachinery::schema::InternalGroupVersioner;
///
/// let mut pod = Pod { type_meta: TypeMeta::new("v1", "Pod"), ..Default::default() };
/// pod.spec.termination_grace_period_seconds = Some(-1);
/// let (_, losses) = apimachinery::apis::scheme().convert_with_losses(Box::new(pod), &InternalGroupVersioner)?;
/// assert_eq!(losses[0].path, "spec.terminationGracePeriodSeconds");
/// # }
/// # Ok::<(), apimachinery::scheme::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Loss {
    /// The path of the field in the object that was converted, such as `spec.metrics[0].containerResource.container`.
    pub path: String,
    /// Why the value is lost.
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

/// Losses. Functions report what they drop, and the functions that call them add the path.
impl<'a> Scope<'a> {
    /// The same scope, adding the losses of the conversion to `losses`.
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

    /// Returns true if anyone collects losses: check it before work that is done only to find one.
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

    /// Reports that the value of a field was set and is lost. `path` starts at the value that the calling function
    /// converts; it is empty for the value itself. Does nothing if no one collects losses.
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

    /// As [`annotation_write`](super::annotation_write), reporting another value that the annotation has.
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
    /// As there.
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

    /// Removes an annotation that a version has a field for, and reports it, unless it is empty.
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
        self.lose(&format!("metadata.annotations[{key}]"), "the annotation stands for a field of another version");
    }

    /// Converts the value of a field: its name comes before the paths of the error and of the losses.
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
    /// That of `convert`, at `name`.
    pub fn field<T>(&self, name: &str, convert: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        let before = self.count();
        let result = convert();
        if self.count() > before {
            self.place(before, name);
        }
        result.map_err(|error| error.at(name))
    }

    /// As [`list`](super::list), for items whose conversion may report losses: they get the index, as errors do.
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
    /// That of `convert` for the first item it refuses, at `name[index]`.
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

    /// As [`map`](super::map), for values whose conversion may report losses: they get the key, as errors do.
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
    /// That of `convert` for the first value it refuses, at `name.key`.
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

    /// As [`each`](super::each), for items whose conversion may report losses: they get the index, as errors do.
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
    /// That of `convert` for the first item it refuses, at `name[index]`; the items before it are converted.
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

    /// As [`each_value`](super::each_value), for values whose conversion may report losses: they get the key, as errors
    /// do.
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
    /// That of `convert` for the first value it refuses, at `name.key`; the values before it are converted.
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

    fn count(&self) -> usize {
        self.losses.map_or(0, |losses| losses.borrow().len())
    }

    fn place_item(&self, before: usize, name: &str, index: usize) {
        if self.count() > before {
            self.place(before, &format!("{name}[{index}]"));
        }
    }

    /// Puts `step` before the paths of the losses behind the first `before`.
    #[cold]
    fn place(&self, before: usize, step: &str) {
        if let Some(losses) = self.losses {
            for loss in losses.borrow_mut().iter_mut().skip(before) {
                loss.path = above(step, &loss.path);
            }
        }
    }
}
