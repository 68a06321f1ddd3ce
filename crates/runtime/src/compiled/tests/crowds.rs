//! Functions some of whose values the translator keeps in memory, because they would compile slowly
//! otherwise.

use super::*;
use std::fmt::Write;

/// Returns a program with one function, which takes a number and returns one.
fn function(blocks: u32, constants: u32, body: &str) -> Program {
    let constants: String = (0..constants)
        .map(|number| format!("%c{number} = i32 {number};\n"))
        .collect();
    program(&format!(
        "module {{ version 1;
           types {{ count 5; @t0 = void; @t1 = i32; @t2 = i1; @t3 = i32 (i32); @t4 = void (i32); }}
           define external void @f0(i32);
           define internal i32 @f1(i32);
           globals {{ count 0; }}
           valuesymtab {{ @f0 : \"_start\"; }}
           function void @f0(i32 %p0) {{ blocks 1; %b0: ret void; }}
           function i32 @f1(i32 %p0) {{ blocks {blocks}; constants {{ i32:\n{constants} }}
           {body} }}
         }}"
    ))
}

#[test]
fn values_that_live_across_many_joins() {
    const VALUES: u32 = 1_500;
    let mut body = String::from("%b0:\n");
    for number in 0..VALUES {
        writeln!(body, "%v{number} = mul i32 %p0, %c{number};").unwrap();
    }
    // `if (v == 0) sum = 1; else sum = sum + v;`, for each.
    let mut sum = "%p0".to_owned();
    let (mut value, mut block) = (VALUES, 0);
    for number in 0..VALUES {
        let (add, join) = (block + 1, block + 2);
        writeln!(
            body,
            "%v{value} = icmp eq i32 %v{number}, %c0;
             br i1 %v{value}, label %b{join}, label %b{add};
             %b{add}: %v{} = add i32 {sum}, %v{number}; br label %b{join};
             %b{join}: %v{} = phi i32 [%c1, %b{block}], [%v{}, %b{add}];",
            value + 1,
            value + 2,
            value + 1
        )
        .unwrap();
        sum = format!("%v{}", value + 2);
        (value, block) = (value + 3, join);
    }
    // All are needed to the end.
    for number in 0..VALUES {
        writeln!(body, "%v{value} = xor i32 {sum}, %v{number};").unwrap();
        sum = format!("%v{value}");
        value += 1;
    }
    writeln!(body, "ret i32 {sum};").unwrap();
    let program = function(block + 1, VALUES, &body);
    for argument in [0u32, 1, 0x1234_5677] {
        let values = || (0..VALUES).map(|number| argument.wrapping_mul(number));
        let sum = values().fold(argument, |sum, value| match value {
            0 => 1,
            value => sum.wrapping_add(value),
        });
        let expected = values().fold(sum, |sum, value| sum ^ value);
        let result = call(&program, 1, &[argument.into()]).unwrap();
        assert_eq!(result[0] as u32, expected, "of {argument}");
    }
}

#[test]
fn many_phis_that_go_around() {
    const PHIS: u32 = 1_200;
    let mut body = String::from("%b0: br label %b1;\n%b1:\n");
    for phi in 1..=PHIS {
        writeln!(body, "declare i32 %v{phi};").unwrap();
    }
    for phi in 0..PHIS {
        let next = (phi + 1) % PHIS;
        writeln!(body, "%v{phi} = phi i32 [%c{phi}, %b0], [%v{next}, %b1];").unwrap();
    }
    let (left, next, done) = (PHIS, PHIS + 1, PHIS + 2);
    writeln!(
        body,
        "%v{left} = phi i32 [%p0, %b0], [%v{next}, %b1];
         %v{next} = sub i32 %v{left}, %c1;
         %v{done} = icmp eq i32 %v{left}, %c0;
         br i1 %v{done}, label %b2, label %b1;
         %b2: ret i32 %v0;"
    )
    .unwrap();
    let body = body.replace(
        &format!("declare i32 %v{PHIS};\n"),
        &format!("declare i32 %v{next};\n"),
    );
    let program = function(3, PHIS, &body);
    for rounds in [0u32, 1, 7, 1_199, 1_200, 2_401] {
        let result = call(&program, 1, &[rounds.into()]).unwrap();
        assert_eq!(result[0] as u32, rounds % PHIS, "after {rounds}");
    }
}

#[test]
fn a_long_chain_of_phis() {
    const PHIS: u32 = 4_600;
    let mut body = String::from("%b0:\n");
    let mut sum = "%p0".to_owned();
    // `if (sum & 1) sum = sum + n;`, for each.
    for number in 0..PHIS {
        let (value, block) = (4 * number, 2 * number);
        let (odd, added, phi) = (value + 1, value + 2, value + 3);
        let (add, join) = (block + 1, block + 2);
        writeln!(
            body,
            "%v{value} = and i32 {sum}, %c1;
             %v{odd} = icmp eq i32 %v{value}, %c1;
             br i1 %v{odd}, label %b{add}, label %b{join};
             %b{add}: %v{added} = add i32 {sum}, %c{number}; br label %b{join};
             %b{join}: %v{phi} = phi i32 [{sum}, %b{block}], [%v{added}, %b{add}];"
        )
        .unwrap();
        sum = format!("%v{phi}");
    }
    writeln!(body, "ret i32 {sum};").unwrap();
    let program = function(2 * PHIS + 1, PHIS, &body);
    for argument in [0u32, 1, 12_345] {
        let expected = (0..PHIS).fold(argument, |sum, number| match sum & 1 {
            0 => sum,
            _ => sum.wrapping_add(number),
        });
        let result = call(&program, 1, &[argument.into()]).unwrap();
        assert_eq!(result[0] as u32, expected, "of {argument}");
    }
}

#[test]
fn loops_nested_deep_that_each_count() {
    const LOOPS: u32 = 600;
    let mut body = String::from("%b0: br label %b1;\n");
    // Values: the phis, from the outermost; then a sum and a comparison for each loop,
    // from the innermost.
    let sum = |level: u32| LOOPS + 2 * (LOOPS - 1 - level);
    let end = |level: u32| LOOPS + 1 + (LOOPS - 1 - level);
    for level in 0..LOOPS {
        let (head, next) = (level + 1, level + 2);
        writeln!(
            body,
            "%b{head}: declare i32 %v{sum};
             %v{level} = phi i32 [%c0, %b{level}], [%v{sum}, %b{end}]; br label %b{next};",
            sum = sum(level),
            end = end(level),
        )
        .unwrap();
    }
    for level in (0..LOOPS).rev() {
        let (sum, end) = (sum(level), end(level));
        writeln!(
            body,
            "%b{end}: %v{sum} = add i32 %v{level}, %c1;
             %v{done} = icmp uge i32 %v{sum}, %p0;
             br i1 %v{done}, label %b{next}, label %b{head};",
            done = sum + 1,
            next = end + 1,
            head = level + 1,
        )
        .unwrap();
    }
    writeln!(body, "%b{}: ret i32 %v{};", 2 * LOOPS + 1, sum(0)).unwrap();
    let program = function(2 * LOOPS + 2, 2, &body);
    assert_eq!(call(&program, 1, &[1]).unwrap()[0], 1);
}
