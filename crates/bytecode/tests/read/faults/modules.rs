//! Headers, blocks, types, and properties of the module.

use super::{Fault, after_info};
use crate::builder::{File, Kind};
use pinnacle_bytecode::Format::{Llvm12, Llvm13, Llvm15};

pub(super) fn headers() -> Vec<Fault> {
    let word = |word| {
        File::module_with_word(Llvm13, word, |file| {
            file.types(0, &[]).info(&[], &[]);
        })
    };
    let at = |mut file: File, offset| {
        file.mark_at(offset);
        file
    };
    let mut other_magic = word(0x3C);
    other_magic.patch(0, b"BC\xC0\xDE");
    let mut other_block = word(0x3C);
    other_block.patch(4, &[2]);
    let mut other_size = word(0x3C);
    other_size.patch(8, &[0]);
    vec![
        ("magic", "L0101", at(other_magic, 0)),
        ("module_kind", "L0102", at(other_block, 4)),
        ("module_size", "L0102", at(other_size, 8)),
        ("format_7", "L0103", at(word(0x7C), 12)),
        (
            "number_too_long",
            "L0202",
            File::module(Llvm13, |file| {
                file.block(Kind::Types, |file| {
                    file.mark().raw(&[0x80, 0x80, 0x80, 0x80, 0x80, 0]);
                })
                .info(&[], &[]);
            }),
        ),
    ]
}

pub(super) fn blocks() -> Vec<Fault> {
    vec![
        (
            "info_before_types",
            "L0205",
            File::module(Llvm13, |file| {
                file.mark().info(&[], &[]).types(0, &[]);
            }),
        ),
        (
            "no_info",
            "L0205",
            File::module(Llvm13, |file| {
                file.types(0, &[]).mark();
            }),
        ),
        (
            "function_before_info",
            "L0205",
            File::module(Llvm13, |file| {
                file.types(0, &[]).mark().block(Kind::Function, |file| {
                    file.vbr(0);
                });
            }),
        ),
        (
            "types_twice",
            "L0204",
            File::module(Llvm13, |file| {
                file.types(0, &[]).mark().types(0, &[]).info(&[], &[]);
            }),
        ),
        (
            "info_twice",
            "L0204",
            after_info(Llvm13, |file| {
                file.mark().info(&[], &[]);
            }),
        ),
        (
            "unknown_block_in_old_format",
            "L0203",
            after_info(Llvm12, |file| {
                file.mark().block(Kind::Unknown, |_| {});
            }),
        ),
        (
            "instructions_outside_of_function",
            "L0203",
            after_info(Llvm13, |file| {
                file.mark().block(Kind::Instructions, |_| {});
            }),
        ),
        (
            "block_longer_than_module",
            "L0201",
            after_info(Llvm13, |file| {
                file.mark().word(100 << 5 | 3);
            }),
        ),
        (
            "half_a_header",
            "L0201",
            after_info(Llvm12, |file| {
                file.word(0x12).mark();
            }),
        ),
        (
            "block_without_padding",
            "L0201",
            after_info(Llvm13, |file| {
                file.word(1 << 5 | 31).raw(&[0]).mark();
            }),
        ),
    ]
}

pub(super) fn types() -> Vec<Fault> {
    let with = |format, count, entries: &[u64], faulty: &[u64]| {
        File::module(format, |file| {
            file.block(Kind::Types, |file| {
                file.vbr(count);
                if format.features().type_plane.is_some() {
                    file.vbr(12);
                }
                file.vbrs(entries).mark().vbrs(faulty);
            })
            .info(&[], &[]);
        })
    };
    vec![
        ("kind_of_type", "L0301", with(Llvm13, 1, &[], &[18])),
        ("kind_of_old_type", "L0301", with(Llvm12, 1, &[], &[12])),
        (
            "type_after_the_last",
            "L0301",
            with(Llvm13, 0, &[], &[16, 7]),
        ),
        ("type_number", "L0302", with(Llvm13, 1, &[16], &[14])),
        ("field_number", "L0302", with(Llvm13, 1, &[14, 7], &[99, 0])),
        (
            "plane_of_types_as_type",
            "L0302",
            with(Llvm12, 1, &[17], &[12]),
        ),
        ("array_of_void", "L0303", with(Llvm13, 1, &[], &[15, 0, 3])),
        (
            "void_between_parameters",
            "L0303",
            with(Llvm13, 1, &[], &[13, 7, 2, 0, 7]),
        ),
        ("half_a_type", "L0201", with(Llvm13, 1, &[15, 7], &[])),
        (
            "fewer_types",
            "L0201",
            File::module(Llvm13, |file| {
                file.block(Kind::Types, |file| {
                    file.mark().vbrs(&[2, 16, 7]);
                })
                .info(&[], &[]);
            }),
        ),
        (
            "other_plane_among_types",
            "L0301",
            File::module(Llvm12, |file| {
                file.block(Kind::Types, |file| {
                    file.vbr(1).mark().vbrs(&[7, 0, 10]);
                })
                .info(&[], &[]);
            }),
        ),
    ]
}

pub(super) fn info() -> Vec<Fault> {
    // Types: 13 = int*, 14 = int (), 15 = a pointer to it.
    let with = |content: &dyn Fn(&mut File)| {
        File::module(Llvm13, |file| {
            file.types(3, &[16, 7, 13, 7, 0, 16, 14]);
            file.block(Kind::Info, content);
        })
    };
    vec![
        // Regression test: this error once had no position.
        (
            "calling_convention_too_large",
            "L0405",
            File::module(Llvm15, |file| {
                file.types(0, &[]).block(Kind::Info, |file| {
                    file.vbrs(&[0, 1 << 5]).mark().vbr(70_000);
                });
            }),
        ),
        (
            "linkage_of_global",
            "L0401",
            with(&|file| {
                file.mark().vbrs(&[13 << 5 | 5 << 2, 0, 0, 0, 0]);
            }),
        ),
        (
            "global_is_no_pointer",
            "L0402",
            with(&|file| {
                file.mark().vbrs(&[7 << 5, 0, 0, 0, 0]);
            }),
        ),
        (
            "type_of_global",
            "L0302",
            with(&|file| {
                file.mark().vbrs(&[50 << 5, 0, 0, 0, 0]);
            }),
        ),
        (
            "function_is_no_function",
            "L0402",
            with(&|file| {
                file.vbr(0).mark().vbrs(&[13, 0, 0, 0]);
            }),
        ),
        (
            "initializer",
            "L0503",
            with(&|file| {
                file.vbr(13 << 5 | 2).mark().vbrs(&[1, 0, 0, 0, 0]);
            }),
        ),
        (
            "library_too_long",
            "L0201",
            with(&|file| {
                file.vbrs(&[0, 0, 1, 9]).mark().raw(b"short");
            }),
        ),
        (
            "no_function_block",
            "L0403",
            File::module(Llvm13, |file| {
                file.types(2, &[13, 7, 0, 16, 13]).info(&[], &[14]).mark();
            }),
        ),
        (
            "one_function_block_too_many",
            "L0403",
            after_info(Llvm13, |file| {
                file.mark().block(Kind::Function, |file| {
                    file.vbr(0);
                });
            }),
        ),
        (
            "linkage_of_function",
            "L0401",
            File::module(Llvm13, |file| {
                file.types(2, &[13, 7, 0, 16, 13])
                    .info(&[], &[14])
                    .block(Kind::Function, |file| {
                        file.mark().vbr(5);
                    });
            }),
        ),
    ]
}
