//! Bodies of functions, and names.

use super::{Fault, after_info};
use crate::builder::{File, INT, Kind, NONE, with_function, with_instructions};
use pinnacle_bytecode::Format::{Llvm10, Llvm11, Llvm12, Llvm13, Llvm13Pre};

pub(super) fn functions() -> Vec<Fault> {
    vec![
        (
            "no_instructions",
            "L0205",
            File::module(Llvm13, |file| {
                file.types(2, &[13, 7, 0, 16, 13]).info(&[], &[14]);
                file.mark().block(Kind::Function, |file| {
                    file.vbr(0).block(Kind::Compaction, |file| {
                        file.vbr(0);
                    });
                });
            }),
        ),
        (
            "two_lists",
            "L0204",
            with_function(Llvm13, |file, _| {
                file.block(Kind::Instructions, |file| {
                    file.short(1, INT, 1);
                });
                file.mark().block(Kind::Instructions, |file| {
                    file.short(1, INT, 1);
                });
            }),
        ),
        (
            "block_and_list",
            "L0203",
            with_function(Llvm10, |file, _| {
                file.block(Kind::BasicBlock, |file| {
                    file.short(1, INT, 1);
                });
                file.mark().block(Kind::Instructions, |file| {
                    file.short(1, INT, 1);
                });
            }),
        ),
        (
            "late_constants",
            "L0203",
            with_function(Llvm13, |file, _| {
                file.block(Kind::Instructions, |file| {
                    file.short(1, INT, 1);
                });
                file.mark().block(Kind::Constants, |file| {
                    file.vbr(0);
                });
            }),
        ),
        (
            "late_compaction_table",
            "L0203",
            with_function(Llvm13, |file, _| {
                file.block(Kind::Instructions, |file| {
                    file.short(1, INT, 1);
                });
                file.mark().block(Kind::Compaction, |file| {
                    file.vbr(0);
                });
            }),
        ),
        (
            "function_in_function",
            "L0203",
            with_function(Llvm13, |file, _| {
                file.mark().block(Kind::Function, |file| {
                    file.vbr(0);
                });
            }),
        ),
        (
            "no_terminator",
            "L0602",
            with_instructions(Llvm13, |file, _| {
                file.mark().two(6, INT, [3, 4]);
            }),
        ),
        (
            "empty_basic_block",
            "L0602",
            with_function(Llvm10, |file, _| {
                file.word(0x31).word(0).mark();
                file.block(Kind::BasicBlock, |file| {
                    file.short(1, INT, 1);
                });
            }),
        ),
        ("more_parameters_than_bytes", "L0206", many_parameters()),
    ]
}

/// Many functions with bodies share a type with many parameters.
fn many_parameters() -> File {
    const PARAMETERS: u64 = 2000;
    const FUNCTIONS: usize = 400;
    let mut types = vec![13, 0, PARAMETERS];
    types.extend([7; PARAMETERS as usize]);
    types.extend([16, 13]);
    let mut mark = 0;
    let mut file = File::module(Llvm13, |file| {
        file.types(2, &types).info(&[], &[14; FUNCTIONS]);
        let mut starts = Vec::new();
        for _ in 0..FUNCTIONS {
            starts.push(file.bytes().len());
            file.block(Kind::Function, |file| {
                file.vbr(0).block(Kind::Instructions, |file| {
                    file.short(1, 0, NONE);
                });
            });
        }
        let size = file.bytes().len();
        mark = starts[4 * size / PARAMETERS as usize];
    });
    file.mark_at(mark as u64);
    file
}

pub(super) fn compaction() -> Vec<Fault> {
    let table = |format, content: fn(&mut File)| {
        with_function(format, move |file, _| {
            file.block(Kind::Compaction, content)
                .block(Kind::Instructions, |file| {
                    file.short(1, INT, 1);
                });
        })
    };
    vec![
        (
            "plane_twice",
            "L0601",
            table(Llvm13, |file| {
                file.vbr(0).vbrs(&[7 << 2 | 1, 1]);
                file.mark().vbrs(&[7 << 2, 7 << 2]);
            }),
        ),
        (
            "entry_that_is_not_there",
            "L0601",
            table(Llvm13, |file| {
                file.vbrs(&[0, 7 << 2 | 1]).mark().vbr(9);
            }),
        ),
        (
            "unknown_type_in_table",
            "L0302",
            table(Llvm13, |file| {
                file.vbr(1).mark().vbr(99);
            }),
        ),
        (
            "types_after_planes",
            "L0601",
            table(Llvm12, |file| {
                file.vbrs(&[7 << 2 | 1, 1]).mark().vbrs(&[12 << 2 | 1, 14]);
            }),
        ),
        (
            "four_billion_entries",
            "L0201",
            table(Llvm13, |file| {
                file.vbr(0).mark().vbrs(&[0xFFFF_FFFF, 7, 1, 1]);
            }),
        ),
        (
            "table_and_constants",
            "L0203",
            with_function(Llvm13, |file, _| {
                file.block(Kind::Compaction, |file| {
                    file.vbrs(&[0, 7 << 2]);
                })
                .mark()
                .block(Kind::Constants, |file| {
                    file.vbr(0);
                });
            }),
        ),
        (
            "compaction_table_in_format_0",
            "L0203",
            with_function(Llvm11, |file, _| {
                file.mark().block(Kind::Compaction, |_| {});
            }),
        ),
    ]
}

pub(super) fn instructions() -> Vec<Fault> {
    // The faulty instruction is the second one of an otherwise valid function.
    let with = |format, faulty: fn(&mut File)| {
        with_instructions(format, move |file, _| {
            file.two(6, INT, [3, 4]).mark();
            faulty(file);
            file.short(1, INT, 1);
        })
    };
    let v3 = |faulty| with(Llvm13, faulty);
    vec![
        ("opcode_0", "L0701", v3(|file| _ = file.short(0, INT, 1))),
        ("opcode_36", "L0701", v3(|file| _ = file.short(36, INT, 1))),
        ("opcode_64", "L0701", v3(|file| _ = file.long(64, 7, &[1]))),
        (
            "user_operation",
            "L0701",
            v3(|file| _ = file.two(34, INT, [1, 1])),
        ),
        (
            "select_before_it_was_invented",
            "L0701",
            with(Llvm11, |file| _ = file.three(33, INT, [0, 1, 1])),
        ),
        ("no_operands", "L0702", v3(|file| _ = file.long(6, 7, &[]))),
        ("add_of_one", "L0702", v3(|file| _ = file.short(6, INT, 1))),
        (
            "add_of_three",
            "L0702",
            v3(|file| _ = file.three(6, INT, [1, 1, 1])),
        ),
        (
            "branch_of_two",
            "L0702",
            v3(|file| _ = file.two(2, 12, [0, 0])),
        ),
        (
            "branch_of_none",
            "L0702",
            v3(|file| _ = file.short(2, 12, NONE)),
        ),
        (
            "switch_of_three",
            "L0702",
            v3(|file| _ = file.three(3, INT, [3, 0, 1])),
        ),
        (
            "phi_of_three",
            "L0702",
            v3(|file| _ = file.three(26, INT, [1, 0, 1])),
        ),
        (
            "phi_of_none",
            "L0702",
            v3(|file| _ = file.short(26, INT, NONE)),
        ),
        (
            "return_of_two",
            "L0702",
            v3(|file| _ = file.two(1, INT, [1, 1])),
        ),
        (
            "cast_of_one",
            "L0702",
            v3(|file| _ = file.short(27, INT, 1)),
        ),
        (
            "shift_of_one",
            "L0702",
            v3(|file| _ = file.short(29, INT, 1)),
        ),
        (
            "select_of_two",
            "L0702",
            v3(|file| _ = file.two(33, INT, [1, 1])),
        ),
        (
            "vaarg_of_one",
            "L0702",
            v3(|file| _ = file.short(32, INT, 1)),
        ),
        (
            "vanext_of_one",
            "L0702",
            v3(|file| _ = file.short(31, INT, 1)),
        ),
        (
            "free_of_none",
            "L0702",
            v3(|file| _ = file.short(21, 15, NONE)),
        ),
        (
            "load_of_two",
            "L0702",
            v3(|file| _ = file.two(23, 15, [0, 0])),
        ),
        (
            "store_of_one",
            "L0702",
            v3(|file| _ = file.short(24, 15, 0)),
        ),
        ("unwind_of_one", "L0702", v3(|file| _ = file.short(5, 0, 0))),
        (
            "alloca_of_two",
            "L0702",
            v3(|file| _ = file.two(22, 15, [1, 1])),
        ),
        (
            "invoke_of_two",
            "L0702",
            v3(|file| _ = file.two(4, 14, [0, 0])),
        ),
        (
            "call_of_none",
            "L0702",
            v3(|file| _ = file.short(28, 14, NONE)),
        ),
        // int (int, int) has two parameters, void (int, ...) at least one.
        (
            "argument_missing",
            "L0702",
            v3(|file| _ = file.two(28, 14, [1, 1])),
        ),
        (
            "argument_too_many",
            "L0702",
            v3(|file| _ = file.long(28, 14, &[1, 1, 1, 1])),
        ),
        (
            "fixed_argument_missing",
            "L0702",
            v3(|file| _ = file.short(28, 19, 0)),
        ),
        (
            "half_a_variable_argument",
            "L0702",
            v3(|file| _ = file.three(28, 19, [0, 1, 7])),
        ),
        (
            "cut_off",
            "L0201",
            with_instructions(Llvm13, |file, _| {
                file.two(6, INT, [3, 4]).mark().raw(&[1 | 1 << 2, 7]);
            }),
        ),
    ]
}

pub(super) fn operands() -> Vec<Fault> {
    let with = |format, faulty: fn(&mut File)| {
        with_instructions(format, move |file, _| {
            file.mark();
            faulty(file);
            file.short(1, INT, 1);
        })
    };
    let v3 = |faulty| with(Llvm13, faulty);
    vec![
        (
            "load_of_int",
            "L0704",
            v3(|file| _ = file.short(23, INT, 1)),
        ),
        (
            "store_to_int",
            "L0704",
            v3(|file| _ = file.two(24, INT, [1, 1])),
        ),
        (
            "free_of_int",
            "L0704",
            v3(|file| _ = file.short(21, INT, 1)),
        ),
        (
            "alloca_of_int",
            "L0704",
            v3(|file| _ = file.short(22, INT, 1)),
        ),
        (
            "call_of_int",
            "L0704",
            v3(|file| _ = file.short(28, INT, 1)),
        ),
        (
            "call_of_pointer_to_int",
            "L0704",
            v3(|file| _ = file.short(28, 15, 0)),
        ),
        (
            "gep_of_int",
            "L0704",
            v3(|file| _ = file.two(25, INT, [1, 7])),
        ),
        // int* with two indices.
        (
            "gep_too_deep",
            "L0704",
            v3(|file| _ = file.three(25, 15, [0, 7, 7])),
        ),
        // { int, int* }* with an argument as the number of a field.
        (
            "gep_field_is_no_constant",
            "L0704",
            v3(|file| {
                file.mark().three(25, 17, [0, 7, 40]);
            }),
        ),
        (
            "old_gep_field_is_no_ubyte",
            "L0704",
            with(Llvm12, |file| _ = file.three(25, 18, [0, 1, 9])),
        ),
        (
            "gep_through_second_pointer",
            "L0704",
            // Fields of the pair: 1 is int*; a third index would go through it.
            v3(|file| _ = file.long(25, 17, &[0, 7, 1, 7])),
        ),
        (
            "gep_result_has_no_type",
            "L0302",
            // A pointer to the int* in the pair is not among the types.
            v3(|file| _ = file.three(25, 17, [0, 7, 1])),
        ),
        (
            "type_of_instruction",
            "L0302",
            v3(|file| _ = file.short(23, 99, 1)),
        ),
        (
            "type_of_cast",
            "L0302",
            v3(|file| _ = file.two(27, INT, [1, 99])),
        ),
        (
            "cast_to_void",
            "L0704",
            v3(|file| _ = file.two(27, INT, [1, 0])),
        ),
        (
            "type_of_variable_argument",
            "L0302",
            v3(|file| _ = file.long(28, 19, &[0, 1, 99, 1])),
        ),
        (
            "case_is_no_constant",
            "L0704",
            v3(|file| _ = file.long(3, 7, &[3, 0, 4, 0])),
        ),
        (
            "null_of_function",
            "L0703",
            v3(|file| _ = file.two(6, 13, [0, 0])),
        ),
        (
            "void_value",
            "L0703",
            v3(|file| _ = file.two(14, 0, [0, 0])),
        ),
        (
            "value_never_defined",
            "L0703",
            v3(|file| _ = file.two(6, INT, [9, 9])),
        ),
        (
            "branch_too_far",
            "L0705",
            v3(|file| _ = file.short(2, 12, 2)),
        ),
        (
            "phi_block_too_far",
            "L0705",
            v3(|file| _ = file.two(26, INT, [1, 1])),
        ),
        (
            "block_number_of_32_bits",
            "L0705",
            v3(|file| _ = file.long(2, 12, &[0xFFFF_FFFF])),
        ),
        ("wrong_return", "L0704", v3(|file| _ = file.short(1, 6, 1))),
        (
            "plane_of_types_as_operand_type",
            "L0302",
            with(Llvm13Pre, |file| _ = file.two(27, INT, [1, 30])),
        ),
    ]
}

pub(super) fn symbols() -> Vec<Fault> {
    let of_module = |content: fn(&mut File)| {
        after_info(Llvm13, |file| {
            file.block(Kind::Symbols, content);
        })
    };
    let of_function = |content: fn(&mut File)| {
        with_function(Llvm13, |file, _| {
            file.block(Kind::Instructions, |file| {
                file.two(6, INT, [3, 4]).short(1, INT, 1);
            })
            .block(Kind::Symbols, content);
        })
    };
    vec![
        (
            "named_type",
            "L0302",
            of_module(|file| _ = file.vbr(1).mark().vbr(99).string("t")),
        ),
        (
            "plane_of_names",
            "L0302",
            of_module(|file| _ = file.vbrs(&[0, 1]).mark().vbrs(&[99, 0]).string("v")),
        ),
        (
            "name_of_nothing",
            "L0801",
            of_module(|file| _ = file.vbrs(&[0, 1, 7]).mark().vbr(1).string("v")),
        ),
        (
            "name_of_null",
            "L0801",
            of_module(|file| _ = file.vbrs(&[0, 1, 7]).mark().vbr(0).string("v")),
        ),
        (
            "name_of_constant",
            "L0801",
            of_function(|file| _ = file.vbrs(&[0, 1, 7]).mark().vbr(1).string("v")),
        ),
        (
            "name_of_later_result",
            "L0801",
            of_function(|file| _ = file.vbrs(&[0, 1, 7]).mark().vbr(6).string("v")),
        ),
        (
            "name_of_block",
            "L0801",
            of_function(|file| _ = file.vbrs(&[0, 1, 12]).mark().vbr(1).string("b")),
        ),
        (
            "name_cut_off",
            "L0201",
            of_function(|file| {
                file.vbrs(&[0, 1, 12, 0, 9]).mark().raw(b"short");
            }),
        ),
        (
            "fewer_names",
            "L0201",
            of_function(|file| _ = file.vbr(0).mark().vbrs(&[2, 12, 0]).string("b")),
        ),
    ]
}
