//! Encoding plans, compiled from type tables, and the encoders that execute them.
//!
//! Reading every field through a cursor would be too slow: the table of a struct is compiled once into a plan for a
//! format, and the plan reads the fields at their offsets. The plans are kept in slots of the table, which does not know
//! their types. JSON and CBOR are encoded here completely; for Protobuf, `format` handles the types that are rare.
//!
//! Like `reflect`, this module contains `unsafe` code. It relies on the same invariants, which the documentation of
//! `reflect` numbers, and on these:
//!
//! 4. A plan is compiled from the table that contains it. An entry that is named after a type therefore has the offset
//!    of a field of this type (invariant 1), in each struct with that table.
//! 5. An [`OutBuffer`](out_buffer::OutBuffer) is the only one of the output with the same brand. It is the free memory of
//!    the output's vector, with at least as many bytes as its type says, and all bytes before it have been written.

mod cbor;
mod cbor_key;
mod error;
mod json;
mod map_order;
mod out_buffer;
mod plans;
mod pointer_run;
mod presence;
mod protobuf;
mod reverse_buffer;
mod row_key;
mod row_plan;
mod row_writer;
mod written_fields;

pub(crate) use self::cbor_key::CborKey;
pub(crate) use self::error::EncodeError;
pub(crate) use self::protobuf::length::FieldLengths;
pub(crate) use self::reverse_buffer::ReverseSink;
pub(crate) use self::written_fields::RowSet;

#[cfg(test)]
mod tests {
    use super::protobuf::plan::WriteOp;
    use super::row_key::RowKey;
    use super::row_plan::RowPlan;

    #[test]
    fn rows_fill_lines_of_the_cache() {
        if size_of::<usize>() == 8 {
            assert_eq!([size_of::<RowKey>(), size_of::<RowPlan>()], [64; 2]);
            assert!(size_of::<WriteOp>() <= 32);
        }
    }
}
