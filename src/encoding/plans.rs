use std::sync::OnceLock;

use super::cbor_key::CborKey;
use super::protobuf::length_plan::LengthPlan;
use super::protobuf::plan::WriteOp;
use super::row_plan::RowPlan;
use crate::reflect::Shape;

/// The plans of a table. Each is compiled when it is first used, since most types are written in one format.
///
/// The plans themselves are here rather than on the heap, so that reading one takes no more loads than the pointer to
/// these plans.
#[derive(Default)]
#[repr(C, align(64))]
pub(super) struct Plans {
    length_plan: OnceLock<LengthPlan>,
    write_ops: OnceLock<Box<[WriteOp]>>,
    json_rows: OnceLock<RowPlan>,
    cbor_rows: OnceLock<RowPlan>,
    cbor_keys: OnceLock<Box<[CborKey]>>,
}

impl Plans {
    #[inline(always)]
    fn of(shape: &'static Shape) -> &'static Plans {
        // SAFETY: this is the only call, so that all tables have plans of this type.
        unsafe { shape.plans() }
    }
}

impl Shape {
    /// Returns the names of the JSON rows in the order of CBOR: by length, then by bytes.
    #[inline]
    pub(crate) fn cbor_keys(&'static self) -> &'static [CborKey] {
        Plans::of(self).cbor_keys.get_or_init(|| CborKey::of(self.json_fields()))
    }

    /// Returns the JSON rows with the conditions under which they are written.
    #[inline]
    pub(super) fn json_rows(&'static self) -> &'static RowPlan {
        Plans::of(self).json_rows.get_or_init(|| RowPlan::json(self.json_fields()))
    }

    /// Returns the rows in the order of CBOR with the conditions under which they are written.
    #[inline]
    pub(super) fn cbor_rows(&'static self) -> &'static RowPlan {
        Plans::of(self).cbor_rows.get_or_init(|| RowPlan::cbor(self.json_fields()))
    }

    /// Returns the steps that encode a value as Protobuf.
    #[inline]
    pub(super) fn write_ops(&'static self) -> &'static [WriteOp] {
        Plans::of(self).write_ops.get_or_init(|| WriteOp::all(self.wire_rows().rev()))
    }

    /// Returns the steps that compute the length of a message.
    #[inline]
    pub(super) fn length_plan(&'static self) -> &'static LengthPlan {
        Plans::of(self).length_plan.get_or_init(|| LengthPlan::of(self.wire_rows()))
    }
}
