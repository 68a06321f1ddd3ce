//! The operations that the interpreter executes.
//!
//! An [`Op`] is sixteen bytes: an operation code and six fields, whose use depends on the code. `d`
//! is the register that is written (for stores: read). `a` and `b` are registers that are read.
//! `lo` and `hi` are immediate words; in some operations their lower halves are the registers `c`
//! and `e`.
//!
//! In a jump `hi` is the index of the next operation, and `d` (in a move with a jump: `b`) is
//! subtracted from the budget. In a select by a comparison, the x and y of `condition ? x : y` are
//! c and e (immediate forms: b and e). A jump after an addition first computes d <- a + (lo's lower
//! half, signed) in 32 bits, and then compares d with b, which is a register or a signed number.
//! The upper half of lo is subtracted from the budget. [`table`] has the codes.
//!
//! Registers are 64 bits wide and hold values in a normal form: integers zero-extended,
//! floating-point numbers as bits, `i1` as 0 or 1, vectors of 128 bits in two consecutive
//! registers, and vectors of `i1` as a mask with the first lane in the lowest bit.

mod table;

pub(super) use table::ops;

/// One operation of a prepared function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Op {
    pub(crate) code: Code,
    pub(crate) d: u16,
    pub(crate) a: u16,
    pub(crate) b: u16,
    pub(crate) lo: u32,
    pub(crate) hi: u32,
}

impl Op {
    /// Returns the 64-bit immediate made of both words.
    #[inline(always)]
    pub(crate) fn imm64(&self) -> u64 {
        u64::from(self.lo) | u64::from(self.hi) << 32
    }

    /// Returns the register in the lower half of `lo`.
    #[inline(always)]
    pub(crate) fn c(&self) -> u16 {
        self.lo as u16
    }

    /// Returns the register in the lower half of `hi`.
    #[inline(always)]
    pub(crate) fn e(&self) -> u16 {
        self.hi as u16
    }
}

macro_rules! define_codes {
    (
        integers32 { $($t32:tt $form32:tt $op32:tt: $jump32:ident $set32:ident $select32:ident $add_jump32:ident $count32:ident;)* }
        integers64 { $($t64:tt $form64:tt $op64:tt: $jump64:ident $set64:ident;)* }
        load_jumps { $($tj:tt $formj:tt $opj:tt: $load_jump:ident $load_jump_at:ident $load_jump_8:ident;)* }
        floats { $($tf:tt $opf:tt: $jumpf:ident $setf:ident $jump_not:ident $set_not:ident $countf:ident $count_not:ident;)* }
        loads { $($tl:tt $loads:ident: $($load:ident)*;)* }
        stores { $($ts:tt $stores:ident: $($store:ident)*;)* }
        immediate_stores { $($ti:tt: $($store_imm:ident)*;)* }
        values { $($value:ident: $tv:tt $formv:tt $operands:tt $out:tt = $result:expr;)* }
        loaded2 { $($loaded2:ident $indexed2:ident $update2:ident $update_indexed2:ident: $operands2:tt = $result2:expr;)* }
        loaded3 { $($loaded3:ident $indexed3:ident $update3:ident $update_indexed3:ident: $operands3:tt = $result3:expr;)* }
        divisions { $($division:ident: $td:tt $formd:tt $operandsd:tt $outd:tt = $resultd:expr;)* }
        others { $($(#[$doc:meta])* $other:ident,)* }
    ) => {
        /// The operation of an [`Op`].
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u16)]
        pub(crate) enum Code {
            $($jump32, $set32, $select32, $add_jump32, $count32,)*
            $($jump64, $set64,)*
            $($load_jump, $load_jump_at, $load_jump_8,)*
            $($jumpf, $setf, $jump_not, $set_not, $countf, $count_not,)*
            $($($load,)*)*
            $($($store,)*)*
            $($($store_imm,)*)*
            $($value,)*
            $($loaded2, $indexed2, $update2, $update_indexed2,)*
            $($loaded3, $indexed3, $update3, $update_indexed3,)*
            $($division,)*
            $($(#[$doc])* $other,)*
        }

        /// The 32-bit integer comparisons. The first rows are equal and not equal, then less than
        /// and less than or equal, unsigned and signed. The rows with an immediate follow, with
        /// greater than instead of less than or equal. Each has five opcodes: to jump, to produce a
        /// value, to select a value, to jump after an addition, and to count.
        pub(crate) const COMPARE_32: [[Code; 5]; 12] = [$([
            Code::$jump32,
            Code::$set32,
            Code::$select32,
            Code::$add_jump32,
            Code::$count32,
        ]),*];

        /// The 64-bit comparisons: the opcode that branches and the opcode that produces a value.
        pub(crate) const COMPARE_64: [[Code; 2]; 12] =
            [$([Code::$jump64, Code::$set64]),*];

        /// The comparisons of [`COMPARE_32`] for a jump after a load, followed by the third to the
        /// sixth of them with exchanged operands. Each has three opcodes: for a word at a + lo, a
        /// word at lo, and a byte.
        pub(crate) const LOAD_JUMPS: [[Code; 3]; 16] =
            [$([Code::$load_jump, Code::$load_jump_at, Code::$load_jump_8]),*];

        /// The comparisons of `double`, then those of `float`: equal, less, less or equal, ordered
        /// and not equal, ordered. Each has opcodes for a jump, for a value, and to count, plain
        /// and negated.
        pub(crate) const COMPARE_FLOATS: [[[Code; 2]; 3]; 10] = [$([
            [Code::$jumpf, Code::$jump_not],
            [Code::$setf, Code::$set_not],
            [Code::$countf, Code::$count_not],
        ]),*];

        /// The operations on a `double` in memory and one other number. Each has four opcodes: for
        /// two forms of the address, without and with a store of the result.
        pub(crate) const LOADED_2: &[[Code; 4]] =
            &[$([Code::$loaded2, Code::$indexed2, Code::$update2, Code::$update_indexed2]),*];

        /// The same for a `double` in memory and two other numbers.
        pub(crate) const LOADED_3: &[[Code; 4]] =
            &[$([Code::$loaded3, Code::$indexed3, Code::$update3, Code::$update_indexed3]),*];

        $(
            /// The opcodes, by the form of the address.
            pub(crate) const $loads: [Code; 4] = [$(Code::$load),*];
        )*
        $(
            /// The opcodes, by the form of the address.
            pub(crate) const $stores: [Code; 4] = [$(Code::$store),*];
        )*
    };
}

ops!(define_codes);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_stays_small() {
        assert_eq!(size_of::<Op>(), 16);
    }
}
