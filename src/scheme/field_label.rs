use super::{Error, KindInfo, Scheme};
use crate::field::Str;
use crate::schema::GroupVersionKind;

pub(super) type FieldLabelFn = Box<dyn Fn(&str, &str) -> Result<(Str, Str), Error> + Send + Sync>;

const NAME: &str = "metadata.name";
const NAMESPACE: &str = "metadata.namespace";

impl Scheme {
    /// Converts a field selector of a kind, such as `spec.nodeName=a`, to the equivalent selector for the hub type.
    /// `label` is the part before the equals sign, and `value` is the part after it. Returns the label and the value of
    /// the converted selector. API servers evaluate selectors on hub objects. Counterpart of `ConvertFieldLabel`.
    ///
    /// If a function is registered for the kind with [`Builder::field_labels`](super::Builder::field_labels), it
    /// converts the selector. Otherwise the labels in [`KindInfo::field_labels`] are supported in addition to
    /// `metadata.name` and `metadata.namespace`. The latter is not supported for cluster-scoped kinds that define such
    /// labels.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::schema::GroupVersionKind;
    ///
    /// let scheme = apimachinery::apis::scheme();
    /// let deployment = GroupVersionKind::new("apps", "v1", "Deployment");
    /// let (label, value) = scheme.convert_field_label(&deployment, "metadata.name", "web").unwrap();
    /// assert_eq!((&*label, &*value), ("metadata.name", "web"));
    /// assert!(scheme.convert_field_label(&deployment, "spec.color", "red").is_err());
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the kind does not support the label, or the error of the registered function.
    pub fn convert_field_label(&self, gvk: &GroupVersionKind, label: &str, value: &str) -> Result<(Str, Str), Error> {
        if let Some((_, convert)) = self.registry.field_labels.iter().rev().find(|(known, _)| known == gvk) {
            return convert(label, value);
        }
        match self.info(gvk) {
            Some(info) if !info.field_labels.is_empty() => defined(info, label, value),
            _ if matches!(label, NAME | NAMESPACE) => Ok((label.into(), value.into())),
            _ => Err(Error::unknown_field_selector(label)),
        }
    }
}

/// Converts a label by the kind's definition. Cluster-scoped kinds cannot be selected by namespace.
fn defined(info: &KindInfo, label: &str, value: &str) -> Result<(Str, Str), Error> {
    let has_namespace = info.resource.as_ref().is_none_or(|resource| resource.namespaced);
    let known = info.field_labels.iter().find(|(known, _)| *known == label);
    match known {
        Some((_, hub)) => Ok(((*hub).into(), value.into())),
        None if label == NAME || has_namespace && label == NAMESPACE => Ok((label.into(), value.into())),
        None => Err(Error::unsupported_field_label(label)),
    }
}
