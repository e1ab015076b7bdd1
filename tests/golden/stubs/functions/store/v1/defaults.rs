//! Default values of v1 that definitions cannot express.

use apimachinery::defaulting::Defaulting;

use crate::behavior::stubs::store::v1;

/// Sets defaults of `ItemSpec`.
pub fn set_defaults_item_spec(object: &mut v1::ItemSpec, context: &Defaulting) {
    todo!()
}
