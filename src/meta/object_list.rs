use super::{Error, Object, RawExtension, Unknown};
use crate::field::List;

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
/// use apimachinery::meta::{ListItem, Object, RawExtension, Unknown};
///
/// let object: Box<dyn Object> = Box::new(Unknown::default());
/// let item = RawExtension::from_object(object).expect("it holds any object");
/// assert!(item.as_object().is_some());
/// assert!(RawExtension::from("{}").as_object().is_none(), "bytes that nobody decoded");
/// ```
pub trait ListItem: Clone {
    /// The item as an object, if it is or holds one.
    fn as_object(&self) -> Option<&dyn Object>;

    /// The item as an object to be changed, if it is or holds one.
    fn as_object_mut(&mut self) -> Option<&mut dyn Object>;

    /// The item as an object.
    fn into_object(self) -> Box<dyn Object>;

    /// The item that is or holds `object`.
    ///
    /// # Errors
    ///
    /// The object itself, if it is of another type.
    fn from_object(object: Box<dyn Object>) -> Result<Self, Box<dyn Object>>;

    /// The items, if they are raw; else none.
    fn raw(_items: &[Self]) -> &[RawExtension] {
        &[]
    }

    /// The items to be changed, if they are raw; else none.
    fn raw_mut(_items: &mut [Self]) -> &mut [RawExtension] {
        &mut []
    }
}

impl<T: Object + Clone + Default> ListItem for T {
    fn as_object(&self) -> Option<&dyn Object> {
        Some(self)
    }

    fn as_object_mut(&mut self) -> Option<&mut dyn Object> {
        Some(self)
    }

    fn into_object(self) -> Box<dyn Object> {
        Box::new(self)
    }

    fn from_object(object: Box<dyn Object>) -> Result<Self, Box<dyn Object>> {
        let mut item = T::default();
        item.assign(object)?;
        Ok(item)
    }
}

impl ListItem for RawExtension {
    fn as_object(&self) -> Option<&dyn Object> {
        self.object.as_deref()
    }

    fn as_object_mut(&mut self) -> Option<&mut dyn Object> {
        self.object.as_deref_mut()
    }

    fn into_object(self) -> Box<dyn Object> {
        self.object.unwrap_or_else(|| Box::new(Unknown { raw: self.raw, ..Unknown::default() }))
    }

    fn from_object(object: Box<dyn Object>) -> Result<Self, Box<dyn Object>> {
        Ok(RawExtension::from(object))
    }

    fn raw(items: &[Self]) -> &[RawExtension] {
        items
    }

    fn raw_mut(items: &mut [Self]) -> &mut [RawExtension] {
        items
    }
}

// As with the list itself: an iterator with closures would be a dozen instances for each kind.
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
        self[index].copy_item()
    }

    fn take(&mut self) -> Vec<Box<dyn Object>> {
        let objects = take_each(self);
        *self = List::nil();
        objects
    }

    fn set(&mut self, items: Vec<Box<dyn Object>>) -> Result<(), Error> {
        let mut set = List::from(Vec::new());
        push_each(&mut set, items, std::any::type_name::<T>())?;
        *self = set;
        Ok(())
    }

    fn raw_extensions(&self) -> &[RawExtension] {
        T::raw(self)
    }

    fn raw_extensions_mut(&mut self) -> &mut [RawExtension] {
        T::raw_mut(self)
    }
}

fn take_each(list: &mut dyn ObjectList) -> Vec<Box<dyn Object>> {
    let mut objects = Vec::with_capacity(list.len());
    for index in 0..list.len() {
        let taken = list.get_mut(index).map(|object| object.take());
        objects.push(taken.unwrap_or_else(|| list.copy(index)));
    }
    objects
}

/// What needs to know what an item is, as methods of its type and never inlined: so it is compiled with that type's
/// module, where what drops an item, and what an object can do, is anyway.
trait Items: ListItem {
    #[inline(never)]
    fn item(items: &[Self], index: usize) -> Option<&dyn Object> {
        items.get(index)?.as_object()
    }

    #[inline(never)]
    fn item_mut(items: &mut [Self], index: usize) -> Option<&mut dyn Object> {
        items.get_mut(index)?.as_object_mut()
    }

    #[inline(never)]
    fn copy_item(&self) -> Box<dyn Object> {
        match self.as_object() {
            Some(object) => object.clone_box(),
            None => self.clone().into_object(),
        }
    }

    /// The object itself comes back if no item is or holds it.
    #[inline(never)]
    fn push_item(list: &mut List<Self>, object: Box<dyn Object>) -> Result<(), Box<dyn Object>> {
        list.make().push(Self::from_object(object)?);
        Ok(())
    }
}

impl<T: ListItem> Items for T {}

/// A list to which objects can be added. Not a closure, which would be three functions for each type.
trait Push {
    fn push_object(&mut self, object: Box<dyn Object>) -> Result<(), Box<dyn Object>>;
}

impl<T: ListItem> Push for List<T> {
    fn push_object(&mut self, object: Box<dyn Object>) -> Result<(), Box<dyn Object>> {
        T::push_item(self, object)
    }
}

fn push_each(list: &mut dyn Push, objects: Vec<Box<dyn Object>>, item: &str) -> Result<(), Error> {
    for (index, object) in objects.into_iter().enumerate() {
        list.push_object(object).map_err(|object| {
            Error::new(format!("item[{index}]: can't assign or convert {} into {item}", object.type_name()))
        })?;
    }
    Ok(())
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
