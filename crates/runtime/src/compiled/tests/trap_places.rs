//! Thousands of traps in functions made at random: code names the instruction that the
//! interpreter names, whatever the compiler has made one instruction of.

use super::*;
use crate::interp::{self, Interpreter};
use crate::memory::{Access, Fault};
use std::fmt::Write;
use std::mem::discriminant;

/// Functions of a program, from @f1 on.
const FUNCTIONS: u32 = 40;
const PROGRAMS: u64 = 8;

/// Function arguments, good pointers and bad ones: null, an odd number, and addresses near the ends
/// of the first page and of the address space. None can be read but not written, because the
/// compiler drops a store of a value just read from the same place.
const ARGUMENTS: [u64; 8] = [0, 4, 24, 0xfff0, 0xfffc, 0xffff_fff0, 0xffff_fffc, 7];

/// Numbers that depend on a seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % bound
    }
}

/// A function under construction, whose instructions have values of `i32`.
struct Body<'n> {
    numbers: &'n mut Numbers,
    text: String,
    values: u32,
    /// The values that are `i32`, as they are written.
    words: Vec<String>,
}

impl Body<'_> {
    /// A word, most often the last one.
    fn word(&mut self) -> String {
        let last = self.words.len() as u64 - 1;
        let back = match self.numbers.below(3) {
            0 => self.numbers.below(last + 1),
            _ => 0,
        };
        self.words[(last - back) as usize].clone()
    }

    fn constant(&mut self) -> String {
        format!("%c{}", self.numbers.below(6))
    }

    /// An instruction with a value.
    fn value(&mut self, instruction: &str) -> String {
        let value = format!("%v{}", self.values);
        self.values += 1;
        writeln!(self.text, "    {value} = {instruction};").unwrap();
        value
    }

    fn push(&mut self, instruction: &str) {
        let value = self.value(instruction);
        self.words.push(value);
    }

    fn step(&mut self) {
        let (a, b, constant) = (self.word(), self.word(), self.constant());
        match self.numbers.below(15) {
            0..=3 => self.push(&format!("load i32* {a}, align 1")),
            4 => self.push(&format!("add i32 {a}, {constant}")),
            5 => self.push(&format!("add i32 {a}, {b}")),
            6 => self.push(&format!("sdiv i32 {a}, {b}")),
            7 => {
                let number = self.value(&format!("sitofp i32 {a} to double"));
                self.push(&format!("fptosi double {number} to i32"));
            }
            8 => {
                let byte = self.value(&format!("load i8* {a}, align 1"));
                self.push(&format!("sext i8 {byte} to i32"));
            }
            9 => {
                let test = self.value(&format!("icmp slt i32 {a}, {b}"));
                self.push(&format!("select i1 {test}, i32 {a}, i32 {b}"));
            }
            10 => {
                let old = self.value(&format!("load i32* {a}, align 1"));
                let new = self.value(&format!("xor i32 {old}, {constant}"));
                writeln!(self.text, "    store i32 {new}, i32* {a}, align 1;").unwrap();
            }
            11 => writeln!(self.text, "    store i32 {a}, i32* {b}, align 1;").unwrap(),
            // No function has such an address, not even one of the host.
            12 => {
                let address = self.value(&format!("or i32 {a}, %c5"));
                self.push(&format!("call i32 {address}(i32 {b})"));
            }
            13 => self.push(&format!("urem i32 {a}, {constant}")),
            _ => {
                let sum = self.value(&format!("add i32 {a}, {constant}"));
                self.push(&format!("load i32* {sum}, align 1"));
            }
        }
    }
}

/// A program of such functions. Where @g1 lies is what it calls good.
fn text(numbers: &mut Numbers) -> String {
    let mut text = String::from(
        "module {
  version 1;
  types {
    count 7;
    @t0 = void;
    @t1 = i32;
    @t2 = i8;
    @t3 = double;
    @t4 = i1;
    @t5 = void (i32);
    @t6 = i32 (i32);
  }
  define external void @f0(i32);\n",
    );
    for function in 1..=FUNCTIONS {
        writeln!(text, "  define internal i32 @f{function}(i32);").unwrap();
    }
    text.push_str("  globals {\n    count 2;\n    const @g0, align 4,\n      zerofill 64;\n");
    text.push_str("    var @g1, align 4,\n      initializers 16 {\n");
    for cell in 0..16 {
        match numbers.below(8) {
            0 => text.push_str("        zerofill 4;\n"),
            _ => writeln!(text, "        reloc @g1 + {};", 4 * (15 - cell)).unwrap(),
        }
    }
    text.push_str("      }\n  }\n  valuesymtab {\n    @f0 : \"_start\";\n  }\n");
    text.push_str("  function void @f0(i32 %p0) {\n    blocks 1;\n  %b0:\n    ret void;\n  }\n");
    for function in 1..=FUNCTIONS {
        let mut body = Body {
            numbers,
            text: String::new(),
            values: 0,
            words: vec!["%p0".into()],
        };
        for _ in 0..3 + body.numbers.below(10) {
            body.step();
        }
        let (a, b) = (body.word(), body.word());
        let test = body.value(&format!("icmp eq i32 {a}, {b}"));
        writeln!(
            text,
            "  function i32 @f{function}(i32 %p0) {{
    blocks 3;
    constants {{
      i32:
        %c0 = i32 0;
        %c1 = i32 4;
        %c2 = i32 8;
        %c3 = i32 -4;
        %c4 = i32 60;
        %c5 = i32 1000;
    }}
  %b0:
{}    br i1 {test}, label %b1, label %b2;
  %b1:
    unreachable;
  %b2:
    ret i32 {a};
  }}",
            body.text
        )
        .unwrap();
    }
    text.push_str("}\n");
    text
}

#[test]
fn code_names_the_instruction_that_trapped() {
    let mut traps = 0;
    for seed in 0..PROGRAMS {
        let text = text(&mut Numbers(seed));
        let program = program(&text);
        let code = code(&program);
        for function in 1..=FUNCTIONS {
            for argument in ARGUMENTS
                .iter()
                .copied()
                .chain((0..8).map(|cell| (1 << 32) | (8 * cell)))
            {
                let options = RunOptions::default();
                let mut image = crate::program::Instance::new(program.module(), options)
                    .unwrap()
                    .image;
                let globals = image.globals.clone();
                let argument = match argument >> 32 {
                    0 => argument,
                    _ => u64::from(globals[1]) + (argument & 0xffff_ffff),
                };
                let options = interp::Options::default();
                let interpreter =
                    Interpreter::new(program.module(), program.functions(), &globals, options);
                let stack = image.stack.clone();
                let expected =
                    interpreter.call(&mut image.memory, FuncId(function), &[argument], stack);
                let mut instance = Instance::new(&code, RunOptions::default()).unwrap();
                let signature = program.module().signature(FuncId(function));
                let found = instance
                    .call(FuncId(function), signature, &[argument])
                    .map_err(|stop| stop.trap(&code, &program));
                match (&expected, &found) {
                    (Ok(expected), Ok(found)) => assert_eq!(expected[0] as u32, found[0] as u32),
                    // The possible call depth differs between engines.
                    (Err(expected), Err(found))
                        if expected.omitted > 0 && expected.kind == found.kind => {}
                    (Err(expected), Err(found)) => {
                        let is_same = discriminant(&expected.kind) == discriminant(&found.kind)
                            && expected.stack == found.stack;
                        assert!(
                            is_same,
                            "interpreted: {expected}\ncompiled: {found}\n{text}"
                        );
                        traps += 1;
                    }
                    _ => panic!("interpreted: {expected:?}\ncompiled: {found:?}\n{text}"),
                }
            }
        }
    }
    assert!(traps > 3000, "{traps}");
}

/// Returns a program whose first function has a body of one block.
fn with_body(body: &str) -> String {
    let mut text = text(&mut Numbers(1));
    let start = text.find("  function i32 @f1(").unwrap();
    let start = start + text[start..].find("    blocks 3;").unwrap();
    let end = start + text[start..].find("\n  }\n").unwrap();
    let constants = "blocks 1;\n    constants {\n      i32:\n        %c0 = i32 7;\n    }\n";
    text.replace_range(start..end, &format!("{constants}  %b0:\n    {body}"));
    text
}

/// Returns a function whose last instruction matches a pattern, with the text of the one that
/// traps.
#[test]
fn loads_that_became_operands_are_named() {
    for (body, expected) in [
        // The address of the next load.
        (
            "%v0 = load i32* %p0, align 1;
    %v1 = add i32 %v0, %c0;
    %v2 = load i32* %v1, align 1;
    ret i32 %v2;",
            "%v0 = load",
        ),
        // Each the address of the next.
        (
            "%v0 = load i32* %p0, align 1;
    %v1 = load i32* %v0, align 1;
    %v2 = load i32* %v1, align 1;
    %v3 = load i32* %v2, align 1;
    ret i32 %v3;",
            "%v0 = load",
        ),
        // An operand of an addition.
        (
            "%v0 = load i32* %p0, align 1;
    %v1 = add i32 %v0, %c0;
    ret i32 %v1;",
            "%v0 = load",
        ),
        // One instruction that reads, adds and writes.
        (
            "%v0 = load i32* %p0, align 1;
    %v1 = add i32 %v0, %c0;
    store i32 %v1, i32* %p0, align 1;
    ret i32 %c0;",
            "%v0 = load",
        ),
        // A conversion.
        (
            "%v0 = load i32* %p0, align 1;
    %v1 = sitofp i32 %v0 to double;
    %v2 = fptosi double %v1 to i32;
    ret i32 %v2;",
            "%v0 = load",
        ),
    ] {
        let program = program(&with_body(body));
        let trap = call(&program, 1, &[8]).unwrap_err();
        assert!(trap.stack[0].text.starts_with(expected), "{trap}");
        assert!(matches!(
            trap.kind,
            TrapKind::Memory(Fault {
                address: 8,
                len: 4,
                access: Access::Read,
            })
        ));
        // An address that can be read but not written.
        if body.contains("store") {
            let trap = call(&program, 1, &[0x1_0000]).unwrap_err();
            assert!(trap.stack[0].text.starts_with("store"), "{trap}");
        }
    }
}

/// A load that became an operand was moved after another, so if both failed the second one was
/// named.
#[test]
fn of_two_loads_that_fail_the_first_is_named() {
    let body = "%v0 = load i32* %p0, align 1;
    %v1 = add i32 %p0, %c0;
    %v2 = load i32* %v1, align 1;
    %v3 = sub i32 %v2, %v0;
    ret i32 %v3;";
    let program = program(&with_body(body));
    let trap = call(&program, 1, &[8]).unwrap_err();
    assert!(trap.stack[0].text.starts_with("%v0 = load"), "{trap}");
}
