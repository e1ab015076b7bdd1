use super::{Error, KindInfo, Scheme};
use crate::field::Str;
use crate::schema::GroupVersionKind;

pub(super) type FieldLabelFn = Box<dyn Fn(&str, &str) -> Result<(Str, Str), Error> + Send + Sync>;

const NAME: &str = "metadata.name";
const NAMESPACE: &str = "metadata.namespace";

impl Scheme {
    /// Converts a field selector of a kind, given as label and value, to the hub's label and value.
    ///
    /// A registered function takes precedence over the labels of the definition. Without either, only `metadata.name`
    /// and `metadata.namespace` are supported, as in upstream.
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
    /// Returns an error if the kind does not support the label.
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
