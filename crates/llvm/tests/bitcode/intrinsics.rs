//! Intrinsics as LLVM 3.3 to 3.7 called them are upgraded as LLVM 19 does it.

use pinnacle_bitstream::Writer;
use pinnacle_llvm::bitcode::PROFILE;
use pinnacle_llvm::bitcode::{Options, read};
use pinnacle_llvm::print;

use crate::compare::same;
use crate::old::{block, name, records};
use crate::tools::{has, run};
use crate::types::Types;

/// Old intrinsics with their result and parameters.
const INTRINSICS: &[(&str, &str, &[&str])] = &[
    (
        "llvm.memcpy.p0i8.p0i8.i32",
        "void",
        &["i8*", "i8*", "i32", "i32", "i1"],
    ),
    (
        "llvm.memcpy.p0i8.p0i8.i64",
        "void",
        &["i8*", "i8*", "i64", "i32", "i1"],
    ),
    (
        "llvm.memmove.p0i8.p0i8.i32",
        "void",
        &["i8*", "i8*", "i32", "i32", "i1"],
    ),
    (
        "llvm.memset.p0i8.i32",
        "void",
        &["i8*", "i8", "i32", "i32", "i1"],
    ),
    ("llvm.ctlz.i32", "i32", &["i32"]),
    ("llvm.cttz.i64", "i64", &["i64"]),
    ("llvm.ctpop.i32", "i32", &["i32"]),
    ("llvm.bswap.i64", "i64", &["i64"]),
    ("llvm.objectsize.i32", "i32", &["i8*", "i1"]),
    ("llvm.objectsize.i64.p0i8", "i64", &["i8*", "i1"]),
    ("llvm.lifetime.start", "void", &["i64", "i8*"]),
    ("llvm.lifetime.end", "void", &["i64", "i8*"]),
    ("llvm.invariant.start", "{}*", &["i64", "i8*"]),
    ("llvm.invariant.end", "void", &["{}*", "i64", "i8*"]),
    ("llvm.var.annotation", "void", &["i8*", "i8*", "i8*", "i32"]),
    (
        "llvm.ptr.annotation.p0i8",
        "i8*",
        &["i8*", "i8*", "i8*", "i32"],
    ),
    ("llvm.annotation.i32", "i32", &["i32", "i8*", "i8*", "i32"]),
    ("llvm.prefetch", "void", &["i8*", "i32", "i32", "i32"]),
    ("llvm.expect.i32", "i32", &["i32", "i32"]),
    ("llvm.stacksave", "i8*", &[]),
    ("llvm.stackrestore", "void", &["i8*"]),
    ("llvm.frameaddress", "i8*", &["i32"]),
    ("llvm.returnaddress", "i8*", &["i32"]),
    ("llvm.va_start", "void", &["i8*"]),
    ("llvm.va_copy", "void", &["i8*", "i8*"]),
    ("llvm.va_end", "void", &["i8*"]),
    ("llvm.eh.typeid.for", "i32", &["i8*"]),
    ("llvm.eh.dwarf.cfa", "i8*", &["i32"]),
    ("llvm.eh.return.i32", "void", &["i32", "i8*"]),
    ("llvm.eh.unwind.init", "void", &[]),
    ("llvm.eh.sjlj.setjmp", "i32", &["i8*"]),
    ("llvm.eh.sjlj.longjmp", "void", &["i8*"]),
    ("llvm.powi.f64", "double", &["double", "i32"]),
    ("llvm.powi.f32", "float", &["float", "i32"]),
    (
        "llvm.masked.load.v4i32",
        "<i32>",
        &["<i32>*", "i32", "<i1>", "<i32>"],
    ),
    (
        "llvm.masked.store.v4i32",
        "void",
        &["<i32>", "<i32>*", "i32", "<i1>"],
    ),
    ("llvm.pow.f64", "double", &["double", "double"]),
    ("llvm.sqrt.f32", "float", &["float"]),
    (
        "llvm.fmuladd.f64",
        "double",
        &["double", "double", "double"],
    ),
    ("llvm.convert.to.fp16", "i16", &["float"]),
    ("llvm.convert.from.fp16", "float", &["i16"]),
    ("llvm.flt.rounds", "i32", &[]),
    ("llvm.sadd.with.overflow.i32", "{i32,i1}", &["i32", "i32"]),
    ("llvm.trap", "void", &[]),
    ("llvm.debugtrap", "void", &[]),
    ("llvm.donothing", "void", &[]),
    ("llvm.readcyclecounter", "i64", &[]),
    ("llvm.adjust.trampoline", "i8*", &["i8*"]),
    ("llvm.clear_cache", "void", &["i8*", "i8*"]),
    ("llvm.assume", "void", &["i1"]),
    ("llvm.nacl.read.tp", "i8*", &[]),
    ("llvm.nacl.atomic.load.i32", "i32", &["i32*", "i32"]),
    ("llvm.nacl.setjmp", "i32", &["i8*"]),
    ("llvm.nacl.longjmp", "void", &["i8*", "i32"]),
];

/// An intrinsic with its result and its parameters.
pub(crate) type Intrinsic<'a> = (&'a str, &'a str, &'a [&'a str]);

/// A module of version 0 with a function that calls all of them. If `old` is set, the module is of
/// LLVM 2.9 or earlier.
pub(crate) fn module_of(intrinsics: &[Intrinsic<'_>], old: bool) -> Vec<u8> {
    let mut types = Types::default();
    let mut globals = vec![types.function(true, "void", &[])];
    let mut scalars = Vec::new();
    for &(_, result, parameters) in intrinsics {
        globals.push(types.function(false, result, parameters));
        for parameter in parameters {
            let ty = types.of(parameter);
            if !scalars.contains(&ty) {
                scalars.push(ty);
            }
        }
    }
    let mut writer = Writer::new(b"BC\xC0\xDE", PROFILE);
    writer.enter_block(8, 3).expect("it may stand here");
    if old {
        types.write_old(&mut writer);
    } else {
        records(&mut writer, &[(1, &[0])]);
        types.write(&mut writer);
    }
    for (number, &ty) in globals.iter().enumerate() {
        let declared = u64::from(number > 0);
        records(&mut writer, &[(8, &[ty, 0, declared, 0, 0, 0, 0, 0])]);
    }
    let names: Vec<_> = std::iter::once("caller")
        .chain(intrinsics.iter().map(|&(name, ..)| name))
        .zip(0..)
        .map(|(text, number)| name(number, text))
        .collect();
    let names: Vec<_> = names.iter().map(|name| (1, &name[..])).collect();
    block(&mut writer, 14, &names);
    writer.enter_block(12, 4).expect("it may stand here");
    records(&mut writer, &[(1, &[1])]);
    // A zero of each type, and a 32-bit one, which often serves as an alignment.
    writer.enter_block(11, 4).expect("it may stand here");
    for ty in &scalars {
        let one = types.name(*ty) == "i32";
        let value: (u64, &[u64]) = if one { (4, &[2]) } else { (2, &[]) };
        records(&mut writer, &[(1, &[*ty]), value]);
    }
    writer.exit_block().expect("it is open");
    for (at, (_, _, parameters)) in intrinsics.iter().enumerate() {
        let mut call = vec![0, 0, at as u64 + 1];
        for parameter in *parameters {
            let ty = types.of(parameter);
            let at = scalars
                .iter()
                .position(|&it| it == ty)
                .expect("it was added");
            call.push((globals.len() + at) as u64);
        }
        records(&mut writer, &[(34, &call)]);
    }
    records(&mut writer, &[(10, &[])]);
    writer.exit_block().expect("it is open");
    writer.exit_block().expect("it is open");
    writer.finish().expect("all blocks are closed")
}

/// The names of declared functions.
fn declared(text: &str) -> Vec<&str> {
    let lines = text.lines().filter(|line| line.starts_with("declare "));
    let names = lines.filter_map(|line| line.split_once('@')?.1.split('(').next());
    names.collect()
}

#[test]
fn intrinsics_of_llvm_3_become_those_of_today() {
    if !has("llvm-as-19") || !has("llvm-dis-19") {
        return;
    }
    for intrinsic in INTRINSICS {
        let bitcode = module_of(&[*intrinsic], false);
        same(intrinsic.0, &bitcode);
        // The assembler would also upgrade the name, so names are compared separately.
        let theirs = run("llvm-dis-19", &["-o", "-", "-"], &bitcode).expect("it is valid");
        let theirs = String::from_utf8_lossy(&theirs).into_owned();
        let ours = print(&read(&bitcode, &Options::default()).expect("it is valid"));
        assert_eq!(declared(&ours), declared(&theirs), "{}", intrinsic.0);
    }
    same("all intrinsics", &module_of(INTRINSICS, false));
}
