//! Operations that are compiled once for all types: the conversion of lists and the exchange of values.

use std::alloc::Layout;
use std::any::Any;
use std::mem::MaybeUninit;
use std::ptr;

use super::allocation::memory_for;
use crate::field::List;

/// Calls `make` with each item of `from` and a zero item, and returns the made items in order. Stops at the first
/// error; the last item is then the one that failed.
///
/// The loop is compiled once; only the function for a single item is compiled for each pair of types.
pub(crate) fn convert_items<A, B: Default, E, F: FnMut(&mut A, &mut B) -> Result<(), E>>(
    from: &mut [A],
    make: F,
) -> (List<B>, Option<E>) {
    let mut one = One { make, error: None };
    let walk = ItemPairs {
        from: from.as_mut_ptr().cast(),
        from_size: size_of::<A>(),
        to: Layout::new::<B>(),
        len: from.len(),
    };
    // SAFETY: these are the items, and a function for them and places of the layout. What is made is a vector: each item
    // that was begun has a value.
    let made = unsafe {
        let (items, begun) = walk.run(step::<A, B, E, F>, ptr::from_mut(&mut one).cast());
        Vec::from_raw_parts(items as *mut B, begun, from.len())
    };
    (List::from(made), one.error)
}

struct One<F, E> {
    make: F,
    error: Option<E>,
}

/// The items of one list, and the layout of the items of the other.
struct ItemPairs {
    from: *mut u8,
    from_size: usize,
    to: Layout,
    len: usize,
}

impl ItemPairs {
    /// Allocates the other list and calls `step` with each item and its place until it returns false. Returns the
    /// places and the number of calls.
    ///
    /// # Safety
    ///
    /// `step` may be called with each of the `len` items of this size, with a place of the layout, and with `context`.
    #[inline(never)]
    unsafe fn run(&self, step: unsafe fn(*mut u8, *mut u8, *mut u8) -> bool, context: *mut u8) -> (*mut u8, usize) {
        let places = memory_for(self.to, self.len);
        for index in 0..self.len {
            // SAFETY: the index is below the number of items and places, so `step` may be called with them and with
            // `context`.
            let goes_on = unsafe {
                let (from, to) = (self.from.add(index * self.from_size), places.add(index * self.to.size()));
                step(from, to, context)
            };
            if !goes_on {
                return (places, index + 1);
            }
        }
        (places, self.len)
    }
}

/// Makes one item. Returns false for an error.
///
/// # Safety
///
/// `from` points to an `A`, `to` to a place for a `B`, and `context` to a `One` of these types; nothing else uses them
/// during the call.
unsafe fn step<A, B: Default, E, F: FnMut(&mut A, &mut B) -> Result<(), E>>(
    from: *mut u8,
    to: *mut u8,
    context: *mut u8,
) -> bool {
    // SAFETY: the three pointers are valid for these types and exclusive during the call; `to` is initialized before a
    // reference to it is created.
    unsafe {
        let to = to.cast::<B>();
        to.write(B::default());
        let one = &mut *context.cast::<One<F, E>>();
        match (one.make)(&mut *from.cast::<A>(), &mut *to) {
            Ok(()) => true,
            Err(error) => {
                one.error = Some(error);
                false
            }
        }
    }
}

/// Swaps two values like [`std::mem::swap`], which would be compiled once for each kind. Returns false and changes
/// nothing if the values have different types.
pub(crate) fn swap(a: &mut dyn Any, b: &mut dyn Any) -> bool {
    if (*a).type_id() != (*b).type_id() {
        return false;
    }
    let size = size_of_val(a);
    let [a, b] = [ptr::from_mut(a), ptr::from_mut(b)].map(|value| value.cast::<MaybeUninit<u8>>());
    // SAFETY: both are borrowed exclusively and of one type, so that they are two values of the size. Uninitialized bytes are
    // allowed in `MaybeUninit`.
    unsafe { ptr::swap_nonoverlapping(a, b, size) }
    true
}

#[cfg(test)]
mod tests {
    use super::convert_items;
    use crate::field::List;

    #[test]
    fn makes_every_item_or_says_which_failed() {
        let mut texts = ["7".to_string(), "x".to_string(), "8".to_string()];
        let parse =
            |from: &mut String, to: &mut Box<i32>| from.parse().map(|number| **to = number).map_err(|_| from.clone());
        assert_eq!(
            convert_items(&mut texts, parse),
            (List::from([Box::new(7), Box::default()]), Some("x".to_string()))
        );
        texts[1].clear();
        texts[1].push('9');
        assert_eq!(convert_items(&mut texts, parse), (List::from([Box::new(7), Box::new(9), Box::new(8)]), None));
        assert_eq!(convert_items(&mut [], parse), (List::from([]), None));
    }

    #[test]
    fn values_without_size_are_made_too() {
        let mut calls = 0;
        let made = convert_items(&mut [(), (), ()], |(), ()| {
            calls += 1;
            if calls < 3 { Ok(()) } else { Err("third") }
        });
        assert_eq!((made, calls), ((List::from([(); 3]), Some("third")), 3));
    }
}
