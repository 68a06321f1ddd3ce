//! Tests the lines of programs.

use super::*;
use crate::input::Input;
use pinnacle_pexe::InstId;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::verify::{Options as VerifyOptions, verify};
use serde_json::Value;

/// One instruction of each form.
const FORMS: &str = r#"module {
  version 1;
  types {
    count 9;
    @t0 = i32; @t1 = void; @t2 = void (i32); @t3 = i1; @t4 = i64; @t5 = float;
    @t6 = <4 x i32>; @t7 = i64 (i32, i64); @t8 = void (i32, i32, i32, i32, i1);
  }
  define external void @f0(i32);
  define internal i64 @f1(i32, i64);
  declare external void @f2(i32, i32, i32, i32, i1);
  globals { count 1; var @g0, align 4, reloc @f1 + 4; }
  valuesymtab { @f0 : "_start"; @f2 : "llvm.memcpy.p0i8.p0i8.i32"; }
  function void @f0(i32 %p0) {
    blocks 1;
    constants {
      i32: %c0 = i32 -7; %c1 = i32 1;
      i1: %c2 = i1 0;
      <4 x i32>: %c3 = <4 x i32> undef;
    }
  %b0:
    %v0 = add i32 %p0, %c0;
    %v1 = alloca i8, i32 %c1, align 4;
    store i32 %v0, i32* %v1, align 1;
    %v2 = load i32* @g0, align 1;
    %v3 = icmp slt i32 %v2, %c0;
    %v4 = select i1 %v3, i32 %v2, i32 %c0;
    %v5 = insertelement <4 x i32> %c3, i32 %v4, i32 %c1;
    %v6 = extractelement <4 x i32> %v5, i32 %c1;
    %v7 = sitofp i32 %v6 to float;
    %v8 = fcmp oeq float %v7, %v7;
    %v9 = sext i32 %v6 to i64;
    %v10 = call i64 @f1(i32 %v6, i64 %v9);
    %v11 = call i64 %v2(i32 %v6, i64 %v10);
    call void @f2(i32 %p0, i32 %p0, i32 %c1, i32 %c1, i1 %c2);
    ret void;
  }
  function i64 @f1(i32 %p0, i64 %p1) {
    blocks 4;
  %b0:
    switch i64 %p1 { default: br label %b1; i64 -3: br label %b2; }
  %b1:
    %v0 = trunc i64 %p1 to i1;
    br i1 %v0, label %b2, label %b3;
  %b2:
    %v1 = phi i64 [%p1, %b0], [%p1, %b1];
    ret i64 %v1;
  %b3:
    unreachable;
  }
}
"#;

fn assembled(text: &str) -> Vec<u8> {
    let input = Input::new("forms.pnasm".into(), text.as_bytes().to_vec());
    input.try_assemble().expect("it assembles").bytes
}

fn lines(bytes: &[u8], functions: &[u32], jobs: usize) -> Vec<Value> {
    let errors = verify(bytes, &VerifyOptions::default()).errors;
    let name = "a \"name\"";
    let options = Options {
        name,
        functions,
        jobs,
    };
    let mut text = Vec::new();
    write(bytes, &errors, &options, &mut text).expect("memory takes it");
    let text = String::from_utf8(text).expect("UTF-8");
    let lines = text.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().expect("lines of JSON")
}

fn program(bytes: &[u8]) -> Program {
    pinnacle_pexe::decode::decode(bytes, &Default::default()).expect("a valid program")
}

/// Returns the instructions of a line in their order.
fn instructions(line: &Value) -> Vec<&Value> {
    let blocks = line["function"]["blocks"].as_array().expect("blocks");
    let instructions = blocks.iter().map(|block| block["instructions"].as_array());
    instructions.flatten().flatten().collect()
}

/// Returns the texts in a JSON value that also occur in the assembly of an instruction.
fn words(instruction: &Value) -> Vec<String> {
    let mut words = Vec::new();
    let mut add = |value: &Value| words.extend(value.as_str().map(str::to_owned));
    for key in ["opcode", "predicate", "result"] {
        add(&instruction[key]);
    }
    add(&instruction["callee"]["name"]);
    for operand in instruction["operands"].as_array().expect("operands") {
        ["name", "type", "from"]
            .iter()
            .for_each(|key| add(&operand[*key]));
    }
    for target in instruction["targets"].as_array().into_iter().flatten() {
        ["block", "case"].iter().for_each(|key| add(&target[*key]));
    }
    words
}

#[test]
fn an_instruction_has_every_part_of_its_assembly() {
    let bytes = assembled(FORMS);
    let lines = lines(&bytes, &[], 1);
    for (line, body) in lines[2..].iter().zip(program(&bytes).functions()) {
        let instructions = instructions(line);
        assert_eq!(instructions.len(), body.insts().len());
        for (number, instruction) in (0..).zip(instructions) {
            let text = body.display_inst(InstId(number)).to_string();
            for word in words(instruction) {
                // Addresses are operands of type i32, but the text of loads and stores omits their
                // type.
                let is_type = word == "i32";
                assert!(is_type || text.contains(&word), "{word} in {text}");
            }
            let operands = text.matches(['%', '@']).count();
            let named = words(instruction).into_iter();
            let named = named.filter(|word| word.starts_with(['%', '@'])).count();
            assert_eq!(named, operands, "{text}");
        }
    }
}

#[test]
fn parts_have_their_values() {
    let bytes = assembled(FORMS);
    let lines = lines(&bytes, &[], 1);
    assert_eq!(lines.len(), 4);
    let module = &lines[0]["module"];
    assert_eq!(module["file"], "a \"name\"");
    assert_eq!(module["types"][7], "i64 (i32, i64)");
    assert_eq!(module["functions"][2]["intrinsic"], true);
    let initializer = &lines[1]["global"]["initializers"][0];
    assert_eq!(initializer.to_string(), r#"{"address":"@f1","addend":4}"#);
    let start = instructions(&lines[2]);
    assert_eq!(start[0]["operands"][1]["constant"], "-7");
    assert_eq!(start[2]["alignment"], 1);
    assert_eq!(start[2]["result"], Value::Null);
    assert_eq!(start[12]["operands"][0]["role"], "callee");
    assert_eq!(start[13]["callee"]["symbol"], "llvm.memcpy.p0i8.p0i8.i32");
    let other = instructions(&lines[3]);
    let targets = &other[0]["targets"];
    assert_eq!(
        targets.to_string(),
        r#"[{"block":"%b1"},{"block":"%b2","case":"-3"}]"#
    );
    let program = program(&bytes);
    let first = &program.functions()[1];
    let record = first.position() + u64::from(first.inst_positions()[0]);
    assert_eq!(other[0]["position"], record);
}

#[test]
fn single_functions_are_written() {
    let bytes = assembled(FORMS);
    let all = lines(&bytes, &[], 0);
    assert_eq!(lines(&bytes, &[1], 0), all[3..]);
    assert_eq!(lines(&bytes, &[1, 0], 2), all[2..]);
    assert_eq!(lines(&bytes, &[9], 0), [] as [Value; 0]);
}

#[test]
fn an_error_stands_in_place_of_its_function() {
    let wrong = FORMS.replace("ret i64 %v1", "ret i32 %p0");
    let bytes = assembled(&wrong);
    let lines_of_all = lines(&bytes, &[], 1);
    assert_eq!(lines_of_all.len(), 4);
    assert_eq!(lines_of_all[3]["error"]["function"], 1);
    assert_eq!(lines(&bytes, &[0], 1), lines_of_all[2..3]);
    assert_eq!(lines(&bytes, &[1], 1), lines_of_all[3..]);
    // A truncated file yields the lines before its end, and an error.
    let cut = lines(&bytes[..bytes.len() - 40], &[], 1);
    assert_eq!(cut[0]["module"]["globals"], 1);
    assert!(cut[cut.len() - 1]["error"]["code"].is_string());
}
