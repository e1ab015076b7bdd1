//! The plans of a table. Each is compiled when it is first used, since most types are written in one format.

use super::cbor_key::CborKey;
use super::protobuf::length_plan::LengthOp;
use super::protobuf::plan::WriteOp;
use super::row_plan::RowPlan;
use crate::reflect::Shape;

/// The slots of a table. Each is used by one function below, and therefore has plans of one type.
const JSON_ROWS: usize = 0;
const WRITE_OPS: usize = 1;
const LENGTH_OPS: usize = 2;
const CBOR_ROWS: usize = 3;
const CBOR_KEYS: usize = 4;

impl Shape {
    /// Returns the JSON rows with the conditions under which they are written.
    #[inline]
    pub(super) fn json_rows(&'static self) -> &'static RowPlan {
        // SAFETY: only this function uses the slot.
        unsafe { self.plan(JSON_ROWS, |shape| Box::leak(Box::new(RowPlan::json(shape.json_fields())))) }
    }

    /// Returns the rows in the order of CBOR with the conditions under which they are written.
    #[inline]
    pub(super) fn cbor_rows(&'static self) -> &'static RowPlan {
        // SAFETY: only this function uses the slot.
        unsafe { self.plan(CBOR_ROWS, |shape| Box::leak(Box::new(RowPlan::cbor(shape.json_fields())))) }
    }

    /// Returns the names of the JSON rows in the order of CBOR: by length, then by bytes.
    #[inline]
    pub(crate) fn cbor_keys(&'static self) -> &'static [CborKey] {
        // SAFETY: only this function uses the slot.
        unsafe { self.plan::<Box<[_]>>(CBOR_KEYS, |shape| Box::leak(Box::new(CborKey::of(shape.json_fields())))) }
    }

    /// Returns the operations that write a value as Protobuf, of which the last is [`WriteOp::End`].
    #[inline]
    pub(super) fn write_ops(&'static self) -> &'static [WriteOp] {
        // SAFETY: only this function uses the slot.
        unsafe { self.plan::<Box<[_]>>(WRITE_OPS, |shape| Box::leak(Box::new(WriteOp::all(shape.wire_rows().rev())))) }
    }

    /// Returns the operations that compute the length of a message, of which the first is [`LengthOp::Fixed`] and the last
    /// is [`LengthOp::End`].
    #[inline]
    pub(super) fn length_ops(&'static self) -> &'static [LengthOp] {
        // SAFETY: only this function uses the slot.
        unsafe { self.plan::<Box<[_]>>(LENGTH_OPS, |shape| Box::leak(Box::new(LengthOp::all(shape.wire_rows())))) }
    }
}
