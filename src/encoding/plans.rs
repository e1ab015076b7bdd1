//! The plans of a table. Each is compiled when it is first used, since most types are written in one format.

use super::cbor_key::CborKey;
use super::protobuf::length_plan::LengthPlan;
use super::protobuf::plan::WriteOp;
use super::row_plan::RowPlan;
use crate::reflect::Shape;

/// The slots of a table. Each is used by one function below, and therefore has plans of one type.
const JSON_ROWS: usize = 0;
const WRITE_OPS: usize = 1;
const CBOR_ROWS: usize = 2;
const CBOR_KEYS: usize = 3;
const LENGTH_PLAN: usize = 4;

impl Shape {
    /// Returns the JSON rows with the conditions under which they are written.
    #[inline]
    pub(super) fn json_rows(&'static self) -> &'static RowPlan {
        let plan = self.plan(JSON_ROWS, |shape| Box::leak(Box::new(RowPlan::json(shape.json_fields()))));
        // SAFETY: only this function uses the slot, and the plan was leaked.
        unsafe { &*plan }
    }

    /// Returns the rows in the order of CBOR with the conditions under which they are written.
    #[inline]
    pub(super) fn cbor_rows(&'static self) -> &'static RowPlan {
        let plan = self.plan(CBOR_ROWS, |shape| Box::leak(Box::new(RowPlan::cbor(shape.json_fields()))));
        // SAFETY: only this function uses the slot, and the plan was leaked.
        unsafe { &*plan }
    }

    /// Returns the names of the JSON rows in the order of CBOR: by length, then by bytes.
    #[inline]
    pub(crate) fn cbor_keys(&'static self) -> &'static [CborKey] {
        let plan = self.plan(CBOR_KEYS, |shape| Box::leak(Box::new(CborKey::of(shape.json_fields()))));
        // SAFETY: only this function uses the slot, and the plan was leaked.
        unsafe { &*plan }
    }

    /// Returns the operations that write a value as Protobuf: a pointer to the first one. The last is [`WriteOp::End`].
    #[inline]
    pub(super) fn write_ops(&'static self) -> *const WriteOp {
        self.plan(WRITE_OPS, |shape| Box::leak(WriteOp::all(shape.wire_rows().rev())).as_ptr())
    }

    /// Returns the operations that compute the length of a message.
    #[inline]
    pub(super) fn length_plan(&'static self) -> &'static LengthPlan {
        let plan = self.plan(LENGTH_PLAN, |shape| Box::leak(Box::new(LengthPlan::of(shape.wire_rows()))));
        // SAFETY: only this function uses the slot, and the plan was leaked.
        unsafe { &*plan }
    }
}
