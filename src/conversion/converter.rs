use std::any::{Any, TypeId, type_name};
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Error, Fix, Scope};
use crate::meta::{Object, TypeMeta};
use crate::reflect::swap;

/// A function between two types that are forgotten. Not a closure, for which `dyn Fn` would have three functions.
trait Erased: Send + Sync {
    /// None if they are of other types.
    fn convert(&self, from: &mut dyn Any, to: &mut dyn Any, scope: &Scope<'_>) -> Option<Result<(), Error>>;
}

struct Typed<A, B, F>(F, PhantomData<fn(A, B)>);

#[derive(Clone)]
enum Function {
    /// An object moves over another one of its type, and no longer says what it is. With what makes a zero one.
    Move(fn() -> Box<dyn Object>),
    Typed(Arc<dyn Erased>),
}

/// Knows for pairs of types how a value of the first becomes one of the second.
///
/// The types are looked up exactly as they are. A pair that is ignored wins, and nothing happens;
/// then comes the registered function, then the generated one, whatever the order of registration.
///
/// A function may take parts out of its source, so the source is of no more use afterwards. A copy
/// of a converter with more functions registered is upstream's `WithConversions`.
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

/// What is registered for two types.
#[derive(Clone, Default)]
struct Pair {
    ignored: bool,
    custom: Option<Function>,
    generated: Option<Function>,
}

impl Converter {
    /// Registers a function that somebody wrote: it goes before a generated one. The last
    /// registration counts.
    pub fn register<A: Any, B: Any>(
        &mut self,
        function: impl Fn(&mut A, &mut B, &Scope<'_>) -> Result<(), Error> + Send + Sync + 'static,
    ) -> &mut Self {
        self.set_custom(TypeId::of::<A>(), TypeId::of::<B>(), erased::<A, B>(function));
        self
    }

    /// Fixes a bug that Kubernetes has.
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

    /// Registers a generated function. The last registration counts.
    pub fn register_generated<A: Any, B: Any>(
        &mut self,
        function: impl Fn(&mut A, &mut B, &Scope<'_>) -> Result<(), Error> + Send + Sync + 'static,
    ) -> &mut Self {
        self.set_generated(TypeId::of::<A>(), TypeId::of::<B>(), erased::<A, B>(function));
        self
    }

    /// Registers that objects move into others of their type, of which `zero` makes one. A function for each kind would
    /// be most of what registration compiles to.
    pub(crate) fn register_move(&mut self, ty: TypeId, zero: fn() -> Box<dyn Object>) {
        self.set_generated(ty, ty, Function::Move(zero));
    }

    /// Says that the conversion from `A` to `B` does nothing.
    ///
    /// ```
    /// use apimachinery::conversion::{Converter, Scope};
    /// use apimachinery::schema::GroupVersion;
    ///
    /// let mut converter = Converter::default();
    /// converter.register_ignored::<i32, String>();
    /// let mut text = "as it was".to_string();
    /// converter.convert(&mut 7, &mut text, &Scope::new(GroupVersion::default())).unwrap();
    /// assert_eq!(text, "as it was");
    /// ```
    pub fn register_ignored<A: Any, B: Any>(&mut self) -> &mut Self {
        self.pairs.entry((TypeId::of::<A>(), TypeId::of::<B>())).or_default().ignored = true;
        self
    }

    /// Converts a value; `scope` goes on to the function, with this converter in it. `from` is used up, and `to` is
    /// what the function made of it: nothing clears it before.
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
    /// That of the function, or that there is none for these two types.
    pub fn convert<A: Any, B: Any>(&self, from: &mut A, to: &mut B, scope: &Scope<'_>) -> Result<(), Error> {
        let unknown = || Err(Error::unknown_conversion(type_name::<A>(), type_name::<B>()));
        let function = self.function(TypeId::of::<A>(), TypeId::of::<B>());
        function.and_then(|function| self.run(function, from, to, scope)).unwrap_or_else(unknown)
    }

    /// Converts an object into another one; none if nothing is registered for their types.
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

    /// True if objects of a type become objects of another one.
    pub(crate) fn knows(&self, from: TypeId, to: TypeId) -> bool {
        self.pairs.contains_key(&(from, to))
    }

    /// What is registered for two types: nothing at all, or that nothing happens, or a function.
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
                // Nobody can see an object in what is only `Any`: the value passes through one of its type.
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

    /// Out of line: its callers exist once for each conversion.
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
