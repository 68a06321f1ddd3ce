//! Sample programs built in code.

use crate::build::{Callee, FunctionBuilder, Global, GlobalHandle, ModuleBuilder, Value};
use crate::system::{self, STDOUT};
use pinnacle_pexe::inst::{BinaryOp, Predicate};
use pinnacle_pexe::types::Type;

/// Characters per line of the picture.
pub const COLUMNS: i32 = 100;
/// Lines of the picture.
pub const ROWS: i32 = 40;
/// Number of steps after which a point counts as inside of the set.
pub const MAX_STEPS: i32 = 2000;
/// The characters for points, from far outside of the set to the inside.
pub const SHADES: &[u8] = b" .,:;-=+*oaO#%8&@";

/// A program that draws the Mandelbrot set with characters on standard output.
///
/// Its start-up code works like that of every real program: it finds the query function in its
/// start-up block, requests the interfaces that it needs, and calls them through the returned
/// addresses.
pub fn mandelbrot() -> ModuleBuilder {
    let mut module = ModuleBuilder::new();
    let line = module.global(Global::variable(1).zeros(COLUMNS as u32 + 1));
    let shades = module.global(Global::constant(1).data(SHADES));
    let steps = steps_at_point(&mut module);
    let draw = draw(&mut module, line, shades, steps);
    system::define_start(&mut module, |f, system| {
        f.call(draw, &[system.write_address()]);
    });
    module
}

/// A loop that counts from zero: its header block, and the current number.
struct Counted {
    number: Value,
    header: pinnacle_pexe::BlockId,
    exit: pinnacle_pexe::BlockId,
}

impl Counted {
    /// Begins the loop. The code that follows is its body.
    fn begin(f: &mut FunctionBuilder, count: i32) -> Counted {
        let before = f.current();
        let (header, body, exit) = (f.block(), f.block(), f.block());
        f.br(header);
        f.switch_to(header);
        let number = f.phi(Type::I32);
        let zero = f.i32(0);
        f.add_incoming(number, zero, before);
        let count = f.i32(count);
        let more = f.compare(Predicate::Slt, number, count);
        f.cond_br(more, body, exit);
        f.switch_to(body);
        Counted {
            number,
            header,
            exit,
        }
    }

    /// Ends the loop's body. The code that follows comes after the loop.
    fn end(self, f: &mut FunctionBuilder) {
        let last = f.current();
        let next = f.offset(self.number, 1);
        f.add_incoming(self.number, next, last);
        f.br(self.header);
        f.switch_to(self.exit);
    }
}

/// `i32 steps(double x, double y)`: the number of steps for which z = z*z + c stays within a
/// distance of 2, at most [`MAX_STEPS`].
fn steps_at_point(module: &mut ModuleBuilder) -> Callee {
    let function = module.function(Type::I32, &[Type::Double, Type::Double]);
    let mut f = module.body(function);
    let (x, y) = (f.param(0), f.param(1));
    let zero = f.double(0.0);
    let before = f.current();
    let (header, body, exit) = (f.block(), f.block(), f.block());
    f.br(header);

    f.switch_to(header);
    let steps = f.phi(Type::I32);
    let real = f.phi(Type::Double);
    let imaginary = f.phi(Type::Double);
    let first = f.i32(0);
    f.add_incoming(steps, first, before);
    f.add_incoming(real, zero, before);
    f.add_incoming(imaginary, zero, before);
    let real_square = f.binary(BinaryOp::FMul, real, real);
    let imaginary_square = f.binary(BinaryOp::FMul, imaginary, imaginary);
    let distance = f.binary(BinaryOp::FAdd, real_square, imaginary_square);
    let limit = f.double(4.0);
    let near = f.compare(Predicate::FOle, distance, limit);
    let most = f.i32(MAX_STEPS);
    let more = f.compare(Predicate::Slt, steps, most);
    let go_on = f.binary(BinaryOp::And, near, more);
    f.cond_br(go_on, body, exit);

    f.switch_to(body);
    let difference = f.binary(BinaryOp::FSub, real_square, imaginary_square);
    let next_real = f.binary(BinaryOp::FAdd, difference, x);
    let product = f.binary(BinaryOp::FMul, real, imaginary);
    let twice = f.binary(BinaryOp::FAdd, product, product);
    let next_imaginary = f.binary(BinaryOp::FAdd, twice, y);
    let next_steps = f.offset(steps, 1);
    f.add_incoming(steps, next_steps, body);
    f.add_incoming(real, next_real, body);
    f.add_incoming(imaginary, next_imaginary, body);
    f.br(header);

    f.switch_to(exit);
    f.ret(steps);
    module.define(function, f);
    function
}

/// `void draw(i32 write)`: writes the picture line by line.
fn draw(
    module: &mut ModuleBuilder,
    line: GlobalHandle,
    shades: GlobalHandle,
    steps: Callee,
) -> Callee {
    let function = module.function(Type::Void, &[Type::I32]);
    let mut f = module.body(function);
    let write = f.param(0);
    let (four, align) = (f.i32(4), 4);
    let written = f.alloca(four, align);

    let row = Counted::begin(&mut f, ROWS);
    let y = scaled(&mut f, row.number, ROWS, -1.2, 1.2);
    let column = Counted::begin(&mut f, COLUMNS);
    let x = scaled(&mut f, column.number, COLUMNS, -2.3, 0.9);
    let count = f.call(steps, &[x, y]);
    let shade = shade_of(&mut f, count);
    let from = f.add(shades.address(), shade);
    let character = f.load(Type::I8, from);
    let to = f.add(line.address(), column.number);
    f.store(character, to);
    column.end(&mut f);

    let newline = f.i8(b'\n');
    let end = f.offset(line.address(), COLUMNS);
    f.store(newline, end);
    let (stdout, length) = (f.i32(STDOUT), f.i32(COLUMNS + 1));
    f.call_indirect(Type::I32, write, &[stdout, line.address(), length, written]);
    row.end(&mut f);
    f.ret_void();
    module.define(function, f);
    function
}

/// Interpolates between two coordinates: `number` of `count` steps from `from` to `to`.
fn scaled(f: &mut FunctionBuilder, number: Value, count: i32, from: f64, to: f64) -> Value {
    let number = f.cast(pinnacle_pexe::inst::CastOp::SiToFp, number, Type::Double);
    let (start, step) = (f.double(from), f.double((to - from) / f64::from(count - 1)));
    let distance = f.binary(BinaryOp::FMul, number, step);
    f.binary(BinaryOp::FAdd, start, distance)
}

/// The index of the shade for a number of steps. First there is one shade per step, then two per
/// doubling, and the last is for the set itself.
fn shade_of(f: &mut FunctionBuilder, steps: Value) -> Value {
    let before = f.current();
    let (header, body, exit) = (f.block(), f.block(), f.block());
    let (zero, one, last) = (f.i32(0), f.i32(1), f.i32(SHADES.len() as i32 - 1));
    let most = f.i32(MAX_STEPS);
    f.br(header);

    // Two shades per doubling, selected by the bit after the highest one.
    f.switch_to(header);
    let rest = f.phi(Type::I32);
    let shade = f.phi(Type::I32);
    f.add_incoming(rest, steps, before);
    f.add_incoming(shade, zero, before);
    let three = f.i32(3);
    let more = f.compare(Predicate::Ugt, rest, three);
    f.cond_br(more, body, exit);

    f.switch_to(body);
    let half = f.binary(BinaryOp::LShr, rest, one);
    let next = f.offset(shade, 2);
    f.add_incoming(rest, half, body);
    f.add_incoming(shade, next, body);
    f.br(header);

    f.switch_to(exit);
    let high = f.binary(BinaryOp::LShr, rest, one);
    let low = f.binary(BinaryOp::And, rest, high);
    let fine = f.add(shade, low);
    let inside = f.compare(Predicate::Eq, steps, most);
    let too_high = f.compare(Predicate::Ugt, fine, last);
    let end = f.binary(BinaryOp::Or, inside, too_high);
    f.select(end, last, fine)
}
