//! Conversions of v1beta1 that definitions cannot express.

use apimachinery::conversion::Error;
use apimachinery::meta::Str;

use super::super::super::super::store::v1::Http;

/// Converts `httpGet`, a path with an optional port, to `http` of the hub.
pub(crate) fn http_to_hub(value: Str) -> Result<Http, Error> {
    let (port, path) = value.strip_prefix(':').and_then(|rest| rest.split_once('|')).unwrap_or(("0", &value));
    let port: i32 = port.parse().map_err(|_| Error::new("has an invalid port"))?;
    let http = Http { path: path.into(), port };
    if text(&http) == *value { Ok(http) } else { Err(Error::new("is not written in the usual form")) }
}

/// Converts `http` of the hub to `httpGet`.
pub(crate) fn http_from_hub(value: Http) -> Result<Str, Error> {
    let text = text(&value);
    match http_to_hub(text.as_str().into())? == value {
        true => Ok(text.as_str().into()),
        false => Err(Error::new("has a path that v1beta1 cannot represent")),
    }
}

fn text(http: &Http) -> String {
    if http.port == 0 { http.path.to_string() } else { format!(":{}|{}", http.port, http.path) }
}
