//! Conversions of the hub that definitions cannot express.

use apimachinery::conversion::{Error, Scope};

use crate::behavior::stubs::store::internal as hub;

/// Completes the conversion of `ItemSpec` to the hub.
pub fn item_spec_to_hub(object: &mut hub::ItemSpec, scope: &Scope<'_>) -> Result<(), Error> {
    todo!()
}

/// Completes the conversion of `ItemSpec` from the hub.
pub fn item_spec_from_hub(object: &mut hub::ItemSpec, scope: &Scope<'_>) -> Result<(), Error> {
    todo!()
}
