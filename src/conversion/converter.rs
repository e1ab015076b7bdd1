use std::any::{Any, TypeId, type_name};
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Error, Fix, Scope};
use crate::meta::{Object, TypeMeta};
use crate::reflect::swap;

/// A conversion function with erased types. It is not a closure, for which `dyn Fn` would compile to three functions.
trait Erased: Send + Sync {
    /// Converts a value; returns `None` if the values are of other types.
    fn convert(&self, from: &mut dyn Any, to: &mut dyn Any, scope: &Scope<'_>) -> Option<Result<(), Error>>;
}

struct Typed<A, B, F>(F, PhantomData<fn(A, B)>);

#[derive(Clone)]
enum Function {
    /// Moves an object over another one of the same type and clears its `type_meta`. The function creates a zero
    /// object.
    Move(fn() -> Box<dyn Object>),
    Typed(Arc<dyn Erased>),
}

/// A registry of functions that convert values of one type to another.
///
/// A [`Scheme`](crate::scheme::Scheme) contains one for its kinds and their parts. Functions are looked up by the exact
/// pair of Rust types. If a pair is registered as ignored, conversion does nothing. Otherwise a function of
/// [`Converter::register`] takes precedence over one of [`Converter::register_generated`], regardless of the order of
/// registration. Counterpart of `conversion.Converter`.
///
/// A function may move parts out of its source, so the source must not be used afterwards. To extend a converter
/// without changing it, clone it and register functions with the clone, which is the counterpart of `WithConversions`.
///
/// ```
/// use apimachinery::conversion::{Converter, Scope};
/// use apimachinery::schema::GroupVersion;
///
/// let mut converter = Converter::default();
/// converter.register(|from: &mut i32, to: &mut String, _| Ok(*to = from.to_string()));
/// converter.register_generated(|_: &mut i32, to: &mut String, _| Ok(*to = "generated".into()));
///
/// let (scope, mut text) = (Scope::new(GroupVersion::default()), String::new());
/// converter.convert(&mut 7, &mut text, &scope).unwrap();
/// assert_eq!(text, "7");
/// let unknown = converter.convert(&mut text, &mut 7, &scope).unwrap_err();
/// assert_eq!(unknown.to_string(), "converting (alloc::string::String) to (i32): unknown conversion");
/// ```
#[derive(Clone, Default)]
pub struct Converter {
    pairs: FxHashMap<(TypeId, TypeId), Pair>,
    fixes: Vec<Fix>,
}

/// The functions registered for two types.
#[derive(Clone, Default)]
struct Pair {
    ignored: bool,
    custom: Option<Function>,
    generated: Option<Function>,
}

impl Converter {
    /// Registers a hand-written function that converts `A` to `B`. It takes precedence over a generated function, and
    /// replaces one that was registered with this method before. The function fills its second argument, a `B`, and may
    /// move values out of its first; the [`Scope`] converts parts and reports losses.
    pub fn register<A: Any, B: Any>(
        &mut self,
        function: impl Fn(&mut A, &mut B, &Scope<'_>) -> Result<(), Error> + Send + Sync + 'static,
    ) -> &mut Self {
        self.set_custom(TypeId::of::<A>(), TypeId::of::<B>(), erased::<A, B>(function));
        self
    }

    /// Enables the fix of a bug in the conversions of Kubernetes, which this crate otherwise reproduces. By default, no
    /// fix is enabled. Only conversions of the types in the description of the [`Fix`] are affected.
    ///
    /// ```
    /// use apimachinery::conversion::{Converter, Fix, Scope};
    /// use apimachinery::schema::GroupVersion;
    ///
    /// let mut converter = Converter::default();
    /// converter.register(|_: &mut u8, fixed: &mut bool, scope| Ok(*fixed = scope.fixes(Fix::ContainerOfMetric)));
    /// converter.fix(Fix::ContainerOfMetric);
    ///
    /// let mut fixed = false;
    /// converter.convert(&mut 0u8, &mut fixed, &Scope::new(GroupVersion::default())).unwrap();
    /// assert!(fixed);
    /// ```
    pub fn fix(&mut self, bug: Fix) -> &mut Self {
        self.fixes.push(bug);
        self
    }

    pub(super) fn fixes(&self, bug: Fix) -> bool {
        self.fixes.contains(&bug)
    }

    /// Registers a generated function that converts `A` to `B`. It replaces an earlier generated one; a function that
    /// was registered with [`Converter::register`] takes precedence. Generated code calls this method; use `register`
    /// for your own functions.
    pub fn register_generated<A: Any, B: Any>(
        &mut self,
        function: impl Fn(&mut A, &mut B, &Scope<'_>) -> Result<(), Error> + Send + Sync + 'static,
    ) -> &mut Self {
        self.set_generated(TypeId::of::<A>(), TypeId::of::<B>(), erased::<A, B>(function));
        self
    }

    /// Registers that objects of a type are moved into others of the same type; `zero` creates one. Separate functions
    /// for each kind would make up most of the code that registration compiles to.
    pub(crate) fn register_move(&mut self, ty: TypeId, zero: fn() -> Box<dyn Object>) {
        self.set_generated(ty, ty, Function::Move(zero));
    }

    /// Registers that the conversion from `A` to `B` does nothing: the target keeps its value, and the conversion
    /// succeeds. Takes precedence over all functions for this pair. Counterpart of `RegisterIgnoredConversion`.
    ///
    /// ```
    /// use apimachinery::conversion::{Converter, Scope};
    /// use apimachinery::schema::GroupVersion;
    ///
    /// let mut converter = Converter::default();
    /// converter.register_ignored::<i32, String>();
    /// let mut text = "unchanged".to_string();
    /// converter.convert(&mut 7, &mut text, &Scope::new(GroupVersion::default())).unwrap();
    /// assert_eq!(text, "unchanged");
    /// ```
    pub fn register_ignored<A: Any, B: Any>(&mut self) -> &mut Self {
        self.pairs.entry((TypeId::of::<A>(), TypeId::of::<B>())).or_default().ignored = true;
        self
    }

    /// Converts `from` to `to` with the function registered for their types. The function receives `scope` with this
    /// converter set. It may move values out of `from`, so `from` must not be used afterwards. `to` is not cleared
    /// first: pass a default value.
    ///
    /// ```
    /// use apimachinery::conversion::{Converter, Error, Scope};
    /// use apimachinery::schema::GroupVersion;
    ///
    /// let mut converter = Converter::default();
    /// converter.register(|from: &mut String, to: &mut i32, _| {
    ///     *to = from.parse().map_err(|_| Error::new("not a number"))?;
    ///     Ok(())
    /// });
    /// let (scope, mut number) = (Scope::new(GroupVersion::default()), 7);
    /// let error = converter.convert(&mut "x".to_string(), &mut number, &scope).unwrap_err();
    /// assert_eq!((error.to_string(), number), ("not a number".to_string(), 7));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the error of the conversion function, or an error if none is registered for these two types.
    pub fn convert<A: Any, B: Any>(&self, from: &mut A, to: &mut B, scope: &Scope<'_>) -> Result<(), Error> {
        let unknown = || Err(Error::unknown_conversion(type_name::<A>(), type_name::<B>()));
        let function = self.function(TypeId::of::<A>(), TypeId::of::<B>());
        function.and_then(|function| self.run(function, from, to, scope)).unwrap_or_else(unknown)
    }

    /// Converts an object into another one; returns `None` if nothing is registered for their types.
    pub(crate) fn convert_object(
        &self,
        from: &mut dyn Object,
        to: &mut dyn Object,
        scope: &Scope<'_>,
    ) -> Option<Result<(), Error>> {
        match self.function((*from).type_id(), (*to).type_id())? {
            Some(Function::Move(_)) => {
                swap(from, to);
                to.set_type_meta(TypeMeta::default());
                Some(Ok(()))
            }
            function => self.run(function, from, to, scope),
        }
    }

    /// Returns true if a conversion between the two types is registered.
    pub(crate) fn knows(&self, from: TypeId, to: TypeId) -> bool {
        self.pairs.contains_key(&(from, to))
    }

    /// Returns the function registered for two types, `Some(None)` if their conversion is ignored, and `None` if
    /// nothing is registered.
    fn function(&self, from: TypeId, to: TypeId) -> Option<Option<&Function>> {
        let pair = self.pairs.get(&(from, to))?;
        if pair.ignored {
            return Some(None);
        }
        pair.custom.as_ref().or(pair.generated.as_ref()).map(Some)
    }

    fn run(
        &self,
        function: Option<&Function>,
        from: &mut dyn Any,
        to: &mut dyn Any,
        scope: &Scope<'_>,
    ) -> Option<Result<(), Error>> {
        match function {
            None => Some(Ok(())),
            Some(Function::Move(zero)) => {
                // A `dyn Any` cannot be viewed as an object, so the value is moved through an object of its type.
                let mut object = zero();
                swap(from, &mut *object);
                object.set_type_meta(TypeMeta::default());
                swap(to, &mut *object);
                Some(Ok(()))
            }
            Some(Function::Typed(function)) => function.convert(from, to, &scope.inside(self)),
        }
    }

    #[inline(never)]
    fn set_custom(&mut self, from: TypeId, to: TypeId, function: Function) {
        self.pairs.entry((from, to)).or_default().custom = Some(function);
    }

    /// Not inlined, because its callers are instantiated once for each conversion.
    #[inline(never)]
    fn set_generated(&mut self, from: TypeId, to: TypeId, function: Function) {
        self.pairs.entry((from, to)).or_default().generated = Some(function);
    }
}

fn erased<A: Any, B: Any>(
    function: impl Fn(&mut A, &mut B, &Scope<'_>) -> Result<(), Error> + Send + Sync + 'static,
) -> Function {
    Function::Typed(Arc::new(Typed::<A, B, _>(function, PhantomData)))
}

impl<A: Any, B: Any, F> Erased for Typed<A, B, F>
where
    F: Fn(&mut A, &mut B, &Scope<'_>) -> Result<(), Error> + Send + Sync,
{
    fn convert(&self, from: &mut dyn Any, to: &mut dyn Any, scope: &Scope<'_>) -> Option<Result<(), Error>> {
        Some((self.0)(from.downcast_mut()?, to.downcast_mut()?, scope))
    }
}

impl fmt::Debug for Converter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Converter").field("pairs", &self.pairs.len()).finish()
    }
}
