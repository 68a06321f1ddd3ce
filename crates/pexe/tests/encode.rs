//! Tests the encoder: the bytes of files, and programs that cannot be encoded.
//!
//! The test target `roundtrip` of the integration tests checks for thousands of programs that
//! decoding reverses encoding.

use pinnacle_bitstream::{Abbreviation, Encoding, Event, Reader, Writer};
use pinnacle_pexe::ErrorKind;
use pinnacle_pexe::construct::block_id;
use pinnacle_pexe::decode::{self, Program, decode};
use pinnacle_pexe::encode::{Abbreviations, HEADER, Options, Origin, encode};
use pinnacle_pexe::ids::ValueId;
use pinnacle_pexe::inst::{BinaryOp, Inst};
use pinnacle_pexe::limits::PROFILE;
use pinnacle_pexe::module::{Initializer, Module};
use pinnacle_pexe::rewrite::{Edit, rewrite};
use pinnacle_pexe::types::{Type, TypeDef};
use pinnacle_testing::build::{FunctionBuilder, Global, ModuleBuilder};
use pinnacle_testing::samples;
use std::sync::Arc;

/// Returns a program whose `_start` is built by a function and then returns.
fn program(fill: impl FnOnce(&mut FunctionBuilder)) -> Program {
    let mut module = ModuleBuilder::new();
    module.global(Global::variable(4).data(*b"data").zeros(4));
    let start = module.start();
    let mut f = module.body(start);
    fill(&mut f);
    f.ret_void();
    module.define(start, f);
    module.program()
}

fn read(bytes: &[u8]) -> Program {
    decode(bytes, &decode::Options::default()).expect("the file is valid")
}

/// Returns the code, operands and abbreviation index of each record in blocks with an ID.
fn records(bytes: &[u8], kind: u32) -> Vec<(u64, Vec<u64>, u32)> {
    let mut reader = Reader::new(&bytes[HEADER.len()..], HEADER.len() as u64, PROFILE);
    let mut open = Vec::new();
    let mut records = Vec::new();
    loop {
        match reader.next().expect("the file can be read") {
            Event::EnterBlock(header) => open.push(header.id),
            Event::ExitBlock => drop(open.pop()),
            Event::Record if open.last() == Some(&kind) => {
                let record = reader.record();
                records.push((record.code, record.operands.to_vec(), record.abbreviation));
            }
            Event::Record | Event::DefineAbbreviation => {}
            Event::End => return records,
        }
    }
}

#[test]
fn the_type_of_constants_is_written_once_for_all_that_follow() {
    let program = program(|f| {
        for number in 1..4 {
            f.i32(number);
        }
        f.i64(5);
        f.undef(Type::I64);
    });
    let file = encode(&program, &Options::default()).unwrap();
    let codes: Vec<u64> = records(&file, block_id::CONSTANTS)
        .iter()
        .map(|(code, ..)| *code)
        .collect();
    assert_eq!(codes, [1, 4, 4, 4, 1, 4, 3]);
}

#[test]
fn a_value_used_before_its_definition_is_declared_once() {
    let program = program(|f| {
        let (user, definer) = (f.block(), f.block());
        f.br(definer);
        f.switch_to(definer);
        let value = f.cast(pinnacle_pexe::inst::CastOp::ZExt, f.param(0), Type::I64);
        f.br(user);
        f.switch_to(user);
        f.add(value, value);
        f.add(value, value);
    });
    let file = encode(&program, &Options::default()).unwrap();
    let records = records(&file, block_id::FUNCTION);
    let declared = records.iter().filter(|(code, ..)| *code == 43).count();
    assert_eq!(declared, 1);
    assert_eq!(
        read(&file).functions()[0].insts(),
        program.functions()[0].insts()
    );
}

#[test]
fn standard_abbreviations_are_used_wherever_they_fit() {
    let file = samples::mandelbrot().to_pexe_with(Abbreviations::Standard);
    for (code, operands, abbreviation) in records(&file, block_id::FUNCTION) {
        let expected = match (code, operands.len()) {
            (20, _) => 4,
            (2, _) => 5,
            (3, _) => 6,
            (10, 0) => 7,
            (10, _) => 8,
            (15, _) => 9,
            (43, _) => 10,
            (24, _) => 11,
            _ => 3,
        };
        assert_eq!(abbreviation, expected, "<{code}, {operands:?}>");
    }
    for (code, operands, abbreviation) in records(&file, block_id::CONSTANTS) {
        let expected = match (code, operands.first()) {
            (1, _) => 4,
            (4, Some(0)) => 6,
            (4, _) => 5,
            (6, _) => 7,
            _ => 3,
        };
        assert_eq!(abbreviation, expected, "<{code}, {operands:?}>");
    }
}

/// Returns a file whose function blocks define an abbreviation for `ret` of the preceding value.
fn with_own_abbreviations() -> Vec<u8> {
    let file = samples::mandelbrot().to_pexe_with(Abbreviations::Standard);
    let local = Abbreviation::new(&[Encoding::Literal(10), Encoding::Literal(1)], 0);
    let local = Arc::new(local.unwrap());
    let mut reader = Reader::new(&file[HEADER.len()..], HEADER.len() as u64, PROFILE);
    let mut writer = Writer::new(&HEADER, PROFILE);
    loop {
        let event = reader.next().unwrap();
        writer.copy(&reader, &event).unwrap();
        match event {
            Event::EnterBlock(header) if header.id == block_id::FUNCTION => {
                writer.define_abbreviation(&local).unwrap();
            }
            Event::End => return writer.finish().unwrap(),
            _ => {}
        }
    }
}

#[test]
fn own_abbreviations_are_those_of_the_file_and_of_each_function() {
    let file = with_own_abbreviations();
    let program = read(&file);
    let origin = Origin::read(&file).unwrap();
    let options = Options {
        abbreviations: Abbreviations::Own,
        origin: Some(&origin),
        jobs: 1,
    };
    let again = encode(&program, &options).unwrap();
    assert!(again.len() <= file.len());
    let definitions = |bytes: &[u8]| {
        let mut reader = Reader::new(&bytes[HEADER.len()..], HEADER.len() as u64, PROFILE);
        let mut definitions = Vec::new();
        loop {
            match reader.next().unwrap() {
                Event::DefineAbbreviation => {
                    definitions.push(reader.abbreviation().unwrap().0.clone());
                }
                Event::End => return definitions,
                _ => {}
            }
        }
    };
    assert_eq!(definitions(&again), definitions(&file));
    let returns = records(&again, block_id::FUNCTION)
        .into_iter()
        .filter(|(code, operands, _)| (*code, &operands[..]) == (10, &[1]));
    assert!(
        returns
            .into_iter()
            .all(|(.., abbreviation)| abbreviation == 12)
    );
}

#[test]
fn a_program_without_an_origin_has_no_abbreviations_of_its_own() {
    let program = program(|_| {});
    let [own, none] = [Abbreviations::Own, Abbreviations::None].map(|abbreviations| {
        let options = Options {
            abbreviations,
            ..Options::default()
        };
        encode(&program, &options).unwrap()
    });
    assert_eq!(own, none);
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    let mut module = ModuleBuilder::new();
    let start = module.start();
    for callee in (0..40)
        .map(|_| module.function(Type::Void, &[]))
        .chain([start])
        .collect::<Vec<_>>()
    {
        let mut f = module.body(callee);
        let mut value = f.i32(1);
        for _ in 0..2000 {
            value = f.add(value, value);
        }
        f.ret_void();
        module.define(callee, f);
    }
    let program = module.program();
    let with = |jobs| {
        let options = Options {
            jobs,
            ..Options::default()
        };
        encode(&program, &options).unwrap()
    };
    assert_eq!(with(1), with(3));
    assert_eq!(with(1), with(0));
}

#[test]
fn constants_used_most_where_it_matters_come_last() {
    let program = program(|f| {
        let constants: Vec<_> = (0..40).map(|number| f.i32(number)).collect();
        for _ in 0..3 {
            f.add(constants[7], constants[7]);
        }
        f.add(constants[3], constants[3]);
    });
    let program = program.with_ordered_constants();
    let ordered = &program.functions()[0];
    let last: Vec<u64> = ordered.constants()[38..].iter().map(|c| c.bits()).collect();
    assert_eq!(last, [3, 7]);
    let value = ValueId(ordered.first_inst_value() - 1);
    assert_eq!(
        ordered.insts()[0],
        Inst::Binary {
            op: BinaryOp::Add,
            lhs: value,
            rhs: value
        }
    );
}

/// Changes a module, and returns the kind of the error when its program is created or encoded.
fn refused(change: impl FnOnce(&mut Module)) -> ErrorKind {
    let program = program(|f| {
        let sum = f.add(f.param(0), f.param(0));
        f.call_indirect(Type::Void, sum, &[sum]);
    });
    let mut module = program.module().clone();
    change(&mut module);
    let program = Program::new(module, program.functions().to_vec());
    match program.and_then(|program| encode(&program, &Options::default())) {
        Ok(_) => panic!("it was encoded"),
        Err(error) => error.kind(),
    }
}

#[test]
fn bodies_that_the_module_does_not_ask_for_make_no_program() {
    let program = program(|_| {});
    let made = |functions| Program::new(program.module().clone(), functions);
    let kind = |functions| made(functions).unwrap_err().kind();
    let body = &program.functions()[0];
    assert!(made(vec![body.clone()]).is_ok());
    assert_eq!(kind(vec![]), ErrorKind::BodyCount);
    assert_eq!(kind(vec![body.clone(), body.clone()]), ErrorKind::BodyCount);
}

#[test]
fn a_body_of_another_module_makes_no_program() {
    let more = |module: &mut Module| module.globals.push(module.globals[0].clone());
    assert_eq!(refused(more), ErrorKind::BodyCount);
    let params = |module: &mut Module| {
        for def in &mut module.types {
            if let TypeDef::Function(signature) = def {
                signature.params = [Type::I32, Type::I32].into();
            }
        }
    };
    assert_eq!(refused(params), ErrorKind::BodyCount);
}

#[test]
fn a_type_that_the_module_does_not_list_before_its_use_is_refused() {
    // The element type is defined after its vector type.
    let late = |module: &mut Module| module.types.push(TypeDef::Value(Type::V4Float));
    assert_eq!(refused(late), ErrorKind::UndefinedType);
}

#[test]
fn a_global_without_contents_is_refused() {
    let none = |module: &mut Module| module.globals[0].initializers = 0..0;
    assert_eq!(refused(none), ErrorKind::InitializerCount);
    let outside = |module: &mut Module| module.initializers[0] = Initializer::Data(2, 99);
    assert_eq!(refused(outside), ErrorKind::InitializerCount);
}

#[test]
fn a_relocation_to_nothing_is_refused() {
    let change = |module: &mut Module| {
        let address = pinnacle_pexe::module::Address::Global(pinnacle_pexe::GlobalId(1));
        module.initializers[0] = Initializer::Reloc(address, 0);
    };
    assert_eq!(refused(change), ErrorKind::UndefinedAddress);
}

#[test]
fn rewriting_copies_what_is_kept_and_leaves_the_rest_to_the_caller() {
    let mut file = samples::mandelbrot().to_pexe_with(Abbreviations::Standard);
    file.extend_from_slice(b"an archive");
    assert_eq!(rewrite(&file, |_, _| Ok(Edit::Keep)).unwrap(), file);

    let without_names = rewrite(&file, |_, writer| {
        Ok(match writer.block_id() {
            Some(block_id::SYMBOLS) => Edit::Done,
            _ => Edit::Keep,
        })
    });
    let without_names = without_names.unwrap();
    assert!(!records(&file[..file.len() - 10], block_id::SYMBOLS).is_empty());
    assert!(without_names.ends_with(b"an archive"));
    let end = without_names.len() - 10;
    assert!(records(&without_names[..end], block_id::SYMBOLS).is_empty());
    let bodies = |bytes: &[u8]| records(bytes, block_id::FUNCTION);
    assert_eq!(
        bodies(&without_names[..end]),
        bodies(&file[..file.len() - 10])
    );
}

#[test]
fn a_record_that_does_not_fit_its_abbreviation_cannot_be_rewritten() {
    let file = samples::mandelbrot().to_pexe_with(Abbreviations::Standard);
    let error = rewrite(&file, |record, writer| {
        writer.record(record.abbreviation, 63, record.operands)?;
        Ok(Edit::Done)
    });
    let kind = error.unwrap_err().kind();
    let mismatch = pinnacle_bitstream::ErrorKind::AbbreviationMismatch;
    assert_eq!(kind, ErrorKind::Container(mismatch));
}

#[test]
fn enormous_abbreviations_are_harmless() {
    // Each abbreviation fits all records, but its index must be representable.
    let any = Abbreviation::new(&[Encoding::Array, Encoding::Vbr(6)], 0).unwrap();
    let any = Arc::new(any);
    let file = samples::mandelbrot().to_pexe_with(Abbreviations::None);
    let mut reader = Reader::new(&file[HEADER.len()..], HEADER.len() as u64, PROFILE);
    let mut writer = Writer::new(&HEADER, PROFILE);
    loop {
        let event = reader.next().unwrap();
        writer.copy(&reader, &event).unwrap();
        match event {
            // The position follows the version record.
            Event::Record
                if writer.depth() == 1 && writer.block_info().abbreviations(12).is_empty() =>
            {
                writer.enter_block(block_id::ABBREVIATIONS, 2).unwrap();
                writer.record(3, 1, &[12]).unwrap();
                for _ in 0..70_000 {
                    writer.define_abbreviation(&any).unwrap();
                }
                writer.exit_block().unwrap();
            }
            Event::End => break,
            _ => {}
        }
    }
    let file = writer.finish().unwrap();
    let program = read(&file);
    let origin = Origin::read(&file).unwrap();
    let options = Options {
        abbreviations: Abbreviations::Own,
        origin: Some(&origin),
        jobs: 1,
    };
    let again = encode(&program, &options).unwrap();
    assert_eq!(
        read(&again).functions()[0].insts(),
        program.functions()[0].insts()
    );
}
