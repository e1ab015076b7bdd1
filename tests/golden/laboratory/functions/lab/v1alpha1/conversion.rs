//! Conversions of v1alpha1 that definitions cannot express.

use apimachinery::conversion::{Error, Scope};
use apimachinery::meta::{Duration, Str};

use super::super::super::super::lab::{internal as hub, v1alpha1};

const SCHEME: &str = "lab://";

/// Converts `window` to `timeout` of the hub.
pub(crate) fn window_to_hub(value: Str) -> Result<Option<Duration>, Error> {
    let duration = |text: &str| text.parse().map_err(|_| Error::new("is not a duration"));
    let parsed: Option<Duration> = if value.is_empty() { None } else { Some(duration(&value)?) };
    match parsed {
        Some(parsed) if parsed.to_string() != value.as_str() => Err(Error::new("is not in its shortest form")),
        parsed => Ok(parsed),
    }
}

/// Converts `timeout` of the hub to `window`.
pub(crate) fn window_from_hub(value: Option<Duration>) -> Result<Str, Error> {
    Ok(value.map(|value| value.to_string().into()).unwrap_or_default())
}

/// Converts `url` of `ExperimentSpec` to the hub.
pub(crate) fn experiment_spec_to_hub(
    from: &mut v1alpha1::ExperimentSpec,
    to: &mut hub::ExperimentSpec,
    scope: &Scope<'_>,
) -> Result<(), Error> {
    let rest = from.url.strip_prefix(SCHEME).unwrap_or(&from.url);
    let number = rest.split(['/', '?']).next().unwrap_or_default();
    to.port = number.parse().ok();
    if url(to.port) != from.url {
        scope.lose("url", "v1 has no paths");
    }
    Ok(())
}

/// Converts `port` of `ExperimentSpec` from the hub.
pub(crate) fn experiment_spec_from_hub(
    from: &mut hub::ExperimentSpec,
    to: &mut v1alpha1::ExperimentSpec,
    _scope: &Scope<'_>,
) -> Result<(), Error> {
    to.url = url(from.port);
    Ok(())
}

fn url(port: Option<i32>) -> Str {
    port.map(|port| format!("{SCHEME}{port}").into()).unwrap_or_default()
}
