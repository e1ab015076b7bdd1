//! Default values of v1beta1 that definitions cannot express.

use apimachinery::defaulting::Defaulting;

use super::super::super::super::lab::v1beta1;

/// Sets defaults of `ExperimentSpec`.
pub(crate) fn set_defaults_experiment_spec(object: &mut v1beta1::ExperimentSpec, _context: &Defaulting) {
    if object.endpoint.is_empty() {
        object.endpoint = "localhost:80".into();
    }
}
