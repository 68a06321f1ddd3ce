//! Memory shared by code and host, and what a run leaves unreleased.

use super::*;
use crate::memory::{Memory, PAGE_SIZE, Protection};

const P: u32 = PAGE_SIZE;

/// Function 1 loads a word, function 2 stores one at its own address.
fn instance(code: &Code, memory_limit: u32) -> Instance {
    let options = RunOptions {
        memory_limit,
        ..RunOptions::default()
    };
    Instance::new(code, options).unwrap()
}

fn access(instance: &mut Instance, program: &Program, function: u32, address: u32) -> Option<u64> {
    let function = FuncId(function);
    let signature = program.module().signature(function);
    let result = instance.call(function, signature, &[address.into()]);
    result.ok().map(|words| words[0])
}

#[test]
fn the_host_and_the_code_see_the_same_pages() {
    let program = program(traps::TEXT);
    let code = code(&program);
    let mut instance = instance(&code, 64 << 20);
    let arena = 32 << 20;
    let pages = arena..arena + 3 * P;
    let protect = |instance: &Instance, protection| {
        instance.with_memory(|memory| memory.protect(pages.clone(), protection).unwrap());
    };
    let at = arena + 2 * P - 2;
    assert_eq!(access(&mut instance, &program, 1, at), None);

    protect(&instance, Protection::ReadWrite);
    assert_eq!(access(&mut instance, &program, 1, at), Some(0));
    assert_eq!(access(&mut instance, &program, 2, at), Some(at.into()));
    assert_eq!(instance.with_memory(|memory| memory.load_u32(at)), Ok(at));
    instance.with_memory(|memory| memory.store_u32(at, 5).unwrap());
    assert_eq!(access(&mut instance, &program, 1, at), Some(5));

    protect(&instance, Protection::Read);
    assert_eq!(access(&mut instance, &program, 1, at), Some(5));
    assert_eq!(access(&mut instance, &program, 2, at), None);
    assert!(
        instance
            .with_memory(|memory| memory.store_u32(at, 6))
            .is_err()
    );

    protect(&instance, Protection::None);
    assert_eq!(access(&mut instance, &program, 1, at), None);
    assert!(instance.with_memory(|memory| memory.load_u32(at)).is_err());

    protect(&instance, Protection::Unmapped);
    protect(&instance, Protection::ReadWrite);
    assert_eq!(access(&mut instance, &program, 1, at), Some(0));
}

/// Compares copies of mapped memory with copies of a slice.
#[test]
fn copies_of_every_alignment() {
    let code = code(&program(traps::TEXT));
    let instance = instance(&code, 64 << 20);
    let start = instance.stack().start;
    instance.with_memory(|memory: &mut Memory| {
        let bytes: Vec<u8> = (0..64).map(|index| index * 3 + 1).collect();
        for offset in 0..9 {
            for len in [0, 1, 3, 7, 8, 9, 15, 16, 17, 40] {
                memory.fill(start, 128, 0xee).unwrap();
                memory.write(start + 16 + offset, &bytes[..len]).unwrap();
                let mut expected = vec![0xee; 128];
                let place = 16 + offset as usize;
                expected[place..place + len].copy_from_slice(&bytes[..len]);
                assert_eq!(memory.bytes(start, 128).unwrap(), expected);
                for to in [0, 5, 16, 17, 24, 60] {
                    let mut copied = expected.clone();
                    copied.copy_within(place..place + len, to);
                    let from = start + 16 + offset;
                    memory.write(start, &expected).unwrap();
                    memory.copy(start + to as u32, from, len as u32).unwrap();
                    assert_eq!(memory.bytes(start, 128).unwrap(), copied);
                    memory.fill(start + 3, 2 * offset, 7).unwrap();
                    copied[3..3 + 2 * offset as usize].fill(7);
                    assert_eq!(memory.bytes(start, 128).unwrap(), copied);
                }
            }
        }
        let long: Vec<u8> = (0..20_000_u32).map(|index| (index % 251) as u8).collect();
        memory.write(start + 1, &long).unwrap();
        memory.copy(start + 1000, start + 1, 20_000).unwrap();
        assert_eq!(memory.bytes(start + 1000, 20_000).unwrap(), long);
        memory.copy(start + 3, start + 1000, 20_000).unwrap();
        assert_eq!(memory.bytes(start + 3, 20_000).unwrap(), long);
    });
}

#[test]
fn a_program_that_does_not_fit_is_refused() {
    let code = code(&program(traps::TEXT));
    let options = RunOptions {
        memory_limit: 1 << 20,
        ..RunOptions::default()
    };
    let error = Instance::new(&code, options).unwrap_err();
    assert!(error.to_string().contains("bytes of memory"), "{error}");
}

#[test]
fn the_greatest_limit_works() {
    let program = program(traps::TEXT);
    let code = code(&program);
    let mut instance = instance(&code, u32::MAX);
    assert_eq!(access(&mut instance, &program, 1, u32::MAX - 3), None);
    assert_eq!(access(&mut instance, &program, 1, P), Some(0x6461_6572));
}

/// The mappings and threads of this process.
#[cfg(target_os = "linux")]
fn usage() -> (usize, usize) {
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
    let size = |line: &str| {
        let (range, _) = line.split_once(' ')?;
        let (start, end) = range.split_once('-')?;
        let number = |text| usize::from_str_radix(text, 16).ok();
        Some(number(end)? - number(start)?)
    };
    let gigabytes = maps.lines().filter_map(size).sum::<usize>() >> 30;
    let threads = std::fs::read_dir("/proc/self/task").unwrap().count();
    (gigabytes, threads)
}

/// Other tests of this process run at the same time, so this looks for far more than they could
/// cause.
#[test]
#[cfg(target_os = "linux")]
fn runs_leave_no_files() {
    let threads = program(include_str!("../../../../../examples/threads.pnasm"));
    let hello = program(include_str!("../../../../../examples/hello.pnasm"));
    let codes =
        [&threads, &hello].map(|program| Code::compile(program, &CodeOptions::default()).unwrap());
    let before = usage();
    for _ in 0..200 {
        for code in &codes {
            assert_eq!(start(code).0.unwrap(), 0);
        }
    }
    let after = usage();
    assert!(after.0 < before.0 + 400, "{before:?} became {after:?}");
    assert!(after.1 < before.1 + 200, "{before:?} became {after:?}");
}
