//! Programs for the tests.

use pinnacle_pexe::inst::BinaryOp;
use pinnacle_pexe::types::Type;
use pinnacle_testing::build::ModuleBuilder;
use pinnacle_testing::samples;

/// Returns a small program.
pub(crate) fn program() -> Vec<u8> {
    samples::mandelbrot().to_pexe()
}

/// Returns a program with `count` functions whose structures all differ. The first `changed`
/// functions differ from those of a program with `changed` 0.
pub(crate) fn with_functions(count: u32, changed: u32) -> Vec<u8> {
    let mut module = ModuleBuilder::new();
    for number in 0..count {
        let function = module.function(Type::I32, &[Type::I32]);
        let mut f = module.body(function);
        let mut value = f.param(0);
        // The binary digits of the number select the operations.
        let digits = if number < changed {
            number | 1 << 9
        } else {
            number
        };
        for bit in 0..10 {
            let op = match digits >> bit & 1 {
                0 => BinaryOp::Add,
                _ => BinaryOp::Xor,
            };
            let other = f.i32(bit);
            value = f.binary(op, value, other);
        }
        f.ret(value);
        module.define(function, f);
    }
    let start = module.start();
    let mut f = module.body(start);
    f.ret_void();
    module.define(start, f);
    module.to_pexe()
}
