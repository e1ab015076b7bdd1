//! The hub of meta.k8s.io: the kinds that a server returns in either version. Counterpart of `internalversion`, without
//! its options, whose hub types only the Go server uses.

use std::mem::take;

use super::meta::{v1, v1beta1};
use crate::conversion::{Error, Scope};
use crate::schema::GroupVersion;
use crate::scheme::Builder;

const GROUP: &str = "meta.k8s.io";

pub(super) fn register(builder: &mut Builder) {
    let kind = |version: &str, kind: &str| GroupVersion::new(GROUP, version).with_kind(kind);
    for version in ["v1", "v1beta1"] {
        builder.known_type::<v1::Table>(kind(version, "Table")).shared();
        builder.known_type::<v1::TableOptions>(kind(version, "TableOptions")).shared();
        builder.known_type::<v1::PartialObjectMetadata>(kind(version, "PartialObjectMetadata")).shared();
    }
    builder.known_type::<v1::PartialObjectMetadataList>(kind("v1", "PartialObjectMetadataList")).shared();
    builder
        .known_type::<v1beta1::PartialObjectMetadataList>(kind("v1beta1", "PartialObjectMetadataList"))
        .convert(list_to_hub, list_from_hub);
    builder.hub::<v1::Table>(GROUP, "Table");
    builder.hub::<v1::TableOptions>(GROUP, "TableOptions");
    builder.hub::<v1::PartialObjectMetadata>(GROUP, "PartialObjectMetadata");
    builder.hub::<v1::PartialObjectMetadataList>(GROUP, "PartialObjectMetadataList");
}

fn list_to_hub(
    from: &mut v1beta1::PartialObjectMetadataList,
    to: &mut v1::PartialObjectMetadataList,
    _: &Scope<'_>,
) -> Result<(), Error> {
    to.metadata = take(&mut from.metadata);
    to.items = take(&mut from.items);
    Ok(())
}

fn list_from_hub(
    from: &mut v1::PartialObjectMetadataList,
    to: &mut v1beta1::PartialObjectMetadataList,
    _: &Scope<'_>,
) -> Result<(), Error> {
    to.metadata = take(&mut from.metadata);
    to.items = take(&mut from.items);
    Ok(())
}
