//! Making a list of another one's items by one loop for all types.

use std::ptr;

use crate::field::List;

/// The items that `make` makes of those of `from`, each of a zero value and in their order. At its first error it ends:
/// the last item is then that for which it came.
///
/// The loop is compiled once; for each pair of types there is what makes one item.
pub(crate) fn make_each<A, B: Default, E, F: FnMut(&mut A, &mut B) -> Result<(), E>>(
    from: &mut [A],
    make: F,
) -> (List<B>, Option<E>) {
    let mut made = List::from(Vec::with_capacity(from.len()));
    let mut one = One { make, error: None };
    let walk = Walk {
        from: from.as_mut_ptr().cast(),
        from_size: size_of::<A>(),
        to: made.make().as_mut_ptr() as *mut u8,
        to_size: size_of::<B>(),
        len: from.len(),
    };
    // SAFETY: these are the items, room for as many, and a function for them.
    let begun = unsafe { walk.run(step::<A, B, E, F>, ptr::from_mut(&mut one).cast()) };
    // SAFETY: each item that was begun has a value.
    unsafe { made.make().set_len(begun) };
    (made, one.error)
}

struct One<F, E> {
    make: F,
    error: Option<E>,
}

/// The items of one list, and the places of another one's.
struct Walk {
    from: *mut u8,
    from_size: usize,
    to: *mut u8,
    to_size: usize,
    len: usize,
}

impl Walk {
    /// Calls `step` with every item and its place until it answers false, and counts the calls.
    ///
    /// # Safety
    ///
    /// There are `len` items and places of these sizes, which `step` may use with this `context`.
    #[inline(never)]
    unsafe fn run(&self, step: unsafe fn(*mut u8, *mut u8, *mut u8) -> bool, context: *mut u8) -> usize {
        for index in 0..self.len {
            // SAFETY: the index is below the number of items, and the rest is as the caller says.
            let goes_on = unsafe {
                let (from, to) = (self.from.add(index * self.from_size), self.to.add(index * self.to_size));
                step(from, to, context)
            };
            if !goes_on {
                return index + 1;
            }
        }
        self.len
    }
}

/// Makes one item; false for an error.
///
/// # Safety
///
/// `from` points to an `A`, `to` to a place for a `B`, and `context` to such a `One`; nobody else uses them.
unsafe fn step<A, B: Default, E, F: FnMut(&mut A, &mut B) -> Result<(), E>>(
    from: *mut u8,
    to: *mut u8,
    context: *mut u8,
) -> bool {
    // SAFETY: as said above; the place has a value before it is one.
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

#[cfg(test)]
mod tests {
    use super::make_each;
    use crate::field::List;

    #[test]
    fn makes_every_item_or_says_which_failed() {
        let mut texts = ["7".to_string(), "x".to_string(), "8".to_string()];
        let parse =
            |from: &mut String, to: &mut Box<i32>| from.parse().map(|number| **to = number).map_err(|_| from.clone());
        assert_eq!(make_each(&mut texts, parse), (List::from([Box::new(7), Box::default()]), Some("x".to_string())));
        texts[1].clear();
        texts[1].push('9');
        assert_eq!(make_each(&mut texts, parse), (List::from([Box::new(7), Box::new(9), Box::new(8)]), None));
        assert_eq!(make_each(&mut [], parse), (List::from([]), None));
    }

    #[test]
    fn values_without_size_are_made_too() {
        let mut calls = 0;
        let made = make_each(&mut [(), (), ()], |(), ()| {
            calls += 1;
            if calls < 3 { Ok(()) } else { Err("third") }
        });
        assert_eq!((made, calls), ((List::from([(); 3]), Some("third")), 3));
    }
}
