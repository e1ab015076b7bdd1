//! Functions named by the definitions of this case.

pub(super) mod store {
    pub(in super::super) mod v1 {
        pub(crate) mod conversion {
            use apimachinery::conversion::{Error, Scope};

            use super::super::super::super::store::v1;

            pub(crate) fn item_spec_to_hub(object: &mut v1::ItemSpec, scope: &Scope<'_>) -> Result<(), Error> {
                object.extra = format!("from {}", scope.version()).as_str().into();
                Ok(())
            }

            pub(crate) fn item_spec_from_hub(object: &mut v1::ItemSpec, _scope: &Scope<'_>) -> Result<(), Error> {
                object.extra = "".into();
                Ok(())
            }
        }

        pub(crate) mod defaults {
            use apimachinery::defaulting::Defaulting;

            use super::super::super::super::store::v1;

            pub(crate) fn set_defaults_item(object: &mut v1::Item, _context: &Defaulting) {
                object.metadata.name = "item".into();
            }

            pub(crate) fn set_defaults_item_spec(object: &mut v1::ItemSpec, context: &Defaulting) {
                object.extra = if context.gate("Extra") { "on" } else { "off" }.into();
            }
        }
    }

    pub(in super::super) mod v1beta1 {
        pub(crate) mod conversion {
            use apimachinery::conversion::{Error, Scope};
            use apimachinery::meta::{Duration, List, Str};

            use super::super::super::super::store::{internal as hub, v1beta1};

            const SECOND: i64 = 1_000_000_000;

            pub(crate) fn size_to_hub(value: Str) -> Result<hub::Size, Error> {
                let parts = value.split_once('x').ok_or_else(|| Error::new("no size"))?;
                let number = |text: &str| text.parse().map_err(|_| Error::new("no number"));
                Ok(hub::Size { width: number(parts.0)?, height: number(parts.1)? })
            }

            pub(crate) fn size_from_hub(value: hub::Size) -> Result<Str, Error> {
                Ok(format!("{}x{}", value.width, value.height).into())
            }

            pub(crate) fn timeout_to_hub(value: i32) -> Result<Duration, Error> {
                Ok(Duration::from_nanos(i64::from(value) * SECOND))
            }

            pub(crate) fn timeout_from_hub(value: Duration) -> Result<i32, Error> {
                i32::try_from(value.as_nanos() / SECOND).map_err(|_| Error::new("too long"))
            }

            pub(crate) fn port_to_hub(value: Option<i32>) -> Result<List<i32>, Error> {
                Ok(value.map(|port| List::from([port])).unwrap_or_default())
            }

            pub(crate) fn port_from_hub(value: List<i32>) -> Result<Option<i32>, Error> {
                Ok(value.first().copied())
            }

            pub(crate) fn backend_port_to_hub(value: Str) -> Result<i32, Error> {
                if value.is_empty() { Ok(0) } else { value.parse().map_err(|_| Error::new("no port")) }
            }

            pub(crate) fn backend_port_from_hub(value: i32) -> Result<Str, Error> {
                Ok(value.to_string().into())
            }

            pub(crate) fn item_spec_to_hub(
                from: &mut v1beta1::ItemSpec,
                to: &mut hub::ItemSpec,
                _scope: &Scope<'_>,
            ) -> Result<(), Error> {
                assert!(from.size.is_empty(), "what a rule moved has left");
                let (first, last) = from.name.split_once(' ').unwrap_or((&from.name, ""));
                (to.first, to.last) = (first.into(), last.into());
                Ok(())
            }

            pub(crate) fn item_spec_from_hub(
                from: &mut hub::ItemSpec,
                to: &mut v1beta1::ItemSpec,
                _scope: &Scope<'_>,
            ) -> Result<(), Error> {
                to.name = format!("{} {}", from.first, from.last).into();
                Ok(())
            }
        }
    }
}
