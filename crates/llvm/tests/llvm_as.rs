//! Every available `llvm-as`, 14 to 19, accepts modules with every construct, including its
//! verifier. All of them understand the same by it.

use pinnacle_llvm::*;
use pinnacle_testing::llvm_tools::{RELEASES, Tool};

/// Asserts that an assembler accepts the text.
fn expect(assembler: &Tool, typed: bool, text: &str) {
    if let Err(message) = assembler.assemble(typed, text.as_bytes()) {
        panic!("{message}\n{text}");
    }
}

/// Asserts that all assemblers accept the module, and that those with typed pointers accept its
/// typed text.
fn accepted(module: &Module) {
    let text = print(module);
    assert_eq!(
        text,
        print(&module.clone()),
        "the same module has the same text"
    );
    let options = PrintOptions {
        typed_pointers: true,
        ..PrintOptions::default()
    };
    let typed = print_with(module, &options);
    for assembler in Tool::all("llvm-as", RELEASES) {
        expect(&assembler, false, &text);
        if let (true, Ok(typed)) = (assembler.knows_typed_pointers(), &typed) {
            expect(&assembler, true, typed);
        }
    }
}

/// A function with these parameters that returns nothing, and a builder for it.
fn function<'m>(
    module: &'m mut Module,
    name: &[u8],
    result: TypeId,
    parameters: &[TypeId],
) -> FunctionBuilder<'m> {
    let ty = module.types.function(result, parameters, false);
    let id = module.add_function(name, ty);
    let mut builder = FunctionBuilder::new(module, id);
    let entry = builder.block(b"entry");
    builder.start(entry);
    builder
}

#[test]
fn types_and_constants() {
    let mut m = Module::new();
    let (i1, i8, i32, i64) = (
        m.types.integer(1),
        m.types.integer(8),
        m.types.integer(32),
        m.types.integer(64),
    );
    let pointer = m.types.pointer();
    let (float, double) = (m.types.float(), m.types.double());
    let name = m.names.add(b"list \"of\" things");
    let (list, list_type) = m.types.new_struct(name);
    m.types.set_fields(list, &[i32, pointer], false);
    let name = m.names.add(b"secret");
    m.types.new_struct(name);
    let (first, first_type) = m.types.new_struct(Name::NONE);
    m.types.set_fields(first, &[i8, list_type], true);

    let word = m.int(32, 0xFFFF_FFFE);
    let null = m.null();
    let node = m.constants.aggregate(list_type, &[word, null]);
    let byte = m.int(8, 200);
    let packed = m.constants.aggregate(first_type, &[byte, node]);
    m.add_variable(b"packed", first_type, Some(packed));
    let odd = m.int(7, 77);
    let odd_type = m.types.integer(7);
    m.add_variable(b"odd", odd_type, Some(odd));
    let wide = m.types.integer(200);
    let number = m.constants.wide_bits(wide, &[1, 2, 3, 4]);
    m.add_variable(b"wide", wide, Some(number));
    let very_wide = m.types.integer(5000);
    let words: Vec<u64> = (0..79).collect();
    let number = m.constants.wide_bits(very_wide, &words);
    m.add_variable(b"very wide", very_wide, Some(number));
    for (index, ty) in [Type::Half, Type::BFloat, Type::Float, Type::Double]
        .into_iter()
        .enumerate()
    {
        let ty = m.types.simple(ty);
        let bits = m.constants.bits(
            ty,
            [0x3C01, 0x7FC0, 0x3DCC_CCCD, 0x7FF4_0000_0000_0001][index],
        );
        m.add_variable(b"", ty, Some(bits));
    }
    for ty in [Type::X86Fp80, Type::Fp128, Type::PpcFp128] {
        let ty = m.types.simple(ty);
        let bits = m.constants.wide_bits(ty, &[0x8000_0000_0000_0000, 0x3FFF]);
        m.add_variable(b"", ty, Some(bits));
    }
    let vector = m.types.vector(i32, 4, false);
    let zero = m.zero(vector);
    m.add_variable(b"vector", vector, Some(zero));
    let bytes: Vec<u8> = (0..16).collect();
    let data = m.constants.data(vector, &bytes);
    m.add_variable(b"vector.data", vector, Some(data));
    let floats = m.types.array(float, 2);
    let data = m.constants.data(floats, &[0, 0, 0x80, 0x3F, 1, 0, 0, 0]);
    m.add_variable(b"floats", floats, Some(data));
    let longs = m.types.array(i64, 0);
    let none = m.constants.aggregate(longs, &[]);
    m.add_variable(b"none", longs, Some(none));
    let text = m.string(b"with \"quotes\", a \\, \x00 and \xFF\n");
    let text_type = m.constants.get(text).ty;
    let string = m.add_variable(b"string", text_type, Some(text));
    let bits = m.types.vector(i1, 2, false);
    let (no, yes) = (m.int(1, 0), m.int(1, 1));
    let both = m.constants.aggregate(bits, &[no, yes]);
    m.add_variable(b"bits", bits, Some(both));
    let undef = m.constants.plain(double, ConstantKind::Undef);
    m.add_variable(b"undefined", double, Some(undef));
    let poison = m.constants.plain(double, ConstantKind::Poison);
    m.add_variable(b"poison", double, Some(poison));
    let empty = m.types.literal_struct(&[], false);
    let nothing = m.zero(empty);
    m.add_variable(b"empty", empty, Some(nothing));
    let empty = m.types.literal_struct(&[], true);
    let nothing = m.constants.aggregate(empty, &[]);
    m.add_variable(b"empty.packed", empty, Some(nothing));
    let scalable = m.types.vector(i32, 2, true);
    let ty = m.types.function(scalable, &[scalable], true);
    m.add_function(b"scalable", ty);

    let string = m.address_of(string);
    let (zero, three) = (m.int(64, 0), m.int(64, 3));
    let inner = m.constants.get_element_ptr(
        pointer,
        text_type,
        GepFlags::INBOUNDS,
        &[string, zero, three],
    );
    m.add_variable(b"inner", pointer, Some(inner));
    let number = m
        .constants
        .plain(i64, ConstantKind::Cast(CastOp::PtrToInt, inner));
    let sum = ConstantKind::Binary(BinaryOp::Add, BinaryFlags::NUW, number, three);
    let sum = m.constants.plain(i64, sum);
    m.add_variable(b"sum", i64, Some(sum));
    let low = m
        .constants
        .plain(i8, ConstantKind::Cast(CastOp::Trunc, sum));
    m.add_variable(b"low", i8, Some(low));
    let far = m.types.pointer_in(3);
    let moved = m
        .constants
        .plain(far, ConstantKind::Cast(CastOp::AddrSpaceCast, inner));
    let moved = m.add_variable(b"moved", far, Some(moved));
    m.global_mut(moved).address_space = 1;
    accepted(&m);
}

#[test]
fn nesting_has_no_limit_of_ours() {
    let mut m = Module::new();
    let mut ty = m.types.integer(8);
    let mut constant = m.int(8, 1);
    for _ in 0..100_000 {
        ty = m.types.literal_struct(&[ty], false);
        constant = m.constants.aggregate(ty, &[constant]);
    }
    assert_eq!(m.constants.get(constant).ty, ty);
    let mut ty = m.types.integer(8);
    for _ in 0..100_000 {
        ty = m.types.literal_struct(&[ty], false);
    }
    m.add_variable(b"deep", ty, None);
    assert!(print(&m).len() > 400_000);
}

#[test]
fn globals_with_everything() {
    let mut m = Module::new();
    m.source_filename = b"a \"file\".c".to_vec();
    m.target_triple = b"x86_64-unknown-linux-gnu".to_vec();
    m.data_layout = b"e-p:64:64".to_vec();
    m.module_asm = b"# one\n# two \"quoted\"\n".to_vec();
    let i32 = m.types.integer(32);
    let one = m.int(32, 1);
    let array = m.types.array(i32, 1);
    let ones = m.constants.aggregate(array, &[one]);
    for &linkage in Linkage::ALL {
        let variable = match linkage {
            Linkage::ExternalWeak => m.add_variable(linkage.text().as_bytes(), i32, None),
            Linkage::Appending => m.add_variable(b"appending", array, Some(ones)),
            Linkage::Common => {
                let zero = m.int(32, 0);
                m.add_variable(b"common", i32, Some(zero))
            }
            _ => m.add_variable(linkage.text().as_bytes(), i32, Some(one)),
        };
        m.global_mut(variable).linkage = linkage;
    }
    let declared = m.add_variable(b"declared", i32, None);
    m.global_mut(declared).dll_storage = DllStorage::Import;
    for &model in ThreadLocal::ALL {
        let variable = m.add_variable(b"", i32, Some(one));
        m.global_mut(variable).thread_local = model;
    }
    for &visibility in Visibility::ALL {
        let variable = m.add_variable(b"", i32, Some(one));
        let section = m.names.add(b".my\"section");
        let partition = m.names.add(b"part");
        let global = m.global_mut(variable);
        global.visibility = visibility;
        global.unnamed_address = UnnamedAddress::Global;
        global.section = section;
        global.partition = partition;
        global.dso_local = true;
        global.align = Align::new(64).expect("a power of two");
    }
    let read_only = GlobalKind::Variable {
        initializer: Some(one),
        constant: true,
        externally_initialized: true,
        attributes: AttributeSetId::EMPTY,
    };
    let variable = m.add_global(b"group", i32, read_only);
    m.global_mut(variable).linkage = Linkage::LinkOnceOdr;
    let group = m.add_comdat(b"group", ComdatKind::Any);
    m.global_mut(variable).comdat = Some(group);
    let other = m.add_variable(b"other", i32, Some(one));
    m.global_mut(other).comdat = Some(group);
    let target = m.address_of(variable);
    let alias = m.add_global(b"alias", i32, GlobalKind::Alias(target));
    m.global_mut(alias).unnamed_address = UnnamedAddress::Local;

    let pointer = m.types.pointer();
    let void = m.types.void();
    let resolver_type = m.types.function(pointer, &[], false);
    let code = m.types.function(void, &[], false);
    let implementation = m.add_function(b"implementation", code);
    let implementation = m.address_of(implementation);
    let personality = m.types.function(i32, &[], true);
    let personality = m.add_function(b"__gxx_personality_v0", personality);
    let personality = m.address_of(personality);
    let resolver = m.add_function(b"resolver", resolver_type);
    let id = m.as_function(resolver).expect("it is a function");
    let gc = m.names.add(b"shadow-stack");
    let function = m.function_mut(id);
    function.convention = CallingConvention::FAST;
    function.gc = gc;
    function.prefix = Some(one);
    function.prologue = Some(one);
    function.personality = Some(personality);
    let mut builder = FunctionBuilder::new(&mut m, resolver);
    let entry = builder.block(b"");
    builder.start(entry);
    builder.ret(Some(implementation.into()));
    builder.finish();
    let section = m.names.add(b".text.resolver");
    m.global_mut(resolver).section = section;
    m.global_mut(resolver).align = Align::new(32).expect("a power of two");
    let resolver = m.address_of(resolver);
    m.add_global(b"chosen", code, GlobalKind::Ifunc(resolver));

    let flag = m.metadata.add(Metadata::Constant(one));
    let text = m.names.add_even_empty(b"PIC Level");
    let text = m.metadata.add(Metadata::Text(text));
    let node = m
        .metadata
        .node(false, &[Some(flag), Some(text), Some(flag)]);
    let inner = m.metadata.node(true, &[None, Some(node)]);
    let flags = m.names.add(b"llvm.module.flags");
    m.metadata.add_named(flags, &[node]);
    let own = m.names.add(b"own name");
    m.metadata.add_named(own, &[inner, node]);
    accepted(&m);
}

#[test]
fn attributes_of_functions_parameters_results_and_calls() {
    use AttributeKind as K;
    let mut m = Module::new();
    let (i32, pointer, void) = (m.types.integer(32), m.types.pointer(), m.types.void());
    let pair = m.types.literal_struct(&[i32, i32], false);
    let key = m.names.add(b"frame-pointer");
    let value = m.names.add(b"all");
    let lone = m.names.add(b"lone");
    let of_function = m.attributes.set(&[
        Attribute::Enum(K::NoInline),
        Attribute::Enum(K::NoUnwind),
        Attribute::Int(K::StackAlign, 16),
        Attribute::Int(K::AllocSize, 0xFFFF_FFFF),
        Attribute::Int(K::UwTable, 2),
        Attribute::Text { key, value },
        Attribute::Text {
            key: lone,
            value: Name::NONE,
        },
    ]);
    let of_result = m.attributes.set(&[
        Attribute::Enum(K::NoAlias),
        Attribute::Int(K::Align, 8),
        Attribute::Int(K::Dereferenceable, 4),
    ]);
    let sign = m
        .attributes
        .set(&[Attribute::Enum(K::SExt), Attribute::Enum(K::NoUndef)]);
    let by_value = m
        .attributes
        .set(&[Attribute::Type(K::ByVal, pair), Attribute::Int(K::Align, 4)]);
    let result = m.attributes.set(&[Attribute::Type(K::StructRet, pair)]);
    let empty = AttributeSetId::EMPTY;
    let list = m
        .attributes
        .list(of_function, of_result, &[sign, by_value, empty]);
    let ty = m.types.function(pointer, &[i32, pointer, i32], false);
    let callee = m.add_function(b"callee", ty);
    let id = m.as_function(callee).expect("it is a function");
    m.function_mut(id).attributes = list;
    let callee = m.address_of(callee);
    let result = m.attributes.list(empty, empty, &[result]);

    let ty_of_caller = m.types.function(void, &[pointer, i32], false);
    let caller = m.add_function(b"caller", ty_of_caller);
    let id = m.as_function(caller).expect("it is a function");
    m.function_mut(id).attributes = result;
    let cold = m.attributes.set(&[Attribute::Enum(K::Cold)]);
    let of_call = m.attributes.list(cold, of_result, &[sign, by_value]);
    let mut b = FunctionBuilder::new(&mut m, caller);
    let entry = b.block(b"");
    b.start(entry);
    let (first, second) = (b.parameter(0), b.parameter(1));
    let mut call = b.call_site(callee.into(), ty, &[second, first, second]);
    call.attributes = of_call;
    call.tail = TailKind::NoTail;
    call.bundles = b.bundles(&[(b"deopt", &[first, second]), (b"own", &[])]);
    let call = b.add_call(call);
    b.emit(InstructionKind::Call(call), pointer);
    b.ret(None);
    b.finish();
    let text = print(&m);
    let options = PrintOptions {
        typed_pointers: true,
        ..PrintOptions::default()
    };
    let refused = "an attribute with a pointee type";
    assert_eq!(
        print_with(&m, &options),
        Err(PrintError::NeedsOpaquePointers(refused))
    );
    assert!(
        text.contains("define void @caller(ptr sret({ i32, i32 }) %0, i32 %1) {"),
        "{text}"
    );
    assert!(
        text.contains("notail call noalias align 8 dereferenceable(4) ptr @callee("),
        "{text}"
    );
    assert!(
        text.contains("alignstack=16 allocsize(0) uwtable \"frame-pointer\"=\"all\" \"lone\" }")
    );
    accepted(&m);
}

#[test]
fn newer_attributes_are_written_as_llvm_writes_them() {
    use AttributeKind as K;
    let mut m = Module::new();
    let void = m.types.void();
    let ty = m.types.function(void, &[], false);
    let f = m.add_function(b"f", ty);
    let id = m.as_function(f).expect("it is a function");
    let set = m.attributes.set(&[
        Attribute::Int(K::Memory, 0b01_00_11),
        Attribute::Int(K::Memory, 0),
        Attribute::Int(K::Memory, 0b01_01_01),
        Attribute::Int(K::NoFpClass, 0x207),
        Attribute::Int(K::AllocKind, 0b010_0001),
        Attribute::Int(K::VScaleRange, 1 << 32 | 16),
        Attribute::Int(K::UwTable, 1),
    ]);
    let empty = AttributeSetId::EMPTY;
    m.function_mut(id).attributes = m.attributes.list(set, empty, &[]);
    let text = print(&m);
    let expected = "attributes #0 = { memory(read, argmem: readwrite, inaccessiblemem: none) \
        memory(none) memory(read) nofpclass(nan inf) allockind(\"alloc,aligned\") \
        vscale_range(1,16) uwtable(sync) }";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn arithmetic_comparisons_and_conversions() {
    let mut m = Module::new();
    let (void, i8, i32, i64) = (
        m.types.void(),
        m.types.integer(8),
        m.types.integer(32),
        m.types.integer(64),
    );
    let (float, double, pointer) = (m.types.float(), m.types.double(), m.types.pointer());
    let vector = m.types.vector(i32, 4, false);
    let near = m.types.pointer_in(2);
    let mut b = function(&mut m, b"f", void, &[i32, double, vector, pointer, i64]);
    let [int, real, vec, address, long] = [0, 1, 2, 3, 4].map(|number| b.parameter(number));
    b.set_name(int, b"int");
    b.set_name(real, b"a real");
    for &op in BinaryOp::ALL {
        use BinaryOp as Op;
        if matches!(op, Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FRem) {
            b.binary(op, real, real);
            for flags in [FastMath::FAST, FastMath::NNAN.and(FastMath::ARCP)] {
                let kind = InstructionKind::FloatBinary {
                    op,
                    flags,
                    lhs: real,
                    rhs: real,
                };
                b.emit(kind, double);
            }
            continue;
        }
        b.binary(op, int, int);
        b.binary(op, vec, vec);
        let flags = match op {
            Op::Add | Op::Sub | Op::Mul | Op::Shl => BinaryFlags::NUW.and(BinaryFlags::NSW),
            Op::UDiv | Op::SDiv | Op::LShr | Op::AShr => BinaryFlags::EXACT,
            _ => BinaryFlags::NONE,
        };
        b.emit(
            InstructionKind::Binary {
                op,
                flags,
                lhs: int,
                rhs: int,
            },
            i32,
        );
    }
    let flags = FastMath::NSZ;
    b.emit(InstructionKind::Negate { flags, value: real }, double);
    for &predicate in IntPredicate::ALL {
        b.int_compare(predicate, int, int);
        b.int_compare(predicate, address, address);
        b.int_compare(predicate, vec, vec);
    }
    for &predicate in FloatPredicate::ALL {
        b.float_compare(predicate, real, real);
    }
    let small = b.cast(CastOp::Trunc, int, i8);
    b.cast(CastOp::ZExt, small, i32);
    b.cast(CastOp::SExt, small, i32);
    let single = b.cast(CastOp::FPTrunc, real, float);
    b.cast(CastOp::FPExt, single, double);
    b.cast(CastOp::FPToUI, single, i8);
    b.cast(CastOp::FPToSI, single, i8);
    b.cast(CastOp::UIToFP, small, double);
    b.cast(CastOp::SIToFP, small, double);
    b.cast(CastOp::PtrToInt, address, i64);
    b.cast(CastOp::IntToPtr, long, pointer);
    b.cast(CastOp::BitCast, single, i32);
    b.cast(CastOp::AddrSpaceCast, address, near);
    let truth = b.int_compare(IntPredicate::Eq, int, int);
    b.select(truth, real, real);
    b.emit(InstructionKind::Freeze(int), i32);
    let zero = b.module.int(32, 0);
    b.emit(
        InstructionKind::ExtractElement {
            vector: vec,
            index: zero.into(),
        },
        i32,
    );
    let operands = b.values(&[vec, int, zero.into()]);
    b.emit(InstructionKind::InsertElement { operands }, vector);
    let mask = b.module.zero(vector);
    b.emit(
        InstructionKind::ShuffleVector {
            lhs: vec,
            rhs: vec,
            mask,
        },
        vector,
    );
    let pair = b.module.types.literal_struct(&[i32, double], false);
    let undef = b.module.constants.plain(pair, ConstantKind::Poison);
    let indices = b.indices(&[1]);
    let aggregate = b.emit(
        InstructionKind::InsertValue {
            aggregate: undef.into(),
            element: real,
            indices,
        },
        pair,
    );
    b.emit(InstructionKind::ExtractValue { aggregate, indices }, double);
    b.ret(None);
    b.finish();
    accepted(&m);
}

#[test]
fn memory() {
    let mut m = Module::new();
    let (void, i32, pointer) = (m.types.void(), m.types.integer(32), m.types.pointer());
    let pair = m.types.literal_struct(&[i32, i32], false);
    let scope = m.scope(b"singlethread");
    assert_eq!(scope, m.scope(b"singlethread"));
    let mut b = function(&mut m, b"f", void, &[pointer, i32]);
    let (address, value) = (b.parameter(0), b.parameter(1));
    let align = Align::new(4).expect("a power of two");
    b.alloca(pair, None, Align::NATURAL);
    b.alloca(i32, Some(value), align);
    b.load(i32, address, true);
    b.store(value, address, true);
    let single = Some(scope);
    for ordering in [
        Ordering::Unordered,
        Ordering::Monotonic,
        Ordering::SequentiallyConsistent,
    ] {
        let atomicity = Atomicity {
            ordering,
            scope: single,
        };
        b.emit(
            InstructionKind::Load {
                pointer: address,
                align,
                volatile: false,
                atomicity,
            },
            i32,
        );
        b.emit_void(InstructionKind::Store {
            value,
            pointer: address,
            align,
            volatile: true,
            atomicity,
        });
    }
    for ordering in [
        Ordering::Acquire,
        Ordering::Release,
        Ordering::AcquireRelease,
    ] {
        b.emit_void(InstructionKind::Fence(Atomicity {
            ordering,
            scope: None,
        }));
    }
    let (success, failure) = (Ordering::AcquireRelease, Ordering::Monotonic);
    let operands = b.values(&[address, value, value]);
    let bit = b.module.types.integer(1);
    let result = b.module.types.literal_struct(&[i32, bit], false);
    for weak in [false, true] {
        let kind = InstructionKind::CompareExchange {
            operands,
            align,
            weak,
            volatile: weak,
            success,
            failure,
            scope: single.filter(|_| weak),
        };
        b.emit(kind, result);
    }
    let atomicity = Atomicity {
        ordering: Ordering::Monotonic,
        scope: None,
    };
    use RmwOp as Op;
    let integer = [
        Op::Xchg,
        Op::Add,
        Op::Sub,
        Op::And,
        Op::Nand,
        Op::Or,
        Op::Xor,
        Op::Max,
        Op::Min,
        Op::UMax,
        Op::UMin,
    ];
    for op in integer {
        let volatile = op == Op::Xchg;
        b.emit(
            InstructionKind::ReadModifyWrite {
                op,
                pointer: address,
                value,
                align,
                volatile,
                atomicity,
            },
            i32,
        );
    }
    let zero = b.module.int(64, 0);
    let one = b.module.int(32, 1);
    b.get_element_ptr(pair, address, &[zero.into(), one.into()]);
    let operands = b.values(&[address, zero.into()]);
    b.emit(
        InstructionKind::GetElementPtr {
            source: pair,
            flags: GepFlags::INBOUNDS,
            operands,
        },
        pointer,
    );
    b.emit(InstructionKind::VaArg(address), i32);
    let node = b.module.metadata.node(false, &[]);
    b.load(i32, address, false);
    let number = b.module.metadata.add(Metadata::Constant(one));
    let marked = b.module.metadata.node(false, &[Some(number)]);
    b.attach(b"nontemporal", marked);
    b.attach(b"invariant.load", node);
    b.ret(None);
    b.finish();
    assert!(print(&m).contains("load i32, ptr %0, !nontemporal !1, !invariant.load !0"));
    accepted(&m);
}

#[test]
fn control_flow_and_numbers() {
    let mut m = Module::new();
    let (i32, pointer) = (m.types.integer(32), m.types.pointer());
    let ty = m.types.function(i32, &[i32, pointer], false);
    let f = m.add_function(b"f", ty);
    let mut b = FunctionBuilder::new(&mut m, f);
    let entry = b.block(b"");
    let head = b.block(b"the head");
    let [left, right, out] = [b""; 3].map(|name| b.block(name));
    b.start(entry);
    let next = b.reserve(i32);
    let (number, address) = (b.parameter(0), b.parameter(1));
    b.branch(head);
    b.start(head);
    let zero = b.module.int(32, 0);
    let index = b.phi(
        i32,
        &[
            (zero.into(), entry),
            (next.into(), left),
            (next.into(), left),
        ],
    );
    b.set_name(index, b"index");
    let more = b.int_compare(IntPredicate::Ult, index, number);
    b.branch_if(more, left, right);
    b.start(left);
    let one = b.module.int(32, 1);
    b.binary(BinaryOp::Add, index, one.into());
    b.define_last(next);
    let two = b.module.int(32, 2);
    b.switch(index, out, &[(one, head), (two, head)]);
    b.start(right);
    let destinations = b.block_list(&[out, right]);
    b.emit_void(InstructionKind::IndirectBranch {
        address,
        destinations,
    });
    b.start(out);
    b.ret(Some(index));
    b.finish();
    let taken = m.constants.plain(
        pointer,
        ConstantKind::BlockAddress {
            function: f,
            block: right,
        },
    );
    m.add_variable(b"taken", pointer, Some(taken));
    let text = print(&m);
    assert!(
        text.contains("@taken = global ptr blockaddress(@f, %6)"),
        "{text}"
    );
    assert!(text.contains("[ 0, %2 ], [ %5, %4 ]"), "{text}");
    accepted(&m);
}

#[test]
fn calls_of_every_kind() {
    let mut m = Module::new();
    let (void, i32, pointer) = (m.types.void(), m.types.integer(32), m.types.pointer());
    let metadata = m.types.metadata();
    let printf_type = m.types.function(i32, &[pointer], true);
    let printf = m.add_function(b"printf", printf_type);
    let printf = m.address_of(printf);
    let read_type = m.types.function(i32, &[metadata], false);
    let read = m.add_function(b"llvm.read_register.i32", read_type);
    let read = m.address_of(read);
    let empty_type = m.types.function(void, &[], false);
    let (text, constraints) = (m.names.add(b"nop"), m.names.add_even_empty(b""));
    let asm = m.add_inline_asm(InlineAsm {
        text,
        constraints,
        function_type: empty_type,
        side_effects: true,
        align_stack: true,
        intel: true,
        unwind: false,
    });
    let (jump, constraint) = (m.names.add(b"jmp ${0:l}"), m.names.add(b"!i"));
    let jump = m.add_inline_asm(InlineAsm {
        text: jump,
        constraints: constraint,
        intel: false,
        align_stack: false,
        ..m.inline_asm[0]
    });
    let name = m.names.add_even_empty(b"esp");
    let name = m.metadata.add(Metadata::Text(name));
    let node = m.metadata.node(false, &[Some(name)]);

    let mut b = function(&mut m, b"f", i32, &[pointer]);
    let address = b.parameter(0);
    b.call(printf.into(), printf_type, &[address, address]);
    b.call(address, empty_type, &[]);
    b.call(read.into(), read_type, &[Value::Metadata(node)]);
    b.call(Value::InlineAsm(asm), empty_type, &[]);
    let mut call = b.call_site(printf.into(), printf_type, &[address]);
    call.convention = CallingConvention(77);
    call.tail = TailKind::Tail;
    let call = b.add_call(call);
    b.emit(InstructionKind::Call(call), i32);
    let mut call = b.call_site(address, printf_type, &[address]);
    call.convention = CallingConvention(1000);
    let call = b.add_call(call);
    let result = b.emit(InstructionKind::Call(call), i32);
    let (through, aside) = (b.block(b"through"), b.block(b"aside"));
    let call = b.call_site(Value::InlineAsm(jump), empty_type, &[]);
    let call = b.add_call(call);
    let indirect = b.block_list(&[aside]);
    b.emit_void(InstructionKind::CallBranch {
        call,
        fallthrough: through,
        indirect,
    });
    b.start(through);
    b.ret(Some(result));
    b.start(aside);
    b.unreachable();
    b.finish();
    // The constraint of a label in assembly is `X` before LLVM 15 and `!i` since, so only newer
    // assemblers get this module.
    let text = print(&m);
    assert!(text.contains("callbr void asm sideeffect \"jmp ${0:l}\", \"!i\"()\n          to label %through [label %aside]"), "{text}");
    assert!(
        text.contains("call cc 1000 i32 (ptr, ...) %0(ptr %0)"),
        "{text}"
    );
}

#[test]
fn exceptions_of_both_kinds() {
    let mut m = Module::new();
    let (void, i32, pointer, token) = (
        m.types.void(),
        m.types.integer(32),
        m.types.pointer(),
        m.types.token(),
    );
    let personality = m.types.function(i32, &[], true);
    let names: [&[u8]; 2] = [b"__gxx_personality_v0", b"__CxxFrameHandler3"];
    let personalities = names.map(|name| {
        let id = m.add_function(name, personality);
        m.address_of(id)
    });
    let throw_type = m.types.function(void, &[], false);
    let throw = m.add_function(b"may_throw", throw_type);
    let throw: Value = m.address_of(throw).into();
    let null = m.null();

    let mut b = function(&mut m, b"itanium", i32, &[]);
    let [normal, pad, out] = [b"normal".as_slice(), b"pad", b"out"].map(|name| b.block(name));
    b.invoke(throw, throw_type, &[], normal, pad);
    b.start(normal);
    let zero = b.module.int(32, 0);
    b.ret(Some(zero.into()));
    b.start(pad);
    let landing = b.module.types.literal_struct(&[pointer, i32], false);
    let filter = b.module.types.array(pointer, 1);
    let filter = b.module.constants.aggregate(filter, &[null]);
    let clauses = b.clauses(&[Clause::Filter(filter.into()), Clause::Catch(null.into())]);
    let caught = b.emit(
        InstructionKind::LandingPad {
            cleanup: true,
            clauses,
        },
        landing,
    );
    let indices = b.indices(&[1]);
    let selector = b.emit(
        InstructionKind::ExtractValue {
            aggregate: caught,
            indices,
        },
        i32,
    );
    let is_zero = b.int_compare(IntPredicate::Eq, selector, zero.into());
    let again = b.block(b"again");
    b.branch_if(is_zero, out, again);
    b.start(again);
    b.emit_void(InstructionKind::Resume(caught));
    b.start(out);
    b.ret(Some(selector));
    let id = b.function();
    b.finish();
    let id = m.as_function(id).expect("it is a function");
    m.function_mut(id).personality = Some(personalities[0]);

    let mut b = function(&mut m, b"funclets", void, &[]);
    let [done, dispatch, handler, cleanup] =
        [b"done".as_slice(), b"dispatch", b"handler", b"cleanup"].map(|name| b.block(name));
    b.invoke(throw, throw_type, &[], done, dispatch);
    b.start(done);
    b.ret(None);
    b.start(dispatch);
    let handlers = b.block_list(&[handler]);
    let kind = InstructionKind::CatchSwitch {
        parent: None,
        handlers,
        unwind: Some(cleanup),
    };
    let switch = b.emit(kind, token);
    b.start(handler);
    let flags = b.module.int(32, 64);
    let arguments = b.values(&[null.into(), flags.into(), null.into()]);
    let catch = b.emit(
        InstructionKind::CatchPad {
            parent: switch,
            arguments,
        },
        token,
    );
    b.emit_void(InstructionKind::CatchReturn {
        pad: catch,
        target: done,
    });
    b.start(cleanup);
    let kind = InstructionKind::CleanupPad {
        parent: None,
        arguments: List::EMPTY,
    };
    let pad = b.emit(kind, token);
    let mut call = b.call_site(throw, throw_type, &[]);
    call.bundles = b.bundles(&[(b"funclet", &[pad])]);
    let call = b.add_call(call);
    b.emit_void(InstructionKind::Call(call));
    b.emit_void(InstructionKind::CleanupReturn { pad, unwind: None });
    let id = b.function();
    b.finish();
    let id = m.as_function(id).expect("it is a function");
    m.function_mut(id).personality = Some(personalities[1]);
    accepted(&m);
}

#[test]
fn typed_pointers_are_byte_pointers_with_casts() {
    let mut m = Module::new();
    let (i32, pointer) = (m.types.integer(32), m.types.pointer());
    let pair = m.types.literal_struct(&[i32, pointer], false);
    let zero = m.zero(pair);
    let variable = m.add_variable(b"pair", pair, Some(zero));
    let mut b = function(&mut m, b"f", pointer, &[pointer]);
    let (index, field) = (b.module.int(64, 0), b.module.int(32, 1));
    let address = b.module.address_of(variable);
    let value = b.load(i32, b.parameter(0), false);
    b.store(value, address.into(), false);
    let part = b.get_element_ptr(pair, b.parameter(0), &[index.into(), field.into()]);
    let ty = b.module.types.function(pointer, &[pointer], false);
    let result = b.call(part, ty, &[address.into()]);
    b.ret(result);
    b.finish();
    let options = PrintOptions {
        typed_pointers: true,
        ..PrintOptions::default()
    };
    let text = print_with(&m, &options).expect("it can be written");
    let expected = "define i8* @f(i8* %0) {
entry:
  %cast1 = bitcast i8* %0 to i32*
  %1 = load i32, i32* %cast1
  store i32 %1, i32* bitcast (i8* bitcast ({ i32, i8* }* @pair to i8*) to i32*)
  %cast2 = bitcast i8* %0 to { i32, i8* }*
  %cast2.to = getelementptr { i32, i8* }, { i32, i8* }* %cast2, i64 0, i32 1
  %2 = bitcast i8** %cast2.to to i8*
  %cast4 = bitcast i8* %2 to i8* (i8*)*
  %3 = call i8* %cast4(i8* bitcast ({ i32, i8* }* @pair to i8*))
  ret i8* %3
}
";
    assert!(text.contains(expected), "{text}");
    accepted(&m);
}
