//! Source variables and their types, which are read on request.

use pinnacle_bitstream::Writer;
use pinnacle_llvm::bitcode::{Options, PROFILE, read};
use pinnacle_llvm::{Body, GlobalKind, Module, Name, SourcePart};

use crate::old::{Records, block, records};

/// The metadata before the types: a name, the function `work`, a block in it, an empty expression,
/// and a location in the block.
const FIRST: usize = 6;

/// A function with an `i32` on the stack, which is the variable at the end of `metadata`. Types: 0
/// void, 1 void (), 2 pointer to it, 3 metadata, 4 i32, 5 pointer to it. Values: 0 the function, 1
/// a one, 2 the memory.
fn module_with(metadata: Records<'_>) -> Vec<u8> {
    let types: Records<'_> = &[
        (2, &[]),
        (21, &[0, 0]),
        (8, &[1, 0]),
        (16, &[]),
        (7, &[32]),
        (8, &[4, 0]),
    ];
    let work: Vec<u64> = b"work".iter().map(|&byte| byte.into()).collect();
    let first: [(u64, &[u64]); FIRST] = [
        (1, &[u64::from(b'x')]),
        (1, &work),
        (21, &[0, 0, 2, 0, 0, 3]),
        (22, &[0, 3, 0, 4, 1]),
        (29, &[6]),
        (7, &[0, 7, 3, 3, 0]),
    ];
    let metadata = [&first[..], metadata].concat();
    let variable = metadata.len() as u64 - 1;
    let mut writer = Writer::new(b"BC\xC0\xDE", PROFILE);
    writer.enter_block(8, 3).expect("it may stand here");
    records(&mut writer, &[(1, &[1])]);
    block(&mut writer, 17, types);
    records(&mut writer, &[(8, &[2, 0, 0, 0, 0, 0, 0, 0])]);
    block(&mut writer, 11, &[(1, &[4]), (4, &[2])]);
    block(&mut writer, 15, &metadata);
    writer.enter_block(12, 4).expect("it may stand here");
    records(&mut writer, &[(1, &[1])]);
    block(&mut writer, 15, &[(2, &[5, 2])]);
    records(
        &mut writer,
        &[
            (19, &[5, 4, 1, 3]),
            (62, &[5, variable, 4, variable + 1]),
            (10, &[]),
            (35, &[7, 3, 4, 0]),
        ],
    );
    writer.exit_block().expect("it is open");
    writer.exit_block().expect("it is open");
    writer.finish().expect("all blocks are closed")
}

fn with_variables(file: &[u8]) -> Module {
    let options = Options {
        variables: true,
        ..Options::default()
    };
    read(file, &options).expect("it is valid")
}

fn body(module: &Module) -> &Body {
    let GlobalKind::Function(id) = module.globals()[0].kind else {
        panic!("it is a function");
    };
    module.function(id).body.as_ref().expect("it is defined")
}

/// A variable whose type has this number. A name is a number plus one.
fn variable(ty: u64) -> Vec<u64> {
    vec![0, 4, 1, 0, 7, ty + 1, 0, 0, 0]
}

#[test]
fn a_variable_has_a_name_a_type_a_block_and_memory() {
    let ty = FIRST as u64;
    let variable = variable(ty);
    let file = module_with(&[(15, &[0, 0x24, 1, 32, 0, 5, 0]), (28, &variable)]);
    let module = with_variables(&file);
    let text = |name: Name| String::from_utf8_lossy(module.names.get(name)).into_owned();
    let body = body(&module);
    let [variable] = body.variables() else {
        panic!("there is one: {:?}", body.variables());
    };
    assert_eq!((&*text(variable.name), variable.line), ("x", 7));
    let [ty] = &module.source_variables.types[..] else {
        panic!("there is one: {:?}", module.source_variables);
    };
    assert_eq!(
        (ty.tag, &*text(ty.name), ty.bits, ty.encoding),
        (0x24, "x", 32, 5)
    );
    assert_eq!((variable.ty, variable.block), (Some(0), 1));
    assert_eq!(module.source_variables.blocks, [0]);
    assert_eq!(variable.address, body.instructions()[0].result);
    assert!(variable.address.is_some());
    assert_eq!(module.source_scopes[0].block, 1);

    let without = read(&file, &Options::default()).expect("it is valid");
    assert_eq!(without.source_variables, Default::default());
    assert_eq!(without.source_scopes[0].block, 0);
}

/// A struct that is a member of itself does not cause a loop. Many structs that share their members
/// do not have more parts than the file can express.
#[test]
fn types_are_bounded_by_their_file() {
    const COUNT: u64 = 300;
    let first = FIRST as u64;
    let (members, tuple) = (first + COUNT, first + 2 * COUNT);
    // Each struct is the base of the previous one and has all members, whose type is the first
    // struct.
    let structs: Vec<Vec<u64>> = (0..COUNT)
        .map(|at| {
            let base = if at + 1 < COUNT { first + at + 2 } else { 0 };
            vec![0, 0x13, 1, 0, 0, 0, base, 32, 0, 0, 0, tuple + 1]
        })
        .collect();
    let member = [0, 0x0D, 1, 0, 0, 0, first + 1, 32, 0, 64, 0];
    let all: Vec<u64> = (0..COUNT).map(|at| members + at + 1).collect();
    let variable = variable(first);
    let structs = structs.iter().map(|words| (18, &words[..]));
    let members = (0..COUNT).map(|_| (17, &member[..]));
    let rest = [(3, &all[..]), (28, &variable[..])];
    let metadata: Vec<(u64, &[u64])> = structs.chain(members).chain(rest).collect();
    let module = with_variables(&module_with(&metadata));
    let types = &module.source_variables.types;
    assert_eq!(types.len() as u64, COUNT);
    let parts: Vec<SourcePart> = types.iter().flat_map(|ty| ty.parts.clone()).collect();
    assert!(parts.len() as u64 >= COUNT && parts.len() as u64 <= 4 * COUNT);
    assert!(
        parts
            .iter()
            .all(|part| (part.ty, part.value) == (Some(0), 64))
    );
}
