//! Compiled programs as bytes.

use super::*;
use crate::compiled::CodeError;
use crate::native;

const HELLO: &str = include_str!("../../../../../examples/hello.pnasm");

fn bytes() -> Vec<u8> {
    let code = Code::compile(&program(HELLO), &CodeOptions::default()).unwrap();
    code.to_bytes().unwrap()
}

fn from_bytes(bytes: &[u8]) -> Result<Code, CodeError> {
    Code::from_bytes(native::trusted_by_tests(bytes))
}

#[test]
fn a_program_starts_again_without_its_file() {
    let code = from_bytes(&bytes()).unwrap();
    assert!(!code.is_interruptible() && !code.has_threads());
    assert_eq!(start(&code).0.unwrap(), 0);
    assert_eq!(code.to_bytes().unwrap(), bytes());
}

#[test]
fn where_it_traps_is_found_after_a_warm_start() {
    let program = program(traps::TEXT);
    let code = from_bytes(&code(&program).to_bytes().unwrap()).unwrap();
    let mut instance = Instance::new(&code, RunOptions::default()).unwrap();
    let function = FuncId(4);
    let stop = instance.call(function, program.module().signature(function), &[]);
    let trap = stop.unwrap_err().trap(&code, &program);
    assert_eq!(trap.kind, TrapKind::Unreachable);
    assert_eq!(trap.stack[0].text, "unreachable;");
}

#[test]
fn damage_is_found() {
    let bytes = bytes();
    for len in [0, 7, 15, 16, 40, bytes.len() - 1] {
        let cut = from_bytes(&bytes[..len]).unwrap_err();
        assert!(matches!(cut, CodeError::Damaged), "{len}: {cut}");
    }
    for at in [0, 6, 8, 16, 20, 100, bytes.len() / 2, bytes.len() - 1] {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        let error = from_bytes(&changed).unwrap_err();
        assert!(matches!(error, CodeError::Damaged), "{at}: {error}");
    }
}

#[test]
fn another_version_is_told_from_damage() {
    let mut bytes = bytes();
    bytes[7] += 1;
    let error = from_bytes(&bytes).unwrap_err();
    assert!(matches!(error, CodeError::Incompatible(_)), "{error}");
}
