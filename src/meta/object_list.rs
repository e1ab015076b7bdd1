use std::any::{Any, TypeId, type_name};

use super::{Error, Object, RawExtension, Unknown};
use crate::field::List;
use crate::reflect::{Mut, Reflect, ViewMut};

/// The items of a list kind as objects: what upstream's `api/meta` does by reflection.
///
/// [`Object::as_list`] gives it for every list kind. An item of the v1 `List` is a [`RawExtension`]:
/// the object is the one inside.
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
    /// The number of items; 0 for nil.
    fn len(&self) -> usize;

    /// True if there are no items.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The item at `index`; `None` beyond the last, and for a [`RawExtension`] without object.
    fn get(&self, index: usize) -> Option<&dyn Object>;

    /// The item at `index`, to be changed; `None` as for [`ObjectList::get`].
    fn get_mut(&mut self, index: usize) -> Option<&mut dyn Object>;

    /// A copy of the item at `index`; a [`RawExtension`] without object comes as an [`Unknown`] with
    /// its bytes.
    ///
    /// # Panics
    ///
    /// If there is no such item.
    fn copy(&self, index: usize) -> Box<dyn Object>;

    /// Takes all items out; the list is then nil. A [`RawExtension`] without object comes as an
    /// [`Unknown`] with its bytes.
    fn take(&mut self) -> Vec<Box<dyn Object>>;

    /// Puts `items` in the place of those that are there, as upstream's `SetList`.
    ///
    /// # Errors
    ///
    /// If an item is of another type than the list has; the list is then as before.
    fn set(&mut self, items: Vec<Box<dyn Object>>) -> Result<(), Error>;

    /// The items, if they are raw; else none. Codecs decode and encode them with the list.
    fn raw_extensions(&self) -> &[RawExtension];

    /// The items to be changed, if they are raw; else none.
    fn raw_extensions_mut(&mut self) -> &mut [RawExtension];
}

/// What can be an item of a list kind: every object, and a [`RawExtension`], which holds one.
///
/// ```
/// use apimachinery::meta::{ListItem, RawExtension, Unknown};
///
/// assert!(RawExtension::fits(&Unknown::default()), "it holds any object");
/// assert!(RawExtension::from(Unknown::default()).as_object().is_some());
/// assert!(RawExtension::from("{}").as_object().is_none(), "bytes that nobody decoded");
/// ```
pub trait ListItem: Reflect + Default {
    /// The item as an object, if it is or holds one.
    fn as_object(&self) -> Option<&dyn Object>;

    /// The item as an object to be changed, if it is or holds one.
    fn as_object_mut(&mut self) -> Option<&mut dyn Object>;

    /// Whether an item can be or hold `object`.
    fn fits(object: &dyn Object) -> bool;

    /// The items, if they are raw; else none.
    fn raw(_items: &List<Self>) -> &[RawExtension] {
        &[]
    }

    /// The items to be changed, if they are raw; else none.
    fn raw_mut(_items: &mut List<Self>) -> &mut [RawExtension] {
        &mut []
    }
}

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

// As with the list itself: an iterator with closures would be a dozen instances for each kind. What is here is for each
// kind only what needs its type; the functions below do the rest for all lists.
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

/// What needs to know what an item is, as methods of its type and never inlined: so it is compiled with that type's
/// module, where what drops an item, and what an object can do, is anyway.
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

/// A list as what its items are made by, whatever they are.
trait AnyList: ObjectList {
    fn cursor(&mut self) -> Mut<'_>;

    fn fits(&self, object: &dyn Object) -> bool;

    /// The path of the items' type, as error messages say it.
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
            // Its type was asked for above.
            Some(item) => drop(item.assign(object)),
            None => list.raw_extensions_mut()[index] = object.into(),
        }
    }
    Ok(())
}

/// Makes the list one of so many zero items, also where it was nil.
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
