//! Functions named by the definitions of this case.

pub(super) mod store {
    pub(in super::super) mod v1 {
        pub(crate) mod conversion {
            use apimachinery::conversion::{Error, Scope};

            use super::super::super::super::store::v1;

            pub(crate) fn part_to_hub(object: &mut v1::Part, _scope: &Scope<'_>) -> Result<(), Error> {
                object.name.push_str("+");
                Ok(())
            }

            pub(crate) fn part_from_hub(object: &mut v1::Part, _scope: &Scope<'_>) -> Result<(), Error> {
                object.name = object.name.trim_end_matches('+').into();
                Ok(())
            }
        }
    }

    pub(in super::super) mod internal {
        pub(crate) mod conversion {
            use apimachinery::conversion::{Error, Scope};

            use super::super::super::super::store::internal as hub;

            pub(crate) fn port_to_hub(object: &mut hub::Port, scope: &Scope<'_>) -> Result<(), Error> {
                object.name = format!("{} of {}", object.name, scope.version().version).into();
                Ok(())
            }

            pub(crate) fn port_from_hub(object: &mut hub::Port, _scope: &Scope<'_>) -> Result<(), Error> {
                let end = object.name.find(" of ").unwrap_or(object.name.len());
                object.name = object.name[..end].into();
                Ok(())
            }
        }
    }
}
