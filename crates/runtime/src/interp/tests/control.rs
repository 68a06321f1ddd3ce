//! Control flow, phis, and register allocation around them.

use super::*;

const I: Type = Type::I32;

#[test]
fn phis_of_a_loop_swap_at_once() {
    // (a, b, c) rotates n times; the result is a - 2b + 4c.
    let mut body = Body::new(&[I, I, I, I]);
    let (zero, one, two) = (body.i32(0), body.i32(1), body.i32(2));
    body.br(1);
    body.block();
    let a = body.phi(I, &[(V::Param(0), 0), (V::Later(1), 2)]);
    let b = body.phi(I, &[(V::Param(1), 0), (V::Later(2), 2)]);
    let c = body.phi(I, &[(V::Param(2), 0), (a, 2)]);
    let n = body.phi(I, &[(V::Param(3), 0), (V::Later(5), 2)]);
    let done = body.compare(Predicate::Eq, n, zero);
    body.cond_br(done, 3, 2);
    body.block();
    body.binary(BinaryOp::Sub, n, one);
    body.br(1);
    body.block();
    let twice = body.binary(BinaryOp::Mul, b, two);
    let four = body.binary(BinaryOp::Shl, c, two);
    let sum = body.binary(BinaryOp::Sub, a, twice);
    let sum = body.binary(BinaryOp::Add, sum, four);
    body.ret(sum);
    let program = Program::single(I, body);
    for rounds in 0..7u64 {
        let mut state = [3i64, 5, 11];
        state.rotate_left(rounds as usize % 3);
        let expected = (state[0] - 2 * state[1] + 4 * state[2]) as u32;
        assert_eq!(
            program.call(&[3, 5, 11, rounds]),
            Ok(expected.into()),
            "{rounds} rounds"
        );
    }
}

#[test]
fn a_value_before_its_increment_survives_the_loop() {
    // Lost-copy problem: the last value of i is returned, not that of i + 1.
    let mut body = Body::new(&[I]);
    let (zero, one) = (body.i32(0), body.i32(1));
    body.br(1);
    body.block();
    let i = body.phi(I, &[(zero, 0), (V::Later(1), 1)]);
    let next = body.binary(BinaryOp::Add, i, one);
    let more = body.compare(Predicate::Ult, next, V::Param(0));
    body.cond_br(more, 1, 2);
    body.block();
    body.ret(i);
    assert_eq!(Program::single(I, body).call(&[10]), Ok(9));
}

#[test]
fn a_loop_with_two_entries_keeps_what_is_live_around_it() {
    // Blocks 1 and 2 form an irreducible loop: entered at either.
    for entry in [0, 1] {
        let mut body = Body::new(&[I, I]);
        let (one, ten) = (body.i32(1), body.i32(10));
        let kept = body.binary(BinaryOp::Mul, V::Param(1), ten);
        let first = body.compare(Predicate::Eq, V::Param(0), one);
        body.cond_br(first, 1, 2);
        body.block();
        let x = body.phi(I, &[(V::Param(1), 0), (V::Later(5), 2)]);
        let x1 = body.binary(BinaryOp::Add, x, one);
        body.br(2);
        body.block();
        let y = body.phi(I, &[(V::Param(1), 0), (x1, 1)]);
        let y1 = body.binary(BinaryOp::Add, y, ten);
        let more = body.compare(Predicate::Ult, y1, kept);
        body.cond_br(more, 1, 3);
        body.block();
        let sum = body.binary(BinaryOp::Add, y1, kept);
        body.ret(sum);
        body.set_incoming(x, 1, y1);
        let program = Program::single(I, body);
        let expected = {
            let (kept, mut y) = (70, 7 + u64::from(entry == 1));
            loop {
                let y1 = y + 10;
                if y1 >= kept {
                    break y1 + kept;
                }
                y = y1 + 1;
            }
        };
        assert_eq!(program.call(&[entry, 7]), Ok(expected));
    }
}

#[test]
fn an_outer_value_survives_inner_loops() {
    // sum over i < n, j < n of (k + i * j), k computed before both loops.
    let mut body = Body::new(&[I, I]);
    let (zero, one, three) = (body.i32(0), body.i32(1), body.i32(3));
    let k = body.binary(BinaryOp::Mul, V::Param(1), three);
    body.br(1);
    body.block();
    let i = body.phi(I, &[(zero, 0), (V::Later(9), 3)]);
    let s = body.phi(I, &[(zero, 0), (V::Later(7), 3)]);
    body.br(2);
    body.block();
    let j = body.phi(I, &[(zero, 1), (V::Later(8), 2)]);
    let t = body.phi(I, &[(s, 1), (V::Later(7), 2)]);
    let product = body.binary(BinaryOp::Mul, i, j);
    let term = body.binary(BinaryOp::Add, product, k);
    let sum = body.binary(BinaryOp::Add, t, term);
    let next = body.binary(BinaryOp::Add, j, one);
    let more = body.compare(Predicate::Ne, next, V::Param(0));
    body.cond_br(more, 2, 3);
    body.block();
    let outer = body.binary(BinaryOp::Add, i, one);
    let again = body.compare(Predicate::Ne, outer, V::Param(0));
    body.cond_br(again, 1, 4);
    body.block();
    body.ret(sum);
    for (phi, value) in [(i, outer), (j, next), (s, sum), (t, sum)] {
        body.set_incoming(phi, 1, value);
    }
    let program = Program::single(I, body);
    let n = 9u64;
    let expected: u64 = (0..n).flat_map(|i| (0..n).map(move |j| 21 + i * j)).sum();
    assert_eq!(program.call(&[n, 7]), Ok(expected));
}

#[test]
fn switches_of_every_shape_find_their_case() {
    let shapes: [&[u64]; 5] = [
        &[],
        &[3, 0xff],
        &[0, 1, 2, 3, 4, 5, 6, 9],
        &[1, 1000, 2000, 0x7fff_ffff, 0xffff_fff0, 0xffff_ffff],
        &[5, 1 << 40, u64::MAX - 3, 7, 9, 11],
    ];
    for keys in shapes {
        for ty in [Type::I8, Type::I16, Type::I32, Type::I64] {
            let mask = u64::MAX >> (64 - ty.bits());
            let mut keys: Vec<u64> = keys.iter().map(|key| key & mask).collect();
            keys.sort_unstable();
            keys.dedup();
            let mut body = Body::new(&[ty]);
            let results: Vec<V> = (0..=keys.len() as u32).map(|n| body.i32(100 + n)).collect();
            let cases: Vec<(u64, u32)> = keys
                .iter()
                .enumerate()
                .map(|(n, &key)| (key, n as u32 + 2))
                .collect();
            body.switch(V::Param(0), 1, &cases);
            for result in results {
                body.block();
                body.ret(result);
            }
            let program = Program::single(I, body);
            for probe in keys
                .iter()
                .flat_map(|key| [key.wrapping_sub(1), *key, key + 1])
            {
                let probe = probe & mask;
                let expected = keys
                    .iter()
                    .position(|&key| key == probe)
                    .map_or(100, |n| 101 + n);
                assert_eq!(
                    program.call(&[probe]),
                    Ok(expected as u64),
                    "{ty} {probe:#x}"
                );
            }
        }
    }
}

#[test]
fn a_switch_back_into_a_loop_moves_phis_and_uses_fuel() {
    let mut body = Body::new(&[I]);
    let (zero, one) = (body.i32(0), body.i32(1));
    body.br(1);
    body.block();
    // All edges from one block must bring the same value.
    let mut incoming = vec![(zero, 0)];
    incoming.extend([(V::Later(1), 1); 6]);
    let i = body.phi(I, &incoming);
    let next = body.binary(BinaryOp::Add, i, one);
    let bits = body.binary(BinaryOp::And, next, V::Param(0));
    body.switch(bits, 2, &[(1, 1), (2, 1), (3, 1), (5, 1), (6, 1), (7, 1)]);
    body.block();
    body.ret(next);
    let program = Program::single(I, body);
    assert_eq!(program.call(&[7]), Ok(4));
    let options = Options {
        fuel: Some(5),
        ..Options::default()
    };
    let trap = program
        .interpreter(options)
        .call(&mut memory(), FuncId(0), &[7], STACK);
    assert_eq!(trap.unwrap_err().kind, TrapKind::OutOfFuel);
}

#[test]
fn many_values_that_live_together_get_registers_of_their_own() {
    let mut body = Body::new(&[I]);
    let values: Vec<V> = (0..5000u32)
        .map(|n| {
            let number = body.i32(n);
            body.binary(BinaryOp::Xor, V::Param(0), number)
        })
        .collect();
    let mut sum = values[0];
    for &value in values[1..].iter().rev() {
        sum = body.binary(BinaryOp::Add, sum, value);
    }
    body.ret(sum);
    let expected = (0..5000u32).fold(0u32, |sum, n| sum.wrapping_add(n ^ 77));
    assert_eq!(Program::single(I, body).call(&[77]), Ok(expected.into()));
}

#[test]
fn a_long_function_reuses_its_registers() {
    let mut body = Body::new(&[I]);
    let one = body.i32(1);
    let mut value = V::Param(0);
    for _ in 0..100_000 {
        value = body.binary(BinaryOp::Xor, value, one);
        value = body.binary(BinaryOp::Mul, value, value);
    }
    body.ret(value);
    let expected = (0..100_000).fold(3u32, |v, _| (v ^ 1).wrapping_mul(v ^ 1));
    assert_eq!(Program::single(I, body).call(&[3]), Ok(expected.into()));
}

#[test]
fn a_hundred_thousand_blocks_are_prepared_in_linear_time() {
    let mut body = Body::new(&[I]);
    let one = body.i32(1);
    let mut value = V::Param(0);
    for n in 0..50_000u32 {
        // Each pair of blocks is a loop of at most two rounds around all inner ones.
        let next = body.binary(BinaryOp::Add, value, one);
        let odd = body.compare(Predicate::Eq, next, V::Param(0));
        body.cond_br(odd, 2 * n + 1, 2 * n + 2);
        body.block();
        body.br(2 * n + 2);
        body.block();
        value = next;
    }
    body.ret(value);
    assert_eq!(Program::single(I, body).call(&[5]), Ok(50_005));
}

/// Calls setjmp and longjmp in a loop without any backward jump.
#[test]
fn endless_longjmps_end_with_fuel_or_time() {
    let mut builder = Builder::default();
    let setjmp = builder.intrinsic(Intrinsic::Setjmp);
    let longjmp = builder.intrinsic(Intrinsic::Longjmp);
    let main = builder.declare(Type::Void, &[]);
    let mut body = Body::new(&[]);
    let buffer = body.i32(DATA);
    body.call(setjmp, I, &[buffer]);
    body.call(longjmp, Type::Void, &[buffer, buffer]);
    body.unreachable();
    builder.define(main, body);
    let program = builder.finish();
    let main = FuncId(program.0.module().functions.len() as u32 - 1);
    let fuel = Options {
        fuel: Some(1000),
        ..Options::default()
    };
    let time = Options {
        timeout: Some(Duration::from_millis(20)),
        ..Options::default()
    };
    for (options, expected) in [(fuel, TrapKind::OutOfFuel), (time, TrapKind::Timeout)] {
        let result = program
            .interpreter(options)
            .call(&mut memory(), main, &[], STACK);
        assert_eq!(result.unwrap_err().kind, expected);
    }
}

#[test]
fn endless_loops_end_with_fuel_or_time() {
    let mut body = Body::new(&[]);
    body.br(1);
    body.block();
    body.br(1);
    let program = Program::single(Type::Void, body);
    let run = |options| {
        let result = program
            .interpreter(options)
            .call(&mut memory(), FuncId(0), &[], STACK);
        result.unwrap_err()
    };
    let trap = run(Options {
        fuel: Some(1000),
        ..Options::default()
    });
    assert_eq!(trap.kind, TrapKind::OutOfFuel);
    assert_eq!(trap.stack[0].text, "br label %b1;");
    let trap = run(Options {
        timeout: Some(Duration::from_millis(20)),
        ..Options::default()
    });
    assert_eq!(trap.kind, TrapKind::Timeout);
}

/// Copies a number of bytes 1000 times.
fn copying(len: u32) -> Program {
    let mut builder = Builder::default();
    let memcpy = builder.intrinsic(Intrinsic::Memcpy);
    let main = builder.declare(Type::Void, &[]);
    let mut body = Body::new(&[]);
    let (from, to, size) = (body.i32(DATA), body.i32(DATA + 2048), body.i32(len));
    let (zero, one, rounds) = (body.i32(0), body.i32(1), body.i32(1000));
    let no = body.constant(Type::I1, 0);
    body.br(1);
    body.block();
    let i = body.phi(Type::I32, &[(zero, 0), (V::Later(1), 1)]);
    body.call(memcpy, Type::Void, &[to, from, size, one, no]);
    let next = body.binary(BinaryOp::Add, i, one);
    body.set_incoming(i, 1, next);
    let more = body.compare(Predicate::Ult, next, rounds);
    body.cond_br(more, 1, 2);
    body.block();
    body.ret_void();
    builder.define(main, body);
    builder.finish()
}

#[test]
fn copies_take_fuel_by_their_length() {
    let run = |len| {
        let options = Options {
            fuel: Some(20_000),
            ..Options::default()
        };
        let program = copying(len);
        let result = program
            .interpreter(options)
            .call(&mut memory(), FuncId(1), &[], STACK);
        result.map(|_| ()).map_err(|trap| trap.kind)
    };
    assert_eq!(run(16), Ok(()));
    assert_eq!(run(1024), Err(TrapKind::OutOfFuel));
}

#[test]
fn every_run_of_an_interpreter_takes_the_same_fuel() {
    let program = copying(16);
    let passes = |fuel| {
        let interpreter = program.interpreter(Options {
            fuel: Some(fuel),
            ..Options::default()
        });
        let run = || interpreter.call(&mut memory(), FuncId(1), &[], STACK);
        let (first, second) = (run().is_ok(), run().is_ok());
        assert_eq!(first, second, "with {fuel} units of fuel");
        first
    };
    let (mut few, mut enough) = (0, 20_000);
    while few + 1 < enough {
        let fuel = (few + enough) / 2;
        if passes(fuel) {
            enough = fuel;
        } else {
            few = fuel;
        }
    }
    assert!(passes(enough) && !passes(few));
}

#[test]
fn a_frame_changes_over_from_single_blocks_to_the_whole_function_in_a_loop() {
    // Two phis that are swapped, a number kept in a register, and values from before the loop must
    // all be preserved.
    let mut body = Body::new(&[Type::I32]);
    let (zero, one, seven) = (body.i32(0), body.i32(1), body.i32(7));
    let before = body.binary(BinaryOp::Mul, V::Param(0), seven);
    body.br(1);
    body.block();
    let i = body.phi(Type::I32, &[(zero, 0), (V::Later(4), 1)]);
    let x = body.phi(Type::I32, &[(one, 0), (V::Later(3), 1)]);
    let y = body.phi(Type::I32, &[(seven, 0), (V::Later(2), 1)]);
    let next = body.binary(BinaryOp::Add, i, one);
    for (phi, value) in [(i, next), (x, y), (y, x)] {
        body.set_incoming(phi, 1, value);
    }
    let more = body.compare(Predicate::Ult, next, V::Param(0));
    body.cond_br(more, 1, 2);
    body.block();
    let scaled = body.binary(BinaryOp::Mul, x, before);
    let sum = body.binary(BinaryOp::Add, scaled, y);
    body.ret(sum);
    let program = Program::single(Type::I32, body);
    for rounds in 1..200 {
        let (x, y) = if rounds % 2 == 1 { (1, 7) } else { (7, 1) };
        let expected = x * rounds * 7 + y;
        assert_eq!(program.call(&[rounds]), Ok(expected), "{rounds} rounds");
    }
}
