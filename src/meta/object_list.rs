use std::any::{Any, TypeId, type_name};

use super::{Error, Object, RawExtension, Unknown};
use crate::field::List;
use crate::meta::object::sealed::SealedItem;
use crate::reflect::{Mut, Reflect, ViewMut};

/// Access to the items of a list kind such as `PodList` as objects, without knowing the type. Counterpart of the list
/// functions in upstream's `api/meta`.
///
/// [`Object::as_list`] returns the items of every list kind as an `ObjectList`. The trait is implemented for [`List`]
/// of every [`ListItem`] type. The items of the kind `List` in `v1` are [`RawExtension`]s, for which the methods return
/// the objects in them.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::apis::apps::v1::{Deployment, DeploymentList};
/// use apimachinery::meta::{Object, ObjectList};
///
/// let mut list = DeploymentList { items: [Deployment::default()].into(), ..Default::default() };
/// let items = list.as_list_mut().unwrap();
/// assert_eq!(items.len(), 1);
/// let taken = items.take();
/// assert!(items.is_empty());
/// items.set(taken).unwrap();
/// assert_eq!(list.items.len(), 1);
/// # }
/// ```
pub trait ObjectList {
    /// Returns the number of items; 0 for nil.
    fn len(&self) -> usize;

    /// Returns true if the list has no items.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the item at `index`. Returns `None` if `index` is out of bounds, and for a [`RawExtension`] without an
    /// object.
    fn get(&self, index: usize) -> Option<&dyn Object>;

    /// Returns a mutable reference to the item at `index`, or `None` in the same cases as [`ObjectList::get`].
    fn get_mut(&mut self, index: usize) -> Option<&mut dyn Object>;

    /// Returns a copy of the item at `index`. A [`RawExtension`] without an object is returned as an [`Unknown`] with
    /// its bytes.
    ///
    /// # Panics
    ///
    /// Panics if `index` is not less than the number of items.
    fn copy(&self, index: usize) -> Box<dyn Object>;

    /// Moves all items out and leaves the list nil. A [`RawExtension`] without an object is returned as an [`Unknown`]
    /// with its bytes.
    fn take(&mut self) -> Vec<Box<dyn Object>>;

    /// Replaces the items by `items`. Counterpart of `SetList`.
    ///
    /// # Errors
    ///
    /// Returns an error if an item has a different type from the items of the list. The list is then unchanged.
    fn set(&mut self, items: Vec<Box<dyn Object>>) -> Result<(), Error>;

    /// Returns the items if they are [`RawExtension`]s, as in the kind `List` of `v1`, and an empty slice for other
    /// lists. Codecs use it to decode and encode the objects in them.
    fn raw_extensions(&self) -> &[RawExtension];

    /// Returns the items for modification if they are [`RawExtension`]s, and an empty slice for other types.
    fn raw_extensions_mut(&mut self) -> &mut [RawExtension];
}

/// A type that can be an item of a list kind. It is implemented for [`RawExtension`], and for every [`Object`] type
/// that also implements [`Reflect`] and [`Default`].
///
/// The trait is sealed, so you cannot implement it. To make your own struct an item, declare the struct as a kind with
/// [`message!`](crate::message). Use the trait as a bound in functions that are generic over the items of a list.
///
/// ```
/// use apimachinery::meta::{ListItem, RawExtension, Unknown};
///
/// assert!(RawExtension::fits(&Unknown::default()), "it can contain any object");
/// assert!(RawExtension::from(Unknown::default()).as_object().is_some());
/// assert!(RawExtension::from("{}").as_object().is_none(), "bytes that have not been decoded");
/// ```
pub trait ListItem: SealedItem + Reflect + Default {
    /// Returns the item as an object, or `None` for a [`RawExtension`] without an object.
    fn as_object(&self) -> Option<&dyn Object>;

    /// Returns the item as a mutable object, or `None` for a [`RawExtension`] without an object.
    fn as_object_mut(&mut self) -> Option<&mut dyn Object>;

    /// Returns true if an item of this type can be set to `object`: the object is of this Rust type, or the items are
    /// [`RawExtension`]s.
    fn fits(object: &dyn Object) -> bool;

    /// Returns `items` if they are [`RawExtension`]s, and an empty slice for other types.
    fn raw(_items: &List<Self>) -> &[RawExtension] {
        &[]
    }

    /// Returns the items for modification if they are [`RawExtension`]s, and an empty slice for other types.
    fn raw_mut(_items: &mut List<Self>) -> &mut [RawExtension] {
        &mut []
    }
}

impl<T: Object + Reflect + Default> SealedItem for T {}

impl SealedItem for RawExtension {}

impl<T: Object + Reflect + Default> ListItem for T {
    fn as_object(&self) -> Option<&dyn Object> {
        Some(self)
    }

    fn as_object_mut(&mut self) -> Option<&mut dyn Object> {
        Some(self)
    }

    fn fits(object: &dyn Object) -> bool {
        (object as &dyn Any).type_id() == TypeId::of::<T>()
    }
}

impl ListItem for RawExtension {
    fn as_object(&self) -> Option<&dyn Object> {
        self.object.as_deref()
    }

    fn as_object_mut(&mut self) -> Option<&mut dyn Object> {
        self.object.as_deref_mut()
    }

    fn fits(_: &dyn Object) -> bool {
        true
    }

    fn raw(items: &List<Self>) -> &[RawExtension] {
        items
    }

    fn raw_mut(items: &mut List<Self>) -> &mut [RawExtension] {
        items
    }
}

// Only code that depends on the item type is here, because it is instantiated for every kind; an iterator with closures
// would add a dozen functions each time. The non-generic functions below do the rest for all lists.
impl<T: ListItem> ObjectList for List<T> {
    fn len(&self) -> usize {
        self[..].len()
    }

    fn get(&self, index: usize) -> Option<&dyn Object> {
        T::item(self, index)
    }

    fn get_mut(&mut self, index: usize) -> Option<&mut dyn Object> {
        T::item_mut(self, index)
    }

    fn copy(&self, index: usize) -> Box<dyn Object> {
        copy_item(self, index)
    }

    fn take(&mut self) -> Vec<Box<dyn Object>> {
        take_each(self)
    }

    fn set(&mut self, items: Vec<Box<dyn Object>>) -> Result<(), Error> {
        set_each(self, items)
    }

    fn raw_extensions(&self) -> &[RawExtension] {
        T::raw(self)
    }

    fn raw_extensions_mut(&mut self) -> &mut [RawExtension] {
        T::raw_mut(self)
    }
}

/// The operations that depend on the item type. As methods of that type that are never inlined, they are compiled with
/// its module, where the drop code and the object methods of an item are compiled anyway.
trait Items: ListItem {
    #[inline(never)]
    fn item(items: &List<Self>, index: usize) -> Option<&dyn Object> {
        items[..].get(index)?.as_object()
    }

    #[inline(never)]
    fn item_mut(items: &mut List<Self>, index: usize) -> Option<&mut dyn Object> {
        items[..].get_mut(index)?.as_object_mut()
    }
}

impl<T: ListItem> Items for T {}

/// A list of any item type, as required by the functions that replace and take items.
trait AnyList: ObjectList {
    fn cursor(&mut self) -> Mut<'_>;

    fn fits(&self, object: &dyn Object) -> bool;

    /// Returns the path of the item type, as used in error messages.
    fn item_name(&self) -> &'static str;
}

impl<T: ListItem> AnyList for List<T> {
    fn cursor(&mut self) -> Mut<'_> {
        Mut::new(self)
    }

    fn fits(&self, object: &dyn Object) -> bool {
        T::fits(object)
    }

    fn item_name(&self) -> &'static str {
        type_name::<T>()
    }
}

fn copy_item(list: &dyn ObjectList, index: usize) -> Box<dyn Object> {
    match list.get(index) {
        Some(object) => object.clone_box(),
        None => Box::new(Unknown { raw: list.raw_extensions()[index].raw.clone(), ..Unknown::default() }),
    }
}

fn take_each(list: &mut dyn AnyList) -> Vec<Box<dyn Object>> {
    let mut objects = Vec::with_capacity(list.len());
    for index in 0..list.len() {
        let taken = list.get_mut(index).map(|object| object.take());
        objects.push(taken.unwrap_or_else(|| copy_item(list, index)));
    }
    list.cursor().set_zero();
    objects
}

fn set_each(list: &mut dyn AnyList, objects: Vec<Box<dyn Object>>) -> Result<(), Error> {
    for (index, object) in objects.iter().enumerate() {
        if !list.fits(&**object) {
            let (object, item) = (object.type_name(), list.item_name());
            return Err(Error::new(format!("item[{index}]: can't assign or convert {object} into {item}")));
        }
    }
    make_items(list.cursor(), objects.len());
    for (index, object) in objects.into_iter().enumerate() {
        match list.get_mut(index) {
            // Cannot fail: the types of all objects were checked above.
            Some(item) => drop(item.assign(object)),
            None => list.raw_extensions_mut()[index] = object.into(),
        }
    }
    Ok(())
}

/// Replaces the items by `length` zero values, also if the list was nil.
fn make_items(list: Mut<'_>, length: usize) {
    let ViewMut::List(mut items) = list.view() else { return };
    items.clear();
    for _ in 0..length {
        items.push();
    }
    items.truncate(length);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_items_give_the_objects_inside() {
        let object = Unknown { raw: "{}".into(), ..Unknown::default() };
        let mut items: List<RawExtension> = [RawExtension::from(r#"{"a":1}"#), object.clone().into()].into();
        assert!(ObjectList::get(&items, 0).is_none());
        assert!(ObjectList::get(&items, 1).is_some_and(|item| item.dyn_eq(&object)));
        let taken = items.take();
        assert!(items.is_nil());
        assert!(taken[0].dyn_eq(&Unknown { raw: r#"{"a":1}"#.into(), ..Unknown::default() }));
        items.set(taken).expect("any object fits");
        assert_eq!(items.len(), 2);
    }

    #[test]
    fn items_of_another_type_are_refused() {
        let mut items: List<Unknown> = [Unknown::default()].into();
        let other = crate::meta::object::tests::Ping::default();
        let error = items.set(vec![Box::new(Unknown::default()), Box::new(other)]).unwrap_err();
        assert!(error.to_string().starts_with("item[1]: can't assign or convert "), "{error}");
        assert_eq!(items.len(), 1);
    }
}
