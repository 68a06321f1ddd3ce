//! Constant pools.

use super::Fault;
use crate::builder::{File, Kind, with_function};
use pinnacle_bytecode::Format::Llvm13;

/// A module in format 3 with these types and a constant pool.
fn pool(count: u64, types: &[u64], content: impl FnOnce(&mut File)) -> File {
    File::module(Llvm13, |file| {
        file.types(count, types)
            .info(&[], &[])
            .block(Kind::Constants, content);
    })
}

pub(super) fn constants() -> Vec<Fault> {
    let number = |ty: u64, value: &'static [u8]| {
        pool(0, &[], move |file| {
            file.vbrs(&[1, ty]).mark().vbr(0).raw(value);
        })
    };
    let mut faults = vec![
        ("bool_2", "L0501", number(1, &[2])),
        ("ubyte_256", "L0501", number(2, &[0x80, 2])),
        ("sbyte_128", "L0501", number(3, &[0x80, 2])),
        ("ushort_65536", "L0501", number(4, &[0x80, 0x80, 4])),
        // The code of minus zero is the smallest 64-bit number.
        ("int_minus_zero", "L0501", number(7, &[1])),
        ("explicit_null", "L0502", number(7, &[0])),
        ("explicit_null_double", "L0502", number(11, &[0; 8])),
        ("label_constant", "L0502", number(12, &[1])),
        (
            "void_constant_in_function",
            "L0502",
            with_function(Llvm13, |file, _| {
                file.block(Kind::Constants, |file| {
                    file.vbrs(&[0, 1, 0]).mark().vbr(0);
                });
            }),
        ),
        (
            "opaque_constant",
            "L0502",
            pool(1, &[17], |file| {
                file.vbrs(&[1, 13]).mark().vbr(0);
            }),
        ),
        (
            "plane_of_unknown_type",
            "L0302",
            pool(0, &[], |file| {
                file.vbr(1).mark().vbrs(&[13, 0, 1]);
            }),
        ),
        (
            "string_that_is_no_array",
            "L0502",
            pool(1, &[15, 7, 1], |file| {
                file.vbrs(&[1, 0]).mark().vbrs(&[13, 1, 1, 1, 1]);
            }),
        ),
        (
            "string_of_zeros",
            "L0502",
            pool(1, &[15, 3, 2], |file| {
                file.vbrs(&[1, 0, 13]).mark().raw(&[0, 0]);
            }),
        ),
        (
            "string_cut_off",
            "L0201",
            pool(1, &[15, 3, 9], |file| {
                file.vbrs(&[1, 0, 13]).mark().raw(b"short");
            }),
        ),
        (
            "fewer_constants",
            "L0201",
            pool(0, &[], |file| {
                file.mark().vbrs(&[2, 7, 0, 2]);
            }),
        ),
    ];
    faults.push((
        // An array may have this many elements, but not in this few bytes.
        "array_of_four_billion",
        "L0201",
        pool(1, &[15, 7, 0xFFFF_FFFF], |file| {
            file.vbrs(&[1, 13, 0, 1, 1, 1]).mark();
        }),
    ));
    faults
}

pub(super) fn references() -> Vec<Fault> {
    vec![
        (
            "element_that_is_not_there",
            "L0503",
            pool(1, &[14, 7, 0], |file| {
                file.vbrs(&[1, 13, 0]).mark().vbr(1);
            }),
        ),
        (
            "structure_that_contains_itself",
            "L0503",
            // { \2* } cannot contain itself as a constant, but a cast of itself could be meant.
            pool(0, &[], |file| {
                file.vbrs(&[1, 7, 1, 27]).mark().vbrs(&[1, 7]);
            }),
        ),
        (
            "circle_of_two",
            "L0503",
            pool(0, &[], |file| {
                file.vbrs(&[1, 6, 1, 27, 1, 7]);
                file.vbrs(&[1, 7, 1, 27]).mark().vbrs(&[1, 6]);
            }),
        ),
        (
            "one_operand_but_no_cast",
            "L0504",
            pool(0, &[], |file| {
                file.vbrs(&[1, 7, 1]).mark().vbrs(&[6, 0, 7]);
            }),
        ),
        (
            "sum_of_different_types",
            "L0504",
            pool(0, &[], |file| {
                file.vbrs(&[1, 7, 2]).mark().vbrs(&[6, 0, 7, 0, 6]);
            }),
        ),
        (
            "comparison_in_plane_of_int",
            "L0504",
            pool(0, &[], |file| {
                file.vbrs(&[1, 7, 2]).mark().vbrs(&[14, 0, 7, 0, 7]);
            }),
        ),
        (
            "expression_of_unknown_type",
            "L0302",
            pool(0, &[], |file| {
                file.vbrs(&[1, 7, 1, 27, 0]).mark().vbr(40);
            }),
        ),
        (
            "field_out_of_range",
            "L0504",
            // 13 = { int }, 14 = its pointer, 15 = int*.
            pool(3, &[14, 7, 0, 16, 13, 16, 7], |file| {
                file.vbrs(&[1, 6, 0, 1]);
                file.vbrs(&[1, 15, 3]).mark().vbrs(&[25, 0, 14, 0, 9, 1, 6]);
            }),
        ),
        (
            "address_of_no_global",
            "L0502",
            pool(1, &[16, 7], |file| {
                file.vbrs(&[1, 13, 0]).mark().vbr(0);
            }),
        ),
        (
            "constant_made_of_argument",
            "L0502",
            with_function(Llvm13, |file, _| {
                file.block(Kind::Constants, |file| {
                    file.vbrs(&[0, 1, 6, 1, 27]).mark().vbrs(&[3, 7]);
                });
            }),
        ),
    ]
}
