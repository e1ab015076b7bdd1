//! Arithmetic of resource lists.

use crate::apis::core::v1::ResourceList;
use crate::field::Str;
use crate::meta::Quantity;

/// Adds the entries of `more` that `list` lacks.
pub(super) fn add_missing<'a>(list: &mut ResourceList, more: impl IntoIterator<Item = (&'a Str, &'a Quantity)>) {
    for (name, quantity) in more {
        if !list.contains_key(name) {
            list.insert(name.clone(), quantity.clone());
        }
    }
}

/// Adds the amounts of `more`.
pub(super) fn add(list: &mut ResourceList, more: &ResourceList) {
    for (name, quantity) in more.iter() {
        match list.get_mut(name) {
            Some(sum) => *sum += quantity,
            None => drop(list.insert(name.clone(), quantity.clone())),
        }
    }
}

/// Raises the amounts to those of `other` where these are greater.
pub(super) fn raise(list: &mut ResourceList, other: &ResourceList) {
    for (name, quantity) in other.iter() {
        if list.get(name).is_none_or(|known| quantity > known) {
            list.insert(name.clone(), quantity.clone());
        }
    }
}

/// Returns true for resources that pods can have at the pod level.
pub(super) fn is_of_pods(name: &str) -> bool {
    name == "cpu" || name == "memory" || is_huge_page(name)
}

/// Returns true for huge pages of any size, which cannot be overcommitted.
pub(super) fn is_huge_page(name: &str) -> bool {
    name.starts_with("hugepages-")
}
