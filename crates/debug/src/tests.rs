//! Writes debug files and reads them again.

use crate::{
    Addresses, CODE_BASE, Error, Frame, FrameSlot, FunctionInfo, Home, LineTable, Place, Scope,
    SourceFile, SourceInfo, Symbols, TypeInfo, TypeKind, TypePart, ValueRange, VariableInfo,
    VariablePlace, demangle, write,
};
use gimli::{Dwarf, EndianSlice, LittleEndian};
use object::{Object, ObjectSection};
use pinnacle_pexe::ids::{FuncId, InstId};

pub(crate) const FINGERPRINT: [u8; 20] = [7; 20];

/// Returns the source information of `work`, into which `fetch` was inlined, and of a function
/// without lines.
fn info() -> SourceInfo {
    let scope = |name: &str, symbol: &str, line| Scope {
        name: name.into(),
        symbol: symbol.into(),
        file: 0,
        line,
    };
    let place = |line, scope, inlined_at| Place {
        file: 0,
        line,
        column: 5,
        scope,
        block: 0,
        inlined_at,
    };
    SourceInfo {
        files: vec![SourceFile {
            name: "a.cc".into(),
            directory: "/src".into(),
        }],
        scopes: vec![scope("work", "_ZN2ns4workEi", 10), scope("fetch", "", 3)],
        places: vec![place(11, 0, None), place(12, 0, None), place(4, 1, Some(1))],
        functions: vec![
            FunctionInfo {
                id: FuncId(9),
                symbol: "_ZN2ns4workEi".into(),
                inst_count: 6,
                places: vec![(0, None), (1, Some(0)), (3, Some(2)), (5, Some(0))],
                variables: Vec::new(),
            },
            FunctionInfo {
                id: FuncId(2),
                symbol: "malloc".into(),
                inst_count: 4,
                places: vec![(0, None)],
                variables: Vec::new(),
            },
        ],
        ..SourceInfo::default()
    }
}

fn frame(function: &str, line: u32) -> Frame {
    Frame {
        function: function.into(),
        file: "/src/a.cc".into(),
        line,
        column: 5,
    }
}

#[test]
fn written_entries_are_found_again() {
    let file = write(&info(), &FINGERPRINT).unwrap();
    let symbols = Symbols::read_for(&file, &FINGERPRINT).unwrap();
    let addresses = Addresses::new([(FuncId(9), 6), (FuncId(2), 4)]);
    let frames = |function, inst| {
        let address = addresses.of_inst(FuncId(function), InstId(inst));
        symbols.frames(address.unwrap())
    };
    let work = "ns::work(int)";
    assert_eq!(frames(9, 1), [frame(work, 11)]);
    assert_eq!(frames(9, 2), [frame(work, 11)]);
    assert_eq!(frames(9, 4), [frame("fetch", 4), frame(work, 12)]);
    assert_eq!(frames(9, 5), [frame(work, 11)]);
    // Instructions before the first line belong to the function's declaration.
    assert_eq!(frames(9, 0)[0].line, 10);
    let names: Vec<String> = frames(2, 3).into_iter().map(|it| it.function).collect();
    assert_eq!(names, ["malloc"]);
    assert_eq!(symbols.symbol(CODE_BASE + 9), Some("malloc"));
    assert_eq!(symbols.symbol(CODE_BASE + 10), None);
    assert!(symbols.frames(CODE_BASE + 10).is_empty());
}

#[test]
fn a_file_of_another_program_is_refused() {
    let file = write(&info(), &FINGERPRINT).unwrap();
    let other = Symbols::read_for(&file, &[8; 20]);
    assert_eq!(other.unwrap_err(), Error::Stale);
    assert_eq!(Symbols::read(b"hello").unwrap_err(), Error::NotDebug);
}

/// If the file is truncated or a byte of it is changed, the reader may return less but must not
/// fail.
#[test]
fn no_damage_breaks_the_reader() {
    let file = write(&with_variables(), &FINGERPRINT).unwrap();
    let look = |bytes: &[u8]| {
        if let Ok(symbols) = Symbols::read(bytes) {
            for address in CODE_BASE - 1..CODE_BASE + 12 {
                assert!(symbols.frames(address).len() <= 64);
            }
            let variables = symbols.variables();
            for variable in variables
                .globals()
                .iter()
                .chain(variables.locals(CODE_BASE))
            {
                let location = variable.location.as_ref();
                let _ = location.and_then(|it| it.place(0, 0x1000, &[], Some));
            }
            let _ = LineTable::new(&symbols, [(CODE_BASE, 6, 6)]);
        }
    };
    for end in (0..file.len()).step_by(3) {
        look(&file[..end]);
    }
    let mut damaged = file.clone();
    for at in 0..file.len() {
        for change in [0xFF, 0x01, 0x80] {
            damaged[at] = file[at] ^ change;
            look(&damaged);
        }
        damaged[at] = file[at];
    }
}

#[test]
fn symbols_with_endless_names_stay_mangled() {
    assert_eq!(demangle("_Z1fv"), "f()");
    assert_eq!(demangle("main"), "main");
    // Each part doubles the length of the demangled name.
    let mut symbol = String::from("_Z1fI1aE");
    for part in 0..40 {
        let last = char::from_digit(part % 36, 36).unwrap_or('0');
        symbol.push_str(&format!("1gIS{0}_S{0}_E", last.to_ascii_uppercase()));
    }
    assert!(demangle(&symbol).len() <= symbol.len().max(1 << 14));
}

/// Returns source information with variables. `fetch` has none; `work` has a parameter and a
/// variable in a block.
pub(crate) fn with_variables() -> SourceInfo {
    let mut info = info();
    info.names = ["number", "int", "item", "ns", "all"]
        .map(String::from)
        .into();
    let ty = |tag: gimli::DwTag, name| TypeInfo {
        tag: tag.0,
        name,
        bits: 32,
        ..TypeInfo::default()
    };
    info.types = vec![
        TypeInfo {
            encoding: gimli::DW_ATE_signed.0,
            ..ty(gimli::DW_TAG_base_type, Some(1))
        },
        TypeInfo {
            scope: Some(2),
            parts: vec![TypePart {
                tag: gimli::DW_TAG_member.0,
                name: Some(0),
                ty: Some(0),
                value: 64,
                bits: 0,
            }],
            ..ty(gimli::DW_TAG_structure_type, Some(2))
        },
        ty(gimli::DW_TAG_namespace, Some(3)),
        TypeInfo {
            base: Some(1),
            ..ty(gimli::DW_TAG_pointer_type, None)
        },
        // Invalid types: one that contains itself, one with a tag of no type, and one with indices
        // out of range.
        TypeInfo {
            scope: Some(4),
            base: Some(99),
            ..ty(gimli::DW_TAG_namespace, None)
        },
        TypeInfo {
            base: Some(2),
            ..ty(gimli::DW_TAG_compile_unit, Some(99))
        },
    ];
    let variable = |name, ty, home| VariableInfo {
        name,
        ty: Some(ty),
        scope: None,
        file: 0,
        line: 10,
        parameter: 0,
        block: 0,
        home,
        is_indirect: false,
        offset: 0,
    };
    info.globals = vec![VariableInfo {
        scope: Some(2),
        ..variable(4, 1, Home::Address(0x1000))
    }];
    let mut slot = FrameSlot::default();
    assert!(slot.take(4, 4) && slot.take(20, 8));
    let first = variable(0, 0, Home::Frame(slot.clone()));
    assert!(slot.take(4, 64));
    let aligned = VariableInfo {
        block: 2,
        is_indirect: true,
        offset: 12,
        ..variable(0, 5, Home::Frame(slot))
    };
    let parameter = VariableInfo {
        parameter: 1,
        ..variable(2, 3, Home::Nowhere)
    };
    // The second block is inside the first one, which has no variables.
    info.blocks = vec![0, 1];
    info.places[0].block = 2;
    info.places[1].block = 1;
    info.functions[0].variables = vec![first, aligned, parameter];
    info
}

/// Returns the entries of a debug file, indented, with their names and locations.
fn outline(file: &[u8]) -> Vec<String> {
    let file = object::File::parse(file).unwrap();
    let load = |id: gimli::SectionId| {
        let section = file.section_by_name(id.name());
        let data = section.and_then(|section| section.data().ok());
        Ok::<_, gimli::Error>(EndianSlice::new(data.unwrap_or_default(), LittleEndian))
    };
    outline_of(&Dwarf::load(load).unwrap())
}

/// Returns the entries of the first unit, indented, with their names and locations.
pub(crate) fn outline_of(dwarf: &Dwarf<EndianSlice<'_, LittleEndian>>) -> Vec<String> {
    let header = dwarf.units().next().unwrap().unwrap();
    let unit = dwarf.unit(header).unwrap();
    let mut lines = Vec::new();
    let mut entries = unit.entries();
    while let Some(entry) = entries.next_dfs().unwrap() {
        let depth = usize::try_from(entry.depth()).unwrap();
        let tag = entry.tag().static_string().unwrap().replace("DW_TAG_", "");
        let mut line = format!("{}{tag}", "  ".repeat(depth));
        if let Some(name) = entry.attr_value(gimli::DW_AT_name) {
            let name = dwarf.attr_string(&unit, name).unwrap();
            line += &format!(" {}", name.to_string().unwrap());
        }
        if let Some(gimli::AttributeValue::Exprloc(location)) =
            entry.attr_value(gimli::DW_AT_location)
        {
            let mut operations = location.operations(unit.encoding());
            while let Some(operation) = operations.next().unwrap() {
                line += &format!(" {operation:?}");
            }
        }
        lines.push(line);
    }
    lines
}

/// Returns the expected outline of [`with_variables`].
pub(crate) fn outline_with_variables() -> Vec<String> {
    let aligned = "FrameOffset { offset: -48 } UnsignedConstant { value: 4 } Minus \
                   UnsignedConstant { value: 4294967232 } And \
                   Deref { base_type: UnitOffset(0), size: 4, space: false } \
                   PlusConstant { value: 12 }";
    [
        "compile_unit a.cc",
        "  base_type int",
        "  namespace ns",
        "    structure_type item",
        "      member number",
        "    variable all Address { address: 4096 }",
        "  pointer_type",
        "  namespace",
        "  unspecified_type",
        "  subprogram work",
        // The block that contains this one has no variables and is omitted.
        "    lexical_block",
        &format!("      variable number {aligned}"),
        "    formal_parameter item",
        "    variable number FrameOffset { offset: -48 }",
        "    inlined_subroutine",
        "  subprogram fetch",
        "  subprogram malloc",
    ]
    .map(String::from)
    .into()
}

#[test]
fn variables_belong_to_blocks_and_types_to_namespaces() {
    let file = write(&with_variables(), &FINGERPRINT).unwrap();
    assert_eq!(outline(&file), outline_with_variables());
}

#[test]
fn variables_are_read_with_their_places_and_types() {
    let file = write(&with_variables(), &FINGERPRINT).unwrap();
    let variables = Symbols::read(&file).unwrap().variables();
    let [global] = variables.globals() else {
        panic!("{:?}", variables.globals());
    };
    assert_eq!(global.name, "ns::all");
    let location = global.location.as_ref().unwrap();
    assert_eq!(
        location.place(0, 0, &[], |_| None),
        Some(VariablePlace::Memory(0x1000))
    );
    let ty = variables.ty(global.ty.unwrap()).unwrap();
    assert_eq!((ty.kind, &*ty.name), (TypeKind::Struct, "ns::item"));
    assert_eq!((&*ty.parts[0].name, ty.parts[0].offset), ("number", 64));
    let number = variables.ty(ty.parts[0].ty.unwrap()).unwrap();
    assert_eq!((&*number.name, number.size), ("int", 4));

    // The variable of the block comes after those of the function.
    let places = |address| {
        let locals = variables.locals(address).map(|variable| {
            let location = variable.location.as_ref();
            let read = |address| (address == 0xFFC0).then_some(0x2000);
            let place = location.and_then(|it| it.place(0, 0x10000, &[], read));
            let address = place.map(|place| match place {
                VariablePlace::Memory(address) => address,
                VariablePlace::Value(value) => panic!("{value}"),
            });
            (variable.name.clone(), address)
        });
        locals.collect::<Vec<_>>()
    };
    let outer = [("item".into(), None), ("number".into(), Some(0xFFD0))];
    let inner = ("number".into(), Some(0x200C));
    assert_eq!(places(CODE_BASE + 3), outer);
    assert_eq!(places(CODE_BASE + 1), [&outer[..], &[inner]].concat());
    assert!(places(CODE_BASE + 7).is_empty());
}

#[test]
fn an_address_in_a_value_is_read_from_the_values_of_the_call() {
    let mut info = with_variables();
    for variable in &mut info.functions[0].variables {
        variable.home = Home::Pointer(2);
        variable.is_indirect = false;
        variable.offset = 4;
    }
    let file = write(&info, &FINGERPRINT).unwrap();
    let variables = Symbols::read(&file).unwrap().variables();
    let locals = variables.locals(CODE_BASE + 3);
    let location = locals.last().unwrap().location.as_ref().unwrap();
    assert_eq!(
        location.place(0, 0, &[7, 8, 0x3000], Some),
        Some(VariablePlace::Memory(0x3004))
    );
    assert_eq!(location.place(0, 0, &[7, 8], Some), None);
}

#[test]
fn lines_have_addresses_after_the_start_of_functions() {
    let file = write(&info(), &FINGERPRINT).unwrap();
    let symbols = Symbols::read(&file).unwrap();
    let table = LineTable::new(&symbols, [(CODE_BASE, 6, 6), (CODE_BASE + 6, 4, 4)]);
    assert_eq!(table.files(), ["/src/a.cc"]);
    let at = |inst: u32| CODE_BASE + inst;
    assert_eq!(table.find(&[0], 1), Some((4, vec![at(3)])));
    assert_eq!(table.find(&[0], 5), Some((10, vec![at(1)])));
    assert_eq!(table.find(&[0], 11), Some((11, vec![at(1)])));
    assert_eq!(table.find(&[0], 12), None);
    assert_eq!(table.find(&[1], 1), None);
    assert_eq!(table.lines(&[0], 4, 10), [4, 10]);
    assert!(table.is_prologue(at(0)) && !table.is_prologue(at(1)));
    assert_eq!(table.body(at(0)), at(1));
    let (inlined, around) = (table.at(at(3)).unwrap(), table.at(at(5)).unwrap());
    assert_eq!((inlined.inlined, around.inlined), (1, 0));
    assert!(!inlined.is_same_line(&around));
    assert!(around.is_same_line(&table.at(at(2)).unwrap()));
    assert!(table.at(at(6)).is_none_or(|place| place.line == 0));
}

#[test]
fn a_variable_that_is_a_value_has_one_in_a_range_of_instructions() {
    let mut info = with_variables();
    let range = |start, value, is_address| ValueRange {
        start,
        end: start + 1,
        value,
        is_address,
    };
    for variable in &mut info.functions[0].variables {
        variable.home = Home::Values(vec![range(0, 1, false), range(2, 2, true)]);
    }
    let file = write(&info, &FINGERPRINT).unwrap();
    let variables = Symbols::read(&file).unwrap().variables();
    let locals = variables.locals(CODE_BASE + 3);
    let location = locals.last().unwrap().location.as_ref().unwrap();
    let at = |inst| location.place(CODE_BASE + inst, 0, &[7, 8, 0x3000], Some);
    assert_eq!(at(0), Some(VariablePlace::Value(8)));
    assert_eq!(at(1), None, "no value is known");
    assert_eq!(at(2), Some(VariablePlace::Memory(0x3000)));
    assert_eq!(at(3), None);
}
