//! Functions for the items of any list. Counterparts of upstream's `api/meta` helpers.

use std::any::Any;

use super::{Error, Object, ObjectList, Unstructured};

/// Returns the number of items of a list kind such as `PodList`, or 0 if the object is not a list. Counterpart of
/// `LenList`.
///
/// ```
/// use apimachinery::meta::{Object, UnstructuredList, extract_list, len_list, set_list};
///
/// let mut list = UnstructuredList::default();
/// set_list(&mut list, vec![Box::new(apimachinery::meta::Unstructured::default())])?;
/// assert_eq!(len_list(&list), 1);
/// assert_eq!(extract_list(&list)?.len(), 1);
/// # Ok::<(), apimachinery::meta::Error>(())
/// ```
#[must_use]
pub fn len_list(object: &dyn Object) -> usize {
    match unstructured(object) {
        Some(object) => object.list_items().map_or(0, |items| items.len()),
        None => object.as_list().map_or(0, ObjectList::len),
    }
}

/// Calls `each` with every item of a list kind such as `PodList`, in order, until it returns an error. Raw items that
/// have not been decoded to an object are passed as [`Unknown`](super::Unknown). Counterpart of `EachListItem`.
///
/// ```
/// use apimachinery::meta::{Error, UnstructuredList, each_list_item};
/// use apimachinery::serializer::json;
///
/// let json = r#"{"kind":"PodList","apiVersion":"v1","items":[{"kind":"Pod"},{"kind":"Gadget"}]}"#;
/// let (list, mut kinds): (UnstructuredList, _) = (json::from_str(json)?, Vec::new());
/// each_list_item(&list, |item| {
///     kinds.push(item.type_meta().kind);
///     Ok::<(), Error>(())
/// })?;
/// assert_eq!(kinds, ["Pod", "Gadget"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the object is not a list, or `each` fails.
pub fn each_list_item<E: From<Error>>(
    object: &dyn Object,
    mut each: impl FnMut(&dyn Object) -> Result<(), E>,
) -> Result<(), E> {
    if let Some(object) = unstructured(object) {
        let items = object.list_items()?;
        return items.into_iter().try_for_each(|item| each(&Unstructured::new(item.clone())));
    }
    let items = object.as_list().ok_or_else(|| not_a_list(object))?;
    (0..items.len()).try_for_each(|index| match items.get(index) {
        Some(item) => each(item),
        None => each(&*items.copy(index)),
    })
}

/// Returns copies of all items of a list kind such as `PodList`. If you own the list, use [`ObjectList::take`] to move
/// the items out instead. Counterpart of `ExtractList`.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::apis::apps::v1::{Deployment, DeploymentList};
/// use apimachinery::meta::{Object, extract_list};
///
/// let list = DeploymentList { items: [Deployment::default()].into(), ..Default::default() };
/// let items: Vec<Box<dyn Object>> = extract_list(&list)?;
/// assert!(items[0].dyn_eq(&list.items[0]));
/// assert!(extract_list(&list.items[0]).is_err(), "a Deployment is not a list");
/// # }
/// # Ok::<(), apimachinery::meta::Error>(())
/// ```
///
/// # Errors
///
/// Returns an error if the object is not a list.
pub fn extract_list(object: &dyn Object) -> Result<Vec<Box<dyn Object>>, Error> {
    let mut items = Vec::with_capacity(len_list(object));
    each_list_item(object, |item| {
        items.push(item.clone_box());
        Ok::<(), Error>(())
    })?;
    Ok(items)
}

/// Replaces the items of a list kind such as `PodList` by `items`. If there are none, the list becomes empty, not nil.
/// Counterpart of `SetList`.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::apis::apps::v1::{Deployment, DeploymentList};
/// use apimachinery::meta::{Unknown, set_list};
///
/// let mut list = DeploymentList::default();
/// set_list(&mut list, vec![Box::new(Deployment::default())])?;
/// assert_eq!(list.items.len(), 1);
/// assert!(set_list(&mut list, vec![Box::new(Unknown::default())]).is_err());
/// assert_eq!(list.items.len(), 1);
/// # }
/// # Ok::<(), apimachinery::meta::Error>(())
/// ```
///
/// # Errors
///
/// Returns an error if the object is not a list, or an item has a different type from the items of the list. The object
/// is then unchanged.
pub fn set_list(object: &mut dyn Object, items: Vec<Box<dyn Object>>) -> Result<(), Error> {
    let error = not_a_list(object);
    object.as_list_mut().ok_or(error)?.set(items)
}

fn unstructured(object: &dyn Object) -> Option<&Unstructured> {
    (object as &dyn Any).downcast_ref()
}

fn not_a_list(object: &dyn Object) -> Error {
    Error::new(format!("{} is not a list: no Items field in this object", object.type_name()))
}
