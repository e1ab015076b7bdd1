//! Default values of v1beta1 that definitions cannot express.

use apimachinery::defaulting::Defaulting;

use crate::behavior::stubs::store::v1beta1;

/// Sets defaults of `ItemStatus`.
pub fn set_defaults_item_status(object: &mut v1beta1::ItemStatus, context: &Defaulting) {
    todo!()
}
