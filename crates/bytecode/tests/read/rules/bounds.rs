//! Memory use of files.

use super::Test;
use crate::builder::{File, INT, Kind, NONE, with_function, with_instructions};
use crate::damage::attempt;
use libtest_mimic::Failed;
use pinnacle_bytecode::Format::Llvm13;

pub(super) const TESTS: &[(&str, Test)] = &[("bounds_of_memory", bounds_of_memory)];

/// Files that repeat the item that takes the most memory for its size.
fn bounds_of_memory() -> Result<(), Failed> {
    const COUNT: u64 = 50_000;
    let types = |entry: &dyn Fn(u64) -> Vec<u64>| {
        let entries: Vec<u64> = (0..COUNT).flat_map(entry).collect();
        File::module(Llvm13, |file| {
            file.types(COUNT, &entries).info(&[], &[]);
        })
    };
    let files = [
        ("opaque", types(&|_| vec![17])),
        ("aliases", types(&|_| vec![7])),
        (
            "pointers",
            types(&|at| vec![16, if at == 0 { 7 } else { 12 + at }]),
        ),
        ("circle", types(&|at| vec![16, 13 + (at + 1) % COUNT])),
        ("arrays", types(&|at| vec![15, 7, at])),
        (
            "structures",
            types(&|at| vec![14, 1 + at % 11, 12 + at.max(1), 0]),
        ),
        (
            "functions",
            types(&|at| vec![13, 0, 2, 1 + at % 11, 12 + at.max(1)]),
        ),
        (
            "globals",
            File::module(Llvm13, |file| {
                file.types(1, &[16, 7])
                    .info(&[13 << 5; COUNT as usize], &[]);
            }),
        ),
        (
            "declarations",
            File::module(Llvm13, |file| {
                file.types(2, &[13, 0, 0, 16, 13])
                    .info(&[], &[14; COUNT as usize]);
                for _ in 0..COUNT {
                    file.block(Kind::Function, |file| _ = file.vbr(0));
                }
            }),
        ),
        (
            "bodies",
            File::module(Llvm13, |file| {
                file.types(2, &[13, 0, 0, 16, 13])
                    .info(&[], &[14; COUNT as usize]);
                for _ in 0..COUNT {
                    file.block(Kind::Function, |file| {
                        file.vbr(0)
                            .block(Kind::Instructions, |file| _ = file.short(1, 0, NONE));
                    });
                }
            }),
        ),
        (
            "integers",
            File::module(Llvm13, |file| {
                file.types(0, &[])
                    .info(&[], &[])
                    .block(Kind::Constants, |file| {
                        file.vbrs(&[COUNT, 6]);
                        for number in 1..=COUNT {
                            file.vbrs(&[0, number]);
                        }
                    });
            }),
        ),
        (
            "arrays of two",
            File::module(Llvm13, |file| {
                file.types(1, &[15, 6, 2])
                    .info(&[], &[])
                    .block(Kind::Constants, |file| {
                        file.vbrs(&[127, 6]);
                        for number in 1..=127 {
                            file.vbrs(&[0, number]);
                        }
                        file.vbrs(&[127 * 127, 13]);
                        for number in 0..127 * 127 {
                            file.vbrs(&[0, 1 + number % 127, 1 + number / 127]);
                        }
                    });
            }),
        ),
        (
            "strings",
            File::module(Llvm13, |file| {
                file.types(1, &[15, 2, 2])
                    .info(&[], &[])
                    .block(Kind::Constants, |file| {
                        file.vbrs(&[COUNT, 0]);
                        for number in 1..=COUNT as u16 {
                            file.vbr(13).raw(&number.to_le_bytes());
                        }
                    });
            }),
        ),
        (
            "instructions",
            with_instructions(Llvm13, |file, _| {
                for _ in 0..COUNT {
                    file.short(1, INT, 1);
                }
            }),
        ),
        (
            "sums",
            with_instructions(Llvm13, |file, _| {
                for _ in 0..COUNT {
                    file.two(6, INT, [200, 201]);
                }
                file.short(1, INT, 1);
            }),
        ),
        (
            "the same name",
            with_function(Llvm13, |file, _| {
                file.block(Kind::Instructions, |file| {
                    for _ in 0..COUNT {
                        file.short(1, INT, 1);
                    }
                })
                .block(Kind::Symbols, |file| {
                    file.vbrs(&[0, COUNT, 12]);
                    for number in 0..COUNT {
                        file.vbr(number).string("b");
                    }
                });
            }),
        ),
        (
            "planes of names",
            with_function(Llvm13, |file, _| {
                file.block(Kind::Instructions, |file| _ = file.short(1, INT, 1))
                    .block(Kind::Symbols, |file| {
                        file.vbr(0);
                        for _ in 0..COUNT {
                            file.vbrs(&[0, 12]);
                        }
                    });
            }),
        ),
        (
            "libraries",
            File::module(Llvm13, |file| {
                file.types(0, &[]).block(Kind::Info, |file| {
                    file.vbrs(&[0, 0, COUNT]).raw(&[0; COUNT as usize]);
                    file.vbr(0).align();
                });
            }),
        ),
    ];
    let mut failures = String::new();
    for (name, file) in files {
        if let Err(failure) = attempt(file.bytes()) {
            let text = failure.message().unwrap_or_default();
            failures += &format!("{name} ({} bytes): {text}\n", file.bytes().len());
        }
    }
    if failures.is_empty() {
        Ok(())
    } else {
        Err(failures.into())
    }
}
