//! Modules for the printer's tests. Each covers some features of the text.

use pinnacle_bytecode::Module;
use pinnacle_bytecode::model::{
    BinaryOp, BlockId, Body, Case, ConstantId, Convention, Endianness, Incoming, Inst, Linkage,
    List, PointerSize, ShiftOp, TypeGraph, TypeId, Value,
};

/// The name of the file with a module's text, and the module.
pub(crate) type Named = (&'static str, fn() -> Module);

/// All modules.
pub(crate) const ALL: &[Named] = &[
    ("empty", Module::new),
    ("target", target),
    ("types", types),
    ("circles", circles),
    ("constants", constants),
    ("expressions", expressions),
    ("zeros", zeros),
    ("globals", globals),
    ("names", names),
    ("numbers", numbers),
    ("instructions", instructions),
    ("calls", calls),
    ("control", control),
    ("odd", odd),
];

fn target() -> Module {
    let mut module = Module::new();
    module.target.endianness = Some(Endianness::Big);
    module.target.pointer_size = Some(PointerSize::Bits64);
    module.target.triple = b"sparcv9-sun-solaris2.8".to_vec();
    module.target.libraries = vec![b"c".to_vec(), b"stdc++".to_vec()];
    module
}

/// Types with one name, several names and no names, and unused names.
fn types() -> Module {
    let mut module = Module::new();
    let types = &mut module.types;
    let opaque = types.new_opaque();
    let other_opaque = types.new_opaque();
    let unnamed_opaque = types.new_opaque();
    let opaque_pointer = types.pointer_to(opaque);
    let unnamed_opaque_pointer = types.pointer_to(unnamed_opaque);
    let pair = types.struct_of(&[TypeId::INT, opaque_pointer]);
    let pair_pointer = types.pointer_to(pair);
    let pairs = types.array_of(pair, 4_000_000_000);
    let int_pointer = types.pointer_to(TypeId::INT);
    let deep = types.pointer_to(int_pointer);
    let empty = types.struct_of(&[]);
    let callback = types.function(TypeId::VOID, &[pair_pointer, int_pointer], false);
    let callback_pointer = types.pointer_to(callback);
    let varied = types.function(callback_pointer, &[], true);
    let varied_more = types.function(int_pointer, &[TypeId::BOOL, deep], true);
    let varied_pointer = types.pointer_to(varied);
    let varied_more_pointer = types.pointer_to(varied_more);
    let all = types.struct_of(&[
        pairs,
        empty,
        varied_pointer,
        varied_more_pointer,
        unnamed_opaque_pointer,
    ]);
    for (name, ty) in [
        (&b"Pair"[..], pair),
        (b"Also", pair),
        (b"Integer", TypeId::INT),
        (b"IntegerPointer", int_pointer),
        (b"Deep", deep),
        (b"Unknown", opaque),
        (b"Strange name", other_opaque),
        (b"Callback", callback),
        (b"OpaquePointer", opaque_pointer),
        (b"Arrays", pairs),
    ] {
        module.name_type(name, ty);
    }
    for (name, ty) in [
        (&b"all"[..], all),
        (b"strange", other_opaque),
        (b"integer", int_pointer),
        (b"deep", deep),
        (b"label", callback_pointer),
    ] {
        module.add_global(name, ty, Linkage::External, false, None);
    }
    module
}

/// Types that contain themselves, with and without a name in the cycle.
fn circles() -> Module {
    let mut module = Module::new();
    let mut graph = TypeGraph::new();
    // A list. Its element type points to the next element, and has a name.
    let list = graph.next_id();
    let list_pointer = TypeId(list.0 + 1);
    graph.structure(&[list_pointer, TypeId::INT]);
    graph.pointer(list);
    // The same without a name, and with another element type.
    let bare = graph.next_id();
    let bare_pointer = TypeId(bare.0 + 1);
    graph.structure(&[bare_pointer, TypeId::DOUBLE]);
    graph.pointer(bare);
    // A pointer to itself, and a function that returns itself.
    let knot = graph.next_id();
    graph.pointer(knot);
    let function = graph.next_id();
    let function_pointer = TypeId(function.0 + 1);
    graph.function(function_pointer, &[bare_pointer], false);
    graph.pointer(function);
    let array = graph.array(bare, 2);
    let ids = [list, bare, bare_pointer, knot, function_pointer, array];
    let (types, map) = graph.unify().expect("the graph is whole");
    module.types = types;
    let [list, bare, bare_pointer, knot, function_pointer, array] =
        ids.map(|id| map[(id.0 - TypeId::FIRST_DERIVED.0) as usize]);
    module.name_type(b"List", list);
    for (name, ty) in [
        (&b"list"[..], list),
        // The name of the pointer is written before that of its pointee.
        (b"pointer", bare_pointer),
        (b"bare", bare),
        (b"knot", knot),
        (b"function", function_pointer),
        (b"array", array),
    ] {
        module.add_global(name, ty, Linkage::External, false, None);
    }
    module
}

/// Numbers and strings.
fn constants() -> Module {
    let mut module = Module::new();
    let add = |module: &mut Module, constant: ConstantId| {
        let ty = module.constants.type_of(constant);
        module.add_global(b"", ty, Linkage::External, true, Some(constant));
    };
    for (ty, value) in [
        (TypeId::UBYTE, u64::MAX),
        (TypeId::SBYTE, 0x80),
        (TypeId::USHORT, 0x8000),
        (TypeId::SHORT, 0x8000),
        (TypeId::UINT, 0x8000_0000),
        (TypeId::INT, 0x8000_0000),
        (TypeId::ULONG, u64::MAX),
        (TypeId::LONG, 1 << 63),
        (TypeId::LONG, 42),
    ] {
        let constant = module.constants.int(ty, value);
        add(&mut module, constant);
    }
    for value in [false, true] {
        let constant = module.constants.bool(value);
        add(&mut module, constant);
    }
    for value in [0.0_f64, -0.0, 1.5, f64::INFINITY, 5e-324, 1e10] {
        let constant = module.constants.double(value.to_bits());
        add(&mut module, constant);
    }
    let constant = module.constants.double(0x7FF0_0000_0000_0001);
    add(&mut module, constant);
    for bits in [0_u32, 0x8000_0000, 0x3FC0_0000, 1, 0xFF80_0000, 0x7F80_0001] {
        let constant = module.constants.float(bits);
        add(&mut module, constant);
    }
    for (element, bytes) in [
        (TypeId::SBYTE, &b"plain\0"[..]),
        (TypeId::SBYTE, b"caf\xE9"),
        (TypeId::UBYTE, b"caf\xE9"),
        (TypeId::UBYTE, b" ~\x7F\x1F\"\\\t"),
        (TypeId::SBYTE, b"\0\x01"),
    ] {
        let ty = module.types.array_of(element, bytes.len() as u32);
        let constant = module.constants.byte_array(ty, bytes);
        add(&mut module, constant);
    }
    let shorts = module.types.array_of(TypeId::SHORT, 3);
    let elements = [1, 0, 0xFFFF].map(|value| module.constants.int(TypeId::SHORT, value));
    let array = module.constants.array(shorts, &elements);
    add(&mut module, array);
    let nested = module.types.struct_of(&[shorts, TypeId::BOOL, shorts]);
    let truth = module.constants.bool(true);
    let zero = (module.constants.zero(&module.types, shorts)).expect("arrays have zeros");
    let constant = module.constants.structure(nested, &[array, truth, zero]);
    add(&mut module, constant);
    module
}

/// Constants made of addresses, and the use counts of globals.
fn expressions() -> Module {
    let mut module = Module::new();
    let int_pointer = module.types.pointer_to(TypeId::INT);
    let array = module.types.array_of(TypeId::INT, 8);
    let void_function = module.types.function(TypeId::VOID, &[], false);
    let number = module.add_global(b"number", TypeId::INT, Linkage::External, false, None);
    let table = module.add_global(b"table", array, Linkage::External, false, None);
    let function = module.add_function(b"action", void_function, Linkage::External);
    let number = module.global_address(number);
    let table = module.global_address(table);
    let function = module.function_address(function);
    let constants = &mut module.constants;
    let long = constants.cast(number, TypeId::LONG);
    let [zero, three] = [0, 3].map(|value| constants.int(TypeId::LONG, value));
    let shift = constants.int(TypeId::UBYTE, 4);
    let element = constants.get_element_ptr(int_pointer, table, &[zero, three]);
    let sum = constants.binary(BinaryOp::Add, long, three);
    let shifted = constants.shift(ShiftOp::Shr, sum, shift);
    let order = constants.binary(BinaryOp::SetGe, number, element);
    let chosen = constants.select(order, number, element);
    let action = constants.cast(function, int_pointer);
    let unused = constants.cast(table, TypeId::ULONG);
    let bytes = module.types.array_of(TypeId::SBYTE, 2);
    let low = module.constants.cast(number, TypeId::SBYTE);
    let five = module.constants.int(TypeId::SBYTE, 5);
    let no_string = module.constants.array(bytes, &[low, five]);
    assert_ne!(unused, no_string);
    for (name, constant) in [
        (&b"address"[..], number),
        (b"same", number),
        (b"element", element),
        (b"shifted", shifted),
        (b"order", order),
        (b"chosen", chosen),
        (b"action_address", action),
        (b"function", function),
        (b"no_string", no_string),
    ] {
        let ty = module.constants.type_of(constant);
        module.add_global(name, ty, Linkage::Internal, true, Some(constant));
    }
    module
}

/// Aggregates of zeros.
fn zeros() -> Module {
    let mut module = Module::new();
    let types = &mut module.types;
    let pointer = types.pointer_to(TypeId::INT);
    let empty = types.struct_of(&[]);
    let string = types.array_of(TypeId::SBYTE, 2);
    let none = types.array_of(TypeId::UBYTE, 0);
    let no_ints = types.array_of(TypeId::INT, 0);
    let numbers = types.struct_of(&[TypeId::BOOL, TypeId::LONG, TypeId::FLOAT]);
    let fields = types.struct_of(&[numbers, pointer, string, none, no_ints]);
    let matrix = types.array_of(fields, 2);
    let long_string = types.array_of(TypeId::SBYTE, 6);
    let long = types.array_of(pointer, 6);
    let six = types.struct_of(&[TypeId::INT; 6]);
    let short = types.array_of(six, 5);
    for (name, ty) in [
        (&b"empty"[..], empty),
        (b"string", string),
        (b"none", none),
        (b"no_ints", no_ints),
        (b"matrix", matrix),
        (b"long_string", long_string),
        (b"long", long),
        (b"six", six),
        (b"short", short),
        (b"pointer", pointer),
        (b"number", TypeId::UINT),
    ] {
        let zero = module.constants.zero(&module.types, ty);
        module.add_global(name, ty, Linkage::External, false, zero);
    }
    module
}

/// Linkage of variables and functions.
fn globals() -> Module {
    let mut module = Module::new();
    let seven = module.constants.int(TypeId::INT, 7);
    let function = module.types.function(TypeId::INT, &[], false);
    for (name, linkage) in [
        (&b"external"[..], Linkage::External),
        (b"weak", Linkage::Weak),
        (b"appending", Linkage::Appending),
        (b"internal", Linkage::Internal),
        (b"linkonce", Linkage::LinkOnce),
    ] {
        for constant in [false, true] {
            let name = [name, if constant { b"_constant" } else { b"" }].concat();
            let name = &name[..];
            module.add_global(name, TypeId::INT, linkage, constant, Some(seven));
            let elsewhere = [name, b"_elsewhere"].concat();
            module.add_global(&elsewhere, TypeId::INT, linkage, constant, None);
        }
        let declared = [name, b"_declared"].concat();
        module.add_function(&declared, function, linkage);
        let id = module.add_function(&[name, b"_function"].concat(), function, linkage);
        let mut body = Body::new();
        body.start_block();
        let value = Some(Value::Constant(seven));
        body.push(Inst::Ret { value }, TypeId::VOID);
        module.functions[id.index()].body = Some(Box::new(body));
    }
    module
}

/// Names that need quotes, and a name shared by several values.
fn names() -> Module {
    let mut module = Module::new();
    let shared = module.types.struct_of(&[TypeId::INT]);
    module.name_type(b"same", shared);
    module.name_type(b"two words", shared);
    for (name, ty) in [
        (&b"same"[..], shared),
        (b"a name", TypeId::INT),
        (b"9lives", TypeId::INT),
        (b"dollar$", TypeId::INT),
        (b"high\xFF", TypeId::INT),
        (b"back\\22slash", TypeId::INT),
        (b"quotation \" mark \\", TypeId::INT),
        (b"line\nbreak", TypeId::INT),
        (b"-._9", TypeId::INT),
    ] {
        module.add_global(name, ty, Linkage::External, false, None);
    }
    let function = module.types.function(TypeId::INT, &[TypeId::INT], false);
    let id = module.add_function(b"a function", function, Linkage::External);
    let mut body = Body::new();
    body.name_argument(0, b"same");
    let target = BlockId(1);
    body.start_block();
    body.name_block(BlockId(0), b"9start$");
    let (lhs, rhs) = (Value::Argument(0), Value::Argument(0));
    let op = BinaryOp::Mul;
    let square = body.push(Inst::Binary { op, lhs, rhs }, TypeId::INT);
    body.name_inst(square, b"the square");
    body.push(Inst::Br { target }, TypeId::VOID);
    body.start_block();
    body.name_block(target, b"the \"end\"");
    let value = Some(Value::Inst(square));
    body.push(Inst::Ret { value }, TypeId::VOID);
    let of_function = module.types.array_of(TypeId::LONG, 2);
    let name = body.names.add(b"local");
    body.type_names.push((name, of_function));
    module.functions[id.index()].body = Some(Box::new(body));
    module
}

/// Unnamed values: each type has its own numbers, and functions continue those of the module.
fn numbers() -> Module {
    let mut module = Module::new();
    let int_pointer = module.types.pointer_to(TypeId::INT);
    let first = module.add_global(b"", TypeId::INT, Linkage::External, false, None);
    module.add_global(b"", TypeId::DOUBLE, Linkage::External, false, None);
    let second = module.add_global(b"", TypeId::INT, Linkage::External, false, None);
    let [first, second] = [first, second].map(|id| Value::Constant(module.global_address(id)));
    let ty = (module.types).function(int_pointer, &[TypeId::INT, int_pointer, TypeId::INT], false);
    let unnamed = module.add_function(b"", ty, Linkage::External);
    module.add_function(b"", ty, Linkage::External);
    let callee = Value::Constant(module.function_address(unnamed));
    for _ in 0..2 {
        let id = module.add_function(b"numbered", ty, Linkage::External);
        let mut body = Body::new();
        body.name_argument(0, b"named");
        body.start_block();
        let sum = body.push(
            Inst::Binary {
                op: BinaryOp::Add,
                lhs: Value::Argument(0),
                rhs: Value::Argument(2),
            },
            TypeId::INT,
        );
        let arguments = body.add_values(&[Value::Inst(sum), first, Value::Inst(sum)]);
        let call = body.push(
            Inst::Call {
                callee,
                arguments,
                convention: Convention::C,
                tail: false,
            },
            int_pointer,
        );
        let pointer = Value::Inst(call);
        let volatile = false;
        let load = body.push(Inst::Load { pointer, volatile }, TypeId::INT);
        let value = Value::Inst(load);
        body.push(
            Inst::Store {
                value,
                pointer: second,
                volatile,
            },
            TypeId::VOID,
        );
        body.push(Inst::Br { target: BlockId(2) }, TypeId::VOID);
        // This block is unreachable.
        body.start_block();
        body.push(Inst::Br { target: BlockId(2) }, TypeId::VOID);
        body.start_block();
        let value = Some(Value::Argument(1));
        body.push(Inst::Ret { value }, TypeId::VOID);
        module.functions[id.index()].body = Some(Box::new(body));
    }
    module
}

/// Every instruction that is not a call or a terminator.
fn instructions() -> Module {
    let mut module = Module::new();
    let types = &mut module.types;
    let int_pointer = types.pointer_to(TypeId::INT);
    let byte_pointer = types.pointer_to(TypeId::SBYTE);
    let pair = types.struct_of(&[TypeId::INT, TypeId::DOUBLE]);
    let pair_pointer = types.pointer_to(pair);
    let double_pointer = types.pointer_to(TypeId::DOUBLE);
    let parameters = [
        TypeId::INT,
        TypeId::BOOL,
        TypeId::UINT,
        TypeId::UBYTE,
        byte_pointer,
    ];
    let ty = types.function(TypeId::VOID, &parameters, false);
    let id = module.add_function(b"instructions", ty, Linkage::External);
    let mut body = Body::new();
    for (number, name) in (0..).zip([&b"i"[..], b"b", b"u", b"s", b"list"]) {
        body.name_argument(number, name);
    }
    let [int, bool, uint, ubyte, list] = [0, 1, 2, 3, 4].map(Value::Argument);
    let constants = &mut module.constants;
    let [one, five] = [1, 5].map(|value| Value::Constant(constants.int(TypeId::INT, value)));
    let [count_one, count_five] =
        [1, 5].map(|value| Value::Constant(constants.int(TypeId::UINT, value)));
    let zero = Value::Constant(constants.int(TypeId::LONG, 0));
    let three = Value::Constant(constants.int(TypeId::UBYTE, 3));
    body.start_block();
    for op in BinaryOp::ALL {
        let result = if op.is_comparison() {
            TypeId::BOOL
        } else {
            TypeId::INT
        };
        let (lhs, rhs) = (int, five);
        body.push(Inst::Binary { op, lhs, rhs }, result);
    }
    for (op, amount) in [(ShiftOp::Shl, three), (ShiftOp::Shr, ubyte)] {
        let value = int;
        body.push(Inst::Shift { op, value, amount }, TypeId::INT);
    }
    let (op, value, amount) = (ShiftOp::Shl, ubyte, ubyte);
    body.push(Inst::Shift { op, value, amount }, TypeId::UBYTE);
    for count in [count_one, count_five, uint] {
        body.push(
            Inst::Malloc {
                count,
                alignment: 0,
            },
            int_pointer,
        );
        body.push(
            Inst::Alloca {
                count,
                alignment: 0,
            },
            pair_pointer,
        );
    }
    let memory = body.push(
        Inst::Alloca {
            count: count_one,
            alignment: 0,
        },
        int_pointer,
    );
    body.name_inst(memory, b"memory");
    let pair_memory = body.push(
        Inst::Malloc {
            count: count_one,
            alignment: 0,
        },
        pair_pointer,
    );
    body.name_inst(pair_memory, b"pair");
    let pointer = Value::Inst(memory);
    for volatile in [false, true] {
        body.push(Inst::Load { pointer, volatile }, TypeId::INT);
        let value = one;
        let store = Inst::Store {
            value,
            pointer,
            volatile,
        };
        body.push(store, TypeId::VOID);
    }
    let field = Value::Constant(module.constants.int(TypeId::UINT, 1));
    for (indices, result) in [
        (&[][..], pair_pointer),
        (&[zero], pair_pointer),
        (&[zero, field], double_pointer),
    ] {
        let pointer = Value::Inst(pair_memory);
        let indices = body.add_values(indices);
        body.push(Inst::GetElementPtr { pointer, indices }, result);
    }
    let pointer = Value::Inst(pair_memory);
    body.push(Inst::Free { pointer }, TypeId::VOID);
    body.push(Inst::Cast { value: int }, TypeId::DOUBLE);
    body.push(Inst::VaArg { list }, TypeId::DOUBLE);
    let argument = pair_pointer;
    body.push(Inst::VaNext { list, argument }, byte_pointer);
    for (if_true, if_false, result) in [(int, one, TypeId::INT), (bool, bool, TypeId::BOOL)] {
        let condition = bool;
        let select = Inst::Select {
            condition,
            if_true,
            if_false,
        };
        body.push(select, result);
    }
    body.push(Inst::Ret { value: None }, TypeId::VOID);
    module.functions[id.index()].body = Some(Box::new(body));
    module
}

/// Calls whose type is written in the short form and in full.
fn calls() -> Module {
    let mut module = Module::new();
    let types = &mut module.types;
    let byte_pointer = types.pointer_to(TypeId::SBYTE);
    let plain = types.function(TypeId::VOID, &[], false);
    let plain_pointer = types.pointer_to(plain);
    let two = types.function(TypeId::INT, &[TypeId::INT, byte_pointer], false);
    let varied = types.function(TypeId::INT, &[byte_pointer], true);
    let only_varied = types.function(TypeId::VOID, &[], true);
    let giver = types.function(plain_pointer, &[], false);
    let [plain, two, varied, only_varied, giver] = [
        (&b"plain"[..], plain),
        (b"two", two),
        (b"varied", varied),
        (b"only_varied", only_varied),
        (b"giver", giver),
    ]
    .map(|(name, ty)| {
        let id = module.add_function(name, ty, Linkage::External);
        Value::Constant(module.function_address(id))
    });
    let one = Value::Constant(module.constants.int(TypeId::INT, 1));
    let null = module.constants.zero(&module.types, byte_pointer);
    let null = Value::Constant(null.expect("pointers have a zero"));
    let caller = module.types.function(TypeId::VOID, &[], false);
    let id = module.add_function(b"caller", caller, Linkage::External);
    let mut body = Body::new();
    body.start_block();
    let (normal, unwind) = (BlockId(1), BlockId(2));
    let mut results = Vec::new();
    for (callee, arguments, result) in [
        (plain, &[][..], TypeId::VOID),
        (two, &[one, null], TypeId::INT),
        (varied, &[null], TypeId::INT),
        (varied, &[null, one, null], TypeId::INT),
        (only_varied, &[], TypeId::VOID),
        (giver, &[], plain_pointer),
    ] {
        let arguments = body.add_values(arguments);
        results.push(body.push(
            Inst::Call {
                callee,
                arguments,
                convention: Convention::C,
                tail: false,
            },
            result,
        ));
    }
    let callee = Value::Inst(results[5]);
    let arguments = List::EMPTY;
    body.push(
        Inst::Call {
            callee,
            arguments,
            convention: Convention::C,
            tail: false,
        },
        TypeId::VOID,
    );
    let arguments = body.add_values(&[null, one]);
    let invoke = Inst::Invoke {
        callee: varied,
        arguments,
        normal,
        unwind,
        convention: Convention::C,
    };
    let result = body.push(invoke, TypeId::INT);
    body.name_inst(result, b"result");
    body.start_block();
    body.name_block(normal, b"on");
    let invoke = Inst::Invoke {
        callee: plain,
        arguments: List::EMPTY,
        normal,
        unwind,
        convention: Convention::C,
    };
    body.push(invoke, TypeId::VOID);
    body.start_block();
    body.name_block(unwind, b"caught");
    body.push(Inst::Unwind, TypeId::VOID);
    module.functions[id.index()].body = Some(Box::new(body));
    module
}

/// Branches, phis and switches, and the edges between blocks.
fn control() -> Module {
    let mut module = Module::new();
    let ty = module
        .types
        .function(TypeId::INT, &[TypeId::INT, TypeId::BOOL], false);
    let id = module.add_function(b"control", ty, Linkage::External);
    let [zero, one, two] = [0, 1, 2].map(|value| module.constants.int(TypeId::INT, value));
    let [zero, one, two] = [zero, one, two].map(Value::Constant);
    let mut body = Body::new();
    let [entry, again, end] = [0, 1, 2].map(BlockId);
    body.start_block();
    let condition = Value::Argument(1);
    let (if_true, if_false) = (again, end);
    let branch = Inst::CondBr {
        condition,
        if_true,
        if_false,
    };
    body.push(branch, TypeId::VOID);
    body.start_block();
    body.name_block(again, b"again");
    let phi = body.push(
        Inst::Phi {
            incoming: List::EMPTY,
        },
        TypeId::INT,
    );
    let (block, value) = (entry, zero);
    let from_entry = Incoming { value, block };
    let (block, value) = (again, Value::Inst(phi));
    let from_again = Incoming { value, block };
    let incoming = body.add_incoming(&[from_entry, from_again, from_again]);
    body.replace(phi, Inst::Phi { incoming });
    let cases = [(zero, again), (one, end), (two, again)];
    let cases = cases.map(|(value, target)| Case { value, target });
    let (value, default) = (Value::Inst(phi), end);
    let cases = body.add_cases(&cases);
    let switch = Inst::Switch {
        value,
        default,
        cases,
    };
    body.push(switch, TypeId::VOID);
    body.start_block();
    let (value, default) = (Value::Argument(0), end);
    let switch = Inst::Switch {
        value,
        default,
        cases: List::EMPTY,
    };
    body.push(switch, TypeId::VOID);
    // This block is unreachable.
    body.start_block();
    let value = Some(zero);
    body.push(Inst::Ret { value }, TypeId::VOID);
    module.functions[id.index()].body = Some(Box::new(body));
    module
}

/// A module that a verifier would reject.
fn odd() -> Module {
    let mut module = Module::new();
    let ty = module.types.function(TypeId::VOID, &[TypeId::INT], false);
    let id = module.add_function(b"no_blocks", ty, Linkage::Internal);
    module.functions[id.index()].body = Some(Box::new(Body::new()));
    let id = module.add_function(b"odd", ty, Linkage::Internal);
    let mut body = Body::new();
    body.start_block();
    let (op, lhs) = (BinaryOp::Add, Value::Argument(7));
    let rhs = Value::Inst(body.push(Inst::Unwind, TypeId::VOID));
    body.push(Inst::Binary { op, lhs, rhs }, TypeId::INT);
    let callee = Value::Argument(0);
    let arguments = List::EMPTY;
    body.push(
        Inst::Call {
            callee,
            arguments,
            convention: Convention::C,
            tail: false,
        },
        TypeId::INT,
    );
    let target = BlockId(9);
    body.push(Inst::Br { target }, TypeId::VOID);
    body.start_block();
    module.functions[id.index()].body = Some(Box::new(body));
    module
}
