//! Functions named by the definitions.

pub(super) mod farm {
    pub(in super::super) mod v1beta1 {
        pub(crate) mod conversion {
            use apimachinery::conversion::{Error, Scope};
            use apimachinery::meta::Str;

            use crate::apis::farm::v1::Area;

            pub(crate) fn size_to_hub(size: Str, _: &Scope<'_>) -> Result<Area, Error> {
                if size.is_empty() {
                    return Ok(Area::default());
                }
                let parts = size.split_once('x').ok_or_else(|| Error::new("a size looks like 10x20"))?;
                Ok(Area { length: number(parts.0)?, width: number(parts.1)? })
            }

            pub(crate) fn size_from_hub(area: Area, _: &Scope<'_>) -> Result<Str, Error> {
                Ok(format!("{}x{}", area.length, area.width).into())
            }

            fn number(text: &str) -> Result<i32, Error> {
                text.parse().map_err(|_| Error::new(format!("{text:?} is no number")))
            }
        }
    }
}
