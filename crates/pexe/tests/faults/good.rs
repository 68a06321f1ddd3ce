//! Changes of the valid module that violate no rule but are similar to violations.

use crate::base::{self, Change};
use libtest_mimic::{Failed, Trial};
use pinnacle_pexe::decode::Allow;
use pinnacle_pexe::verify::{Options, verify};
use pinnacle_testing::records::{File, Item};

const ALL: Allow = Allow {
    binary_flags: true,
    trailing_data: true,
    minsfi_syscalls: true,
    local_symbol_tables: true,
    no_entry_point: true,
};

/// A name, the replaced records, the accepted violations, and other changes.
type Good = (&'static str, Vec<Change>, Allow, fn(&mut File));

fn none(_: &mut File) {}

pub(crate) fn trials() -> Vec<Trial> {
    let here = |records: &[&'static str]| -> Vec<Change> { vec![("here", records.to_vec())] };
    let put = |label, records: &[&'static str]| -> Vec<Change> { vec![(label, records.to_vec())] };
    let strict = Allow::default();
    let cases: Vec<Good> = vec![
        (
            "a phi of one edge",
            vec![
                ("condbr", vec!["11, 1"]),
                ("phi", vec!["v3 = 16, t0, ~v1, 1"]),
            ],
            strict,
            none,
        ),
        (
            "a value declared and defined later",
            here(&["43, =v4, t0", "v4 = 2, p0, p0, 0"]),
            strict,
            none,
        ),
        (
            "two constants blocks",
            put("constants end", &["65534", "65535, 11, 4", "65534"]),
            strict,
            none,
        ),
        (
            "a type set twice",
            put("settype i32", &["1, t8", "1, t0"]),
            strict,
            none,
        ),
        (
            "a switch without cases",
            put("br", &["12, t0, p0, 2, 0"]),
            strict,
            none,
        ),
        (
            "a switch with a case",
            put("br", &["12, t0, p0, 2, 1, 1, 1, 8589934590, 2"])
                .into_iter()
                .chain([("phi", vec!["v3 = 16, t0, ~v0, 0, ~v1, 1, ~v1, 1"])])
                .collect(),
            strict,
            none,
        ),
        (
            "an alloca without alignment",
            here(&["v4 = 19, p0, 0"]),
            strict,
            none,
        ),
        (
            "an alloca by 2**29",
            here(&["v4 = 19, p0, 30"]),
            strict,
            none,
        ),
        (
            "a global by 2**29",
            put("g0", &["g0 = 0, 30, 0"]),
            strict,
            none,
        ),
        (
            "a bitwise operation on i1",
            here(&["v4 = 2, c4, c5, 12"]),
            strict,
            none,
        ),
        (
            "a load of each vector",
            here(&[
                "v4 = 20, p0, 3, t5",
                "v5 = 20, p0, 3, t11",
                "v6 = 20, p0, 1, t13",
                "v7 = 20, p0, 2, t14",
            ]),
            strict,
            none,
        ),
        (
            "a bitcast of an address and of a float",
            here(&["v4 = 3, g0, t4, 11", "v5 = 3, p1, t0, 11"]),
            strict,
            none,
        ),
        (
            "the address of a function",
            here(&["24, p0, f1, 1"]),
            strict,
            none,
        ),
        (
            "a tail call",
            here(&["v4 = 34, 1, f1, p0, p1"]),
            strict,
            none,
        ),
        (
            "a relocation to a function",
            put("reloc", &["4, =f1"]),
            strict,
            none,
        ),
        (
            "a name of a global and of an internal function",
            put("symbols end", &["1, =g0, 97", "1, =f1, 98", "65534"]),
            strict,
            none,
        ),
        (
            "atomics of each order",
            here(&[
                "v4 = 34, 0, f3, p0, c2",
                "34, 0, f9, p0, p0, c3",
                "v5 = 34, 0, f4, c2, p0, p0, c3",
                "v6 = 34, 0, f5, p0, p0, p0, c2, c2",
                "34, 0, f6, c3",
                "v7 = 34, 0, f7, c3, p0",
            ]),
            strict,
            none,
        ),
        (
            "a loop in code that is never reached",
            vec![
                ("blocks", vec!["1, 4"]),
                (
                    "ret",
                    vec![
                        "10, v3",
                        "43, =v5, t0",
                        "v4 = 2, v5, p0, 0",
                        "v5 = 2, v4, p0, 0",
                        "11, 3",
                    ],
                ),
            ],
            strict,
            none,
        ),
        (
            "flags, where they are let pass",
            put("add", &["v0 = 2, p0, c0, 0, 3"]),
            ALL,
            none,
        ),
        (
            "bytes behind the module, where they are let pass",
            Vec::new(),
            ALL,
            |file| file.items.push(Item::RawBits(7, 64)),
        ),
        (
            "a system call of MinSFI, where it is let pass",
            vec![
                ("trap", vec!["f10 = 8, t16, 0, 1, 0"]),
                ("trap symbol", vec!["1, =f10, \"__minsfi_syscall_exit\""]),
            ],
            ALL,
            none,
        ),
        (
            "names in a function, where they are let pass",
            put(
                "body end",
                &["65535, 14, 4", "1, =v0, 97", "2, 2, 98", "65534", "65534"],
            ),
            ALL,
            none,
        ),
    ];
    cases
        .into_iter()
        .map(|(name, changes, allow, edit)| {
            Trial::test(format!("good / {name}"), move || {
                let mut file = base::file(&base::lines(&changes));
                edit(&mut file);
                let bytes = file.write().map_err(|error| error.to_string())?;
                let report = verify(&bytes, &Options { jobs: 1, allow });
                if report.is_valid() {
                    Ok(())
                } else {
                    Err(Failed::from(format!("{:#?}", report.errors)))
                }
            })
        })
        .collect()
}
