//! Cases of function addresses and their names.

use crate::case::{Case, fault};
use pinnacle_pexe::decode::Allow;

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = declarations();
    cases.extend(intrinsics());
    cases.extend(symbols());
    cases
}

fn declarations() -> Vec<Case> {
    vec![
        fault("functions.type", "P0401", "an integer").put("f1", &["f1 = 8, t0, 0, 0, 3"]),
        fault("functions.type", "P0401", "void").put("trap", &["f10 = 8, t1, 0, 1, 0"]),
        fault("functions.bodies", "P0402", "one too many")
            .put(
                "body end",
                &["65534", "65535, 12, 2", "1, 1", "10", "65534"],
            )
            .at("body end", 1),
        fault("functions.bodies", "P0402", "one too few")
            .put("trap", &["f10 = 8, t22, 0, 1, 0", "f11 = 8, t22, 0, 0, 3"])
            .at("module end", 0),
        fault("functions.convention", "P0403", "of a function").put("f1", &["f1 = 8, t6, 8, 0, 3"]),
        fault("functions.convention", "P0403", "of a call").here(&["v4 = 34, 16, f1, p0, p1"]),
        fault("functions.convention", "P0403", "of an indirect call")
            .here(&["v4 = 44, 2, p0, t0, p0"]),
        fault("functions.signature", "P0404", "takes an i8")
            .put("i8 function", &["t23 = 21, 0, t0, t7"])
            .put("f1", &["f1 = 8, t6, 0, 0, 3", "f2 = 8, t23, 0, 1, 0"])
            .put("memcpy", &[])
            .put("memcpy symbol", &[])
            .at("f1", 1),
        fault("functions.signature", "P0404", "returns an i8")
            .put("memcpy", &["f2 = 8, t23, 0, 1, 0"])
            .put("memcpy symbol", &[])
            .at("memcpy", 0),
        fault("functions.defined", "P0407", "a function without a name")
            .put("trap symbol", &[])
            .at("trap", 0),
        fault("functions.defined", "P0407", "a function of another name")
            .put("trap symbol", &["1, =f10, \"malloc\""])
            .at("trap", 0),
        fault("functions.defined", "P0407", "an internal function")
            .put("trap", &["f10 = 8, t22, 0, 1, 3"])
            .put("trap symbol", &[]),
        fault("functions.defined", "P0407", "a system call of MinSFI")
            .put("trap symbol", &["1, =f10, \"__minsfi_syscall_exit\""])
            .at("trap", 0),
        fault(
            "functions.defined",
            "P0407",
            "a system call that returns nothing, where they are let pass",
        )
        .put("trap symbol", &["1, =f10, \"__minsfi_syscall_exit\""])
        .at("trap", 0)
        .allowing(Allow {
            minsfi_syscalls: true,
            ..Allow::default()
        }),
        fault("functions.external", "P0408", "a function without a name")
            .put("f1", &["f1 = 8, t6, 0, 0, 0"]),
        fault("functions.external", "P0408", "a function of another name")
            .put("f1", &["f1 = 8, t6, 0, 0, 0"])
            .put(
                "trap symbol",
                &["1, =f10, \"llvm.trap\"", "1, =f1, \"main\""],
            ),
        fault("functions.entry", "P0409", "internal")
            .put("f0", &["f0 = 8, t2, 0, 0, 3"])
            .at("trap", 0),
        fault("functions.entry", "P0409", "without its name")
            .put("f0", &["f0 = 8, t2, 0, 0, 3"])
            .put("symbol", &["1, =f0, \"start\""])
            .at("trap", 0),
        fault("functions.entry", "P0409", "twice")
            .put("f1", &["f1 = 8, t6, 0, 0, 0"])
            .put(
                "trap symbol",
                &["1, =f10, \"llvm.trap\"", "1, =f1, \"_start\""],
            ),
    ]
}

fn intrinsics() -> Vec<Case> {
    let name = |name| fault("functions.intrinsic-name", "P0405", name);
    let ty = |name| fault("functions.intrinsic-type", "P0406", name);
    vec![
        name("not of PNaCl").put("trap symbol", &["1, =f10, \"llvm.debugtrap\""]),
        name("without its suffix").put("fence symbol", &["1, =f6, \"llvm.nacl.atomic\""]),
        name("on a type that it has not").put("ctlz symbol", &["1, =f8, \"llvm.ctlz.i8\""]),
        name("of another length type")
            .put("memcpy symbol", &["1, =f2, \"llvm.memcpy.p0i8.p0i8.i64\""]),
        name("of debug information").put("trap symbol", &["1, =f10, \"llvm.dbg.value\""]),
        name("internal")
            .put("trap", &["f10 = 8, t22, 0, 1, 3"])
            .at("trap symbol", 0),
        name("defined")
            .put("f1", &["f1 = 8, t6, 0, 0, 3", "f2 = 8, t22, 0, 0, 0"])
            .put("memcpy", &[])
            .put("memcpy symbol", &["1, =f2, \"llvm.trap\""])
            .put("trap", &["f10 = 8, t22, 0, 0, 3"])
            .put("trap symbol", &[])
            .put(
                "body end",
                &[
                    "65534",
                    "65535, 12, 4",
                    "1, 1",
                    "10",
                    "65534",
                    "65535, 12, 4",
                    "1, 1",
                    "10",
                    "65534",
                ],
            )
            .at("memcpy symbol", 0),
        ty("too few parameters").put("trap symbol", &["1, =f10, \"llvm.nacl.longjmp\""]),
        ty("another result").put("load symbol", &["1, =f3, \"llvm.nacl.atomic.load.i64\""]),
        ty("another parameter").put("ctlz symbol", &["1, =f8, \"llvm.cttz.i64\""]),
        fault("functions.intrinsic-once", "P0202", "two traps")
            .put("trap", &["f10 = 8, t22, 0, 1, 0", "f11 = 8, t22, 0, 1, 0"])
            .put(
                "trap symbol",
                &["1, =f10, \"llvm.trap\"", "1, =f11, \"llvm.trap\""],
            )
            .at("trap symbol", 1),
    ]
}

fn symbols() -> Vec<Case> {
    let allow = Allow {
        local_symbol_tables: true,
        ..Allow::default()
    };
    vec![
        fault("symbols.values", "P0601", "a value that does not exist")
            .put("symbols end", &["1, 13, 97", "65534"]),
        fault("symbols.values", "P0601", "a value far away")
            .put("symbols end", &["1, 4294967295, 97", "65534"]),
        fault("symbols.values", "P0601", "an intrinsic global")
            .put("symbols end", &["1, =g0, \"llvm.used\"", "65534"]),
        fault("symbols.once", "P0202", "two names of a function")
            .put("symbols end", &["1, =f0, \"again\"", "65534"]),
        fault("symbols.once", "P0202", "two names of a global")
            .put("symbols end", &["1, =g0, \"a\"", "1, =g0, \"b\"", "65534"])
            .at("symbols end", 1),
        fault("symbols.local", "P0201", "names in a function").put(
            "body end",
            &["65535, 14, 4", "1, =v0, 97", "65534", "65534"],
        ),
        fault(
            "symbols.local-values",
            "P0601",
            "a value that does not exist",
        )
        .put(
            "body end",
            &["65535, 14, 4", "1, =v0, 97", "1, =v4, 97", "65534", "65534"],
        )
        .at("body end", 2)
        .allowing(allow),
        fault(
            "symbols.local-values",
            "P0601",
            "a block that does not exist",
        )
        .put(
            "body end",
            &["65535, 14, 4", "2, 2, 97", "2, 3, 97", "65534", "65534"],
        )
        .at("body end", 2)
        .allowing(allow),
    ]
}
