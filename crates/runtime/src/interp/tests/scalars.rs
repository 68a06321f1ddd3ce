//! Scalar operations with operands in each form: in a register, or as a constant on either side.

use super::*;

const INTEGER_OPS: [BinaryOp; 13] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::UDiv,
    BinaryOp::SDiv,
    BinaryOp::URem,
    BinaryOp::SRem,
    BinaryOp::Shl,
    BinaryOp::LShr,
    BinaryOp::AShr,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
];

const FLOAT_OPS: [BinaryOp; 5] = [
    BinaryOp::FAdd,
    BinaryOp::FSub,
    BinaryOp::FMul,
    BinaryOp::FDiv,
    BinaryOp::FRem,
];

const PREDICATES: [Predicate; 26] = {
    use Predicate::*;
    [
        FFalse, FOeq, FOgt, FOge, FOlt, FOle, FOne, FOrd, FUno, FUeq, FUgt, FUge, FUlt, FUle, FUne,
        FTrue, Eq, Ne, Ugt, Uge, Ult, Ule, Sgt, Sge, Slt, Sle,
    ]
};

/// Interprets bits as a signed number.
pub(super) fn signed(value: u64, bits: u32) -> i128 {
    let value = i128::from(value);
    if value >> (bits - 1) & 1 != 0 {
        value - (1 << bits)
    } else {
        value
    }
}

pub(super) fn expect_integer(op: BinaryOp, bits: u32, a: u64, b: u64) -> Result<u64, TrapKind> {
    let (ua, ub) = (i128::from(a), i128::from(b));
    let (sa, sb) = (signed(a, bits), signed(b, bits));
    let count = b % u64::from(bits);
    let divides = matches!(
        op,
        BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem
    );
    if divides && b == 0 {
        return Err(TrapKind::DivisionByZero);
    }
    let wide = match op {
        BinaryOp::Add => ua + ub,
        BinaryOp::Sub => ua - ub,
        BinaryOp::Mul => sa * sb,
        BinaryOp::UDiv => ua / ub,
        BinaryOp::URem => ua % ub,
        BinaryOp::SDiv => {
            let quotient = sa / sb;
            if quotient >> (bits - 1) == 1 {
                return Err(TrapKind::IntegerOverflow);
            }
            quotient
        }
        BinaryOp::SRem => sa % sb,
        BinaryOp::Shl => ua << count,
        BinaryOp::LShr => ua >> count,
        BinaryOp::AShr => sa >> count,
        BinaryOp::And => ua & ub,
        BinaryOp::Or => ua | ub,
        _ => ua ^ ub,
    };
    Ok((wide & ((1 << bits) - 1)) as u64)
}

pub(super) fn expect_compare(predicate: Predicate, bits: u32, a: u64, b: u64) -> bool {
    let (sa, sb) = (signed(a, bits), signed(b, bits));
    match predicate {
        Predicate::Eq => a == b,
        Predicate::Ne => a != b,
        Predicate::Ugt => a > b,
        Predicate::Uge => a >= b,
        Predicate::Ult => a < b,
        Predicate::Ule => a <= b,
        Predicate::Sgt => sa > sb,
        Predicate::Sge => sa >= sb,
        Predicate::Slt => sa < sb,
        _ => sa <= sb,
    }
}

/// The table of the language reference: which of less, equal, greater and
/// unordered satisfy a predicate.
pub(super) fn expect_float_compare(predicate: Predicate, a: f64, b: f64) -> bool {
    let relation = match a.partial_cmp(&b) {
        Some(std::cmp::Ordering::Equal) => 1,
        Some(std::cmp::Ordering::Greater) => 2,
        Some(std::cmp::Ordering::Less) => 4,
        None => 8,
    };
    predicate as u8 & relation != 0
}

/// Returns functions of two operands, each of which is a parameter or a constant, with the
/// arguments that they take.
fn forms(
    ty: Type,
    (a, b): (u64, u64),
    result: Type,
    build: impl Fn(&mut Body, V, V) -> V,
) -> Vec<(Program, Vec<u64>)> {
    let form = |constants: [bool; 2]| {
        let mut body = Body::new(&[ty, ty]);
        let mut operand = |index: usize, is_constant: bool, bits| {
            if is_constant {
                body.constant(ty, bits)
            } else {
                V::Param(index)
            }
        };
        let (lhs, rhs) = (operand(0, constants[0], a), operand(1, constants[1], b));
        let value = build(&mut body, lhs, rhs);
        body.ret(value);
        (Program::single(result, body), vec![a, b])
    };
    [[false, false], [false, true], [true, false], [true, true]]
        .map(form)
        .into()
}

#[test]
fn integer_operations_of_every_width_agree_with_wider_arithmetic() {
    for ty in [Type::I8, Type::I16, Type::I32, Type::I64] {
        let numbers = integers(ty.bits());
        for op in INTEGER_OPS {
            for &a in &numbers {
                let mut body = Body::new(&[ty, ty]);
                let value = body.binary(op, V::Param(0), V::Param(1));
                body.ret(value);
                let program = Program::single(ty, body);
                for &b in &numbers {
                    let expected = expect_integer(op, ty.bits(), a, b);
                    assert_eq!(program.call(&[a, b]), expected, "{op:?} {ty} {a:#x} {b:#x}");
                }
            }
        }
    }
}

#[test]
fn integer_operations_take_constants_on_either_side() {
    for ty in [Type::I8, Type::I16, Type::I32, Type::I64] {
        let numbers = [0, 1, 2, 40, 0x7f, 0x80, 0x8000_0000, u64::MAX - 1, u64::MAX]
            .map(|number| number & u64::MAX >> (64 - ty.bits()));
        for op in INTEGER_OPS {
            for a in numbers {
                for b in numbers {
                    let expected = expect_integer(op, ty.bits(), a, b);
                    for (program, args) in forms(ty, (a, b), ty, |f, x, y| f.binary(op, x, y)) {
                        assert_eq!(program.call(&args), expected, "{op:?} {ty} {a:#x} {b:#x}");
                    }
                }
            }
        }
    }
}

#[test]
fn booleans_have_bitwise_operations_and_are_signed() {
    for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        for op in [BinaryOp::And, BinaryOp::Or, BinaryOp::Xor] {
            for (program, args) in forms(Type::I1, (a, b), Type::I1, |f, x, y| f.binary(op, x, y)) {
                assert_eq!(program.call(&args), expect_integer(op, 1, a, b));
            }
        }
    }
    let mut body = Body::new(&[Type::I1]);
    let value = body.cast(CastOp::SExt, V::Param(0), Type::I32);
    body.ret(value);
    assert_eq!(Program::single(Type::I32, body).call(&[1]), Ok(0xffff_ffff));
}

#[test]
fn comparisons_agree_as_value_as_branch_and_as_choice() {
    for ty in [Type::I8, Type::I16, Type::I32, Type::I64] {
        let max = u64::MAX >> (64 - ty.bits());
        let mut numbers = vec![0, 1 & max, 5 & max, max / 2, max / 2 + 1, max - 1, max];
        numbers.sort_unstable();
        numbers.dedup();
        for predicate in PREDICATES
            .into_iter()
            .filter(|predicate| predicate.is_integer())
        {
            for &a in &numbers {
                for &b in &numbers {
                    let expected = u64::from(expect_compare(predicate, ty.bits(), a, b));
                    let value = |f: &mut Body, x, y| f.compare(predicate, x, y);
                    check_uses_of_condition(ty, (a, b), expected, value);
                }
            }
        }
    }
}

#[test]
fn floating_point_comparisons_treat_nan_as_unordered() {
    for (ty, is_double) in [(Type::Float, false), (Type::Double, true)] {
        let bits = |number: f64| {
            if is_double {
                number.to_bits()
            } else {
                u64::from((number as f32).to_bits())
            }
        };
        for predicate in PREDICATES
            .into_iter()
            .filter(|predicate| !predicate.is_integer())
        {
            for a in [0.0, -0.0, 1.5, -3.0, f64::INFINITY, f64::NAN] {
                for b in [0.0, 1.5, 2.0, f64::NEG_INFINITY, f64::NAN] {
                    let expected = u64::from(expect_float_compare(predicate, a, b));
                    let value = |f: &mut Body, x, y| f.compare(predicate, x, y);
                    check_uses_of_condition(ty, (bits(a), bits(b)), expected, value);
                }
            }
        }
    }
}

/// Checks a condition as a value, in a branch in both directions, under
/// `and` and `or`, and in a select.
fn check_uses_of_condition(
    ty: Type,
    operands: (u64, u64),
    expected: u64,
    condition: impl Fn(&mut Body, V, V) -> V,
) {
    let branch = |f: &mut Body, condition: V, if_true: u32, if_false: u32| {
        let (one, zero) = (f.i32(1), f.i32(0));
        f.cond_br(condition, if_true, if_false);
        f.block();
        f.ret(one);
        f.block();
        f.ret(zero);
        f.block();
        one
    };
    let as_value = |f: &mut Body, x, y| condition(f, x, y);
    let in_branch = |f: &mut Body, x, y| {
        let value = condition(f, x, y);
        branch(f, value, 1, 2)
    };
    let in_other_branch = |f: &mut Body, x, y| {
        let value = condition(f, x, y);
        branch(f, value, 2, 1)
    };
    let in_select = |f: &mut Body, x, y| {
        let value = condition(f, x, y);
        let (if_true, if_false) = (f.i32(1), f.i32(0));
        f.select(value, if_true, if_false)
    };
    let under_and = |f: &mut Body, x, y| {
        let first = condition(f, x, y);
        let second = condition(f, x, y);
        let both = f.binary(BinaryOp::And, first, second);
        branch(f, both, 1, 2)
    };
    let under_or = |f: &mut Body, x, y| {
        let first = condition(f, x, y);
        let second = condition(f, x, y);
        let either = f.binary(BinaryOp::Or, first, second);
        branch(f, either, 2, 1)
    };
    type Build<'a> = &'a dyn Fn(&mut Body, V, V) -> V;
    let uses: [(Build<'_>, u64); 6] = [
        (&as_value, expected),
        (&in_branch, expected),
        (&in_other_branch, 1 - expected),
        (&in_select, expected),
        (&under_and, expected),
        (&under_or, 1 - expected),
    ];
    for (number, (build, expected)) in uses.into_iter().enumerate() {
        for (program, args) in forms(ty, operands, Type::I32, build) {
            assert_eq!(
                program.call(&args),
                Ok(expected),
                "use {number}: {ty} {operands:x?}"
            );
        }
    }
}

#[test]
fn tests_of_bits_become_branches_and_values() {
    for ty in [Type::I8, Type::I32, Type::I64] {
        for (value, mask) in [(0b1010, 0b0010), (0b1010, 0b0101), (0x80, 0x80), (0, 0xff)] {
            for predicate in [Predicate::Eq, Predicate::Ne] {
                let expected = u64::from((value & mask == 0) == (predicate == Predicate::Eq));
                check_uses_of_condition(ty, (value, mask), expected, |f, x, y| {
                    let bits = f.binary(BinaryOp::And, x, y);
                    let zero = f.constant(ty, 0);
                    f.compare(predicate, bits, zero)
                });
            }
        }
    }
}

#[test]
fn floating_point_operations_are_those_of_ieee_754() {
    for a in DOUBLES {
        for b in DOUBLES {
            for op in FLOAT_OPS {
                let double = match op {
                    BinaryOp::FAdd => a + b,
                    BinaryOp::FSub => a - b,
                    BinaryOp::FMul => a * b,
                    BinaryOp::FDiv => a / b,
                    _ => a % b,
                };
                let (fa, fb) = (a as f32, b as f32);
                let float = match op {
                    BinaryOp::FAdd => fa + fb,
                    BinaryOp::FSub => fa - fb,
                    BinaryOp::FMul => fa * fb,
                    BinaryOp::FDiv => fa / fb,
                    _ => fa % fb,
                };
                let build = |f: &mut Body, x, y| f.binary(op, x, y);
                let operands = (a.to_bits(), b.to_bits());
                for (program, args) in forms(Type::Double, operands, Type::Double, build) {
                    let found = f64::from_bits(program.call(&args).unwrap());
                    assert!(same(found, double), "{op:?} {a} {b}: {found} for {double}");
                }
                let operands = (fa.to_bits().into(), fb.to_bits().into());
                for (program, args) in forms(Type::Float, operands, Type::Float, build) {
                    let found = f32::from_bits(program.call(&args).unwrap() as u32);
                    assert!(same(found.into(), float.into()), "{op:?} {fa} {fb}");
                }
            }
        }
    }
}

/// Returns true if two numbers are equal. All NaNs are equal.
fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}

#[test]
fn two_operations_in_one_round_twice() {
    // A fused multiply-add would give a different last bit.
    let ops = [BinaryOp::FAdd, BinaryOp::FSub, BinaryOp::FMul];
    let apply = |op, a: f64, b: f64| match op {
        BinaryOp::FAdd => a + b,
        BinaryOp::FSub => a - b,
        _ => a * b,
    };
    let (a, b, c, d) = (1.000_000_1, 3.333_333_3, -1.234_567_89, 0.1);
    for first in ops {
        for second in ops {
            for reversed in [false, true] {
                let mut body = Body::new(&[Type::Double; 3]);
                let inner = body.binary(first, V::Param(0), V::Param(1));
                let value = if reversed {
                    body.binary(second, V::Param(2), inner)
                } else {
                    body.binary(second, inner, V::Param(2))
                };
                body.ret(value);
                let inner = apply(first, a, b);
                let expected = if reversed {
                    apply(second, c, inner)
                } else {
                    apply(second, inner, c)
                };
                let args = [a, b, c].map(f64::to_bits);
                let found = Program::single(Type::Double, body).call(&args).unwrap();
                assert_eq!(
                    f64::from_bits(found),
                    expected,
                    "{first:?} {second:?} {reversed}"
                );
            }
        }
    }
    let mut body = Body::new(&[Type::Double; 4]);
    let lhs = body.binary(BinaryOp::FMul, V::Param(0), V::Param(1));
    let rhs = body.binary(BinaryOp::FMul, V::Param(2), V::Param(3));
    let value = body.binary(BinaryOp::FAdd, lhs, rhs);
    body.ret(value);
    let found = Program::single(Type::Double, body).call(&[a, b, c, d].map(f64::to_bits));
    assert_eq!(f64::from_bits(found.unwrap()), a * b + c * d);
}

pub(super) fn expect_cast(op: CastOp, from: Type, to: Type, value: u64) -> u64 {
    let mask = u64::MAX >> (64 - to.bits());
    let number = |bits: u64| {
        if from == Type::Float {
            f32::from_bits(bits as u32).into()
        } else {
            f64::from_bits(bits)
        }
    };
    // The bits of a whole number as floating point: through decimal text,
    // which the standard library rounds correctly.
    let float = |number: i128| {
        let text = number.to_string();
        if to == Type::Float {
            u64::from(text.parse::<f32>().unwrap().to_bits())
        } else {
            text.parse::<f64>().unwrap().to_bits()
        }
    };
    let clamp = |number: f64, bits: u32, signed: bool| -> i128 {
        if number.is_nan() {
            return 0;
        }
        let (low, high) = if signed {
            (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
        } else {
            (0, (1i128 << bits) - 1)
        };
        (number.clamp(-1e30, 1e30).trunc() as i128).clamp(low, high)
    };
    match op {
        CastOp::Trunc => value & mask,
        CastOp::ZExt | CastOp::Bitcast => value,
        CastOp::SExt => signed(value, from.bits()) as u64 & mask,
        CastOp::UiToFp => float(value.into()),
        CastOp::SiToFp => float(signed(value, from.bits())),
        CastOp::FpTrunc => u64::from((f64::from_bits(value) as f32).to_bits()),
        CastOp::FpExt => f64::from(f32::from_bits(value as u32)).to_bits(),
        CastOp::FpToUi if to == Type::I64 => clamp(number(value), 64, false) as u64,
        CastOp::FpToUi if to == Type::I32 => clamp(number(value), 64, true) as u64 & mask,
        CastOp::FpToSi if to == Type::I64 => clamp(number(value), 64, true) as u64,
        CastOp::FpToUi | CastOp::FpToSi => clamp(number(value), 32, true) as u64 & mask,
    }
}

pub(super) const CASTS: [CastOp; 10] = [
    CastOp::Trunc,
    CastOp::ZExt,
    CastOp::SExt,
    CastOp::FpToUi,
    CastOp::FpToSi,
    CastOp::UiToFp,
    CastOp::SiToFp,
    CastOp::FpTrunc,
    CastOp::FpExt,
    CastOp::Bitcast,
];

/// Returns interesting values of a scalar type.
pub(super) fn samples(ty: Type) -> Vec<u64> {
    match ty {
        Type::Float => DOUBLES
            .iter()
            .map(|&number| (number as f32).to_bits().into())
            .collect(),
        Type::Double => DOUBLES.iter().map(|number| number.to_bits()).collect(),
        _ => integers(ty.bits()),
    }
}

#[test]
fn conversions_between_all_scalars_agree_with_the_table() {
    let scalars = [
        Type::I1,
        Type::I8,
        Type::I16,
        Type::I32,
        Type::I64,
        Type::Float,
        Type::Double,
    ];
    for op in CASTS {
        for from in scalars {
            for to in scalars.into_iter().filter(|&to| op.is_legal(from, to)) {
                let mut body = Body::new(&[from]);
                let value = body.cast(op, V::Param(0), to);
                body.ret(value);
                let program = Program::single(to, body);
                for value in samples(from) {
                    let expected = expect_cast(op, from, to, value);
                    let found = program.call(&[value]).unwrap();
                    let nan = |bits: u64| match to {
                        Type::Float => f32::from_bits(bits as u32).is_nan(),
                        Type::Double => f64::from_bits(bits).is_nan(),
                        _ => false,
                    };
                    assert!(
                        found == expected || nan(found) && nan(expected),
                        "{op:?} {from} to {to} of {value:#x}: {found:#x} for {expected:#x}"
                    );
                    // The same with a constant.
                    let mut body = Body::new(&[]);
                    let constant = body.constant(from, value);
                    let value = body.cast(op, constant, to);
                    body.ret(value);
                    let found = Program::single(to, body).call(&[]).unwrap();
                    assert!(found == expected || nan(found) && nan(expected));
                }
            }
        }
    }
}

#[test]
fn undef_is_zero() {
    for ty in [Type::I32, Type::Double, Type::V8I1] {
        let mut body = Body::new(&[]);
        let undef = body.undef(ty);
        body.ret(undef);
        assert_eq!(Program::single(ty, body).call(&[]), Ok(0));
    }
    let mut body = Body::new(&[]);
    let undef = body.undef(Type::V4I32);
    body.ret(undef);
    assert_eq!(
        Program::single(Type::V4I32, body).call_words(&[]),
        Ok([0, 0])
    );
}

#[test]
fn loads_and_stores_take_every_form_of_address() {
    // The address is param 0 + (param 1 << shift) + offset.
    for ty in [
        Type::I8,
        Type::I16,
        Type::I32,
        Type::I64,
        Type::Float,
        Type::Double,
    ] {
        for (shift, offset) in [(None, 0), (None, 12), (Some(0), 0), (Some(3), 0xffff_fff8)] {
            let (base, index) = (DATA + 1000, 7u32);
            let mut body = Body::new(&[Type::I32, Type::I32, ty]);
            let mut address = V::Param(0);
            if let Some(shift) = shift {
                let shift = body.i32(shift);
                let scaled = body.binary(BinaryOp::Shl, V::Param(1), shift);
                address = body.binary(BinaryOp::Add, address, scaled);
            }
            let number = body.i32(offset);
            address = body.binary(BinaryOp::Add, address, number);
            body.store(address, V::Param(2));
            let loaded = body.load(ty, address);
            body.ret(loaded);
            let program = Program::single(ty, body);
            let mut memory = memory();
            let value = 0x8182_8384_8586_8788 & u64::MAX >> (64 - ty.bits());
            let args = [base.into(), index.into(), value];
            let interpreter = program.interpreter(Options::default());
            let found = interpreter
                .call(&mut memory, FuncId(0), &args, STACK)
                .unwrap();
            assert_eq!(found[0], value);
            let at = base.wrapping_add(shift.map_or(0, |shift| index << shift));
            let at = at.wrapping_add(offset);
            let stored = memory.bytes(at, ty.bytes()).unwrap();
            assert_eq!(
                stored,
                &value.to_le_bytes()[..ty.bytes() as usize],
                "{ty} {shift:?}"
            );
        }
    }
}

#[test]
fn narrow_loads_are_extended_by_sign_or_with_zeros() {
    for (ty, bits) in [(Type::I8, 8), (Type::I16, 16)] {
        for (op, expected) in [
            (
                CastOp::ZExt,
                0x8001u64 << (bits - 8) >> (bits - 8) & (0xffff >> (16 - bits)),
            ),
            (
                CastOp::SExt,
                signed(0x8001 & 0xffff >> (16 - bits), bits) as u32 as u64,
            ),
        ] {
            let mut body = Body::new(&[Type::I32]);
            let loaded = body.load(ty, V::Param(0));
            let wide = body.cast(op, loaded, Type::I32);
            body.ret(wide);
            let program = Program::single(Type::I32, body);
            let mut memory = memory();
            memory.store(DATA, [0x01, 0x80]).unwrap();
            let interpreter = program.interpreter(Options::default());
            let found = interpreter
                .call(&mut memory, FuncId(0), &[DATA.into()], STACK)
                .unwrap();
            assert_eq!(found[0], expected, "{op:?} {ty}");
        }
    }
}

#[test]
fn accesses_fault_exactly_where_memory_ends() {
    let mut body = Body::new(&[Type::I32]);
    let loaded = body.load(Type::I32, V::Param(0));
    body.ret(loaded);
    let program = Program::single(Type::I32, body);
    let end = STACK.end;
    for (address, fine) in [
        (0, false),
        (PAGE_SIZE - 1, false),
        (PAGE_SIZE, true),
        (end - 4, true),
        (end - 3, false),
        (end, false),
        (u32::MAX, false),
    ] {
        let result = program.call(&[address.into()]);
        assert_eq!(result.is_ok(), fine, "{address:#x}");
        if let Err(kind) = result {
            assert!(matches!(kind, TrapKind::Memory(fault) if fault.address == address));
        }
    }
}

#[test]
fn read_only_pages_can_be_read_and_not_written() {
    let mut body = Body::new(&[Type::I32, Type::I32]);
    let loaded = body.load(Type::I32, V::Param(0));
    body.store(V::Param(1), loaded);
    body.ret(loaded);
    let program = Program::single(Type::I32, body);
    let interpreter = program.interpreter(Options::default());
    let mut memory = memory();
    memory
        .protect(PAGE_SIZE..2 * PAGE_SIZE, Protection::Read)
        .unwrap();
    let mut call = |from: u32, to: u32| {
        interpreter.call(&mut memory, FuncId(0), &[from.into(), to.into()], STACK)
    };
    assert!(call(PAGE_SIZE, 2 * PAGE_SIZE).is_ok());
    assert!(call(2 * PAGE_SIZE - 2, 2 * PAGE_SIZE).is_ok());
    assert!(call(PAGE_SIZE, 2 * PAGE_SIZE - 1).is_err());
    assert!(call(PAGE_SIZE, PAGE_SIZE).is_err());
}
