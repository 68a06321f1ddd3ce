//! Unusual modules: deep nesting, long chains, many blocks. Processing them must take time and
//! memory proportional to their size, and little stack.

use pinnacle_legalize::{Exceptions, Options, simplify};
use pinnacle_llvm::{
    Align, BinaryFlags, BinaryOp, BlockId, CastOp, Clause, ConstantId, ConstantKind,
    FunctionBuilder, GepFlags, GlobalId, GlobalKind, InstructionKind, Module, ThreadLocal, TypeId,
    Value,
};

const MANY: u32 = 50_000;

/// A function `void (ptr)` with a body made by `fill`.
fn function(
    module: &mut Module,
    name: &[u8],
    fill: impl FnOnce(&mut FunctionBuilder<'_>),
) -> GlobalId {
    let (void, pointer) = (module.types.void(), module.types.pointer());
    let ty = module.types.function(void, &[pointer], false);
    let id = module.add_function(name, ty);
    let mut build = FunctionBuilder::new(module, id);
    let entry = build.block(b"");
    build.start(entry);
    fill(&mut build);
    build.finish();
    id
}

fn run(module: &mut Module, exceptions: Exceptions) {
    let options = Options {
        exceptions,
        ..Options::default()
    };
    simplify(module, &options, Some("assembly")).unwrap();
}

fn store(build: &mut FunctionBuilder<'_>, value: ConstantId) {
    let to = build.parameter(0);
    build.store(value.into(), to, false);
}

/// A chain of `depth` address expressions, each one byte further.
fn nested(module: &mut Module, of: ConstantId, depth: u32) -> ConstantId {
    let (byte, pointer) = (module.types.integer(8), module.types.pointer());
    let one = module.int(32, 1);
    (0..depth).fold(of, |inner, _| {
        let constants = &mut module.constants;
        constants.get_element_ptr(pointer, byte, GepFlags::NONE, &[inner, one])
    })
}

#[test]
fn a_long_chain_of_aliases() {
    let mut module = Module::new();
    let i32 = module.types.integer(32);
    let zero = module.int(32, 0);
    let variable = module.add_variable(b"variable", i32, Some(zero));
    let mut target = module.address_of(variable);
    for number in 0..MANY {
        let name = format!("alias{number}");
        let alias = module.add_global(name.as_bytes(), i32, GlobalKind::Alias(target));
        target = module.address_of(alias);
    }
    function(&mut module, b"_start", |build| {
        store(build, target);
        build.ret(None);
    });
    run(&mut module, Exceptions::Refuse);
    assert!(module.find_global(b"variable").is_some());
    assert!(module.find_global(b"alias0").is_none());
}

#[test]
fn a_deep_expression_of_a_thread_local_variable() {
    let mut module = Module::new();
    let i32 = module.types.integer(32);
    let zero = module.int(32, 0);
    let variable = module.add_variable(b"variable", i32, Some(zero));
    module.global_mut(variable).thread_local = ThreadLocal::GeneralDynamic;
    let address = module.address_of(variable);
    let deep = nested(&mut module, address, MANY);
    function(&mut module, b"_start", |build| {
        store(build, deep);
        store(build, deep);
        build.ret(None);
    });
    run(&mut module, Exceptions::Refuse);
    let start = module.find_global(b"_start").unwrap();
    let start = module.as_function(start).unwrap();
    let body = module.function(start).body.as_ref().unwrap();
    assert_eq!(body.instructions().len(), 2 * MANY as usize + 6);
}

#[test]
fn a_deep_expression_that_doubles() {
    let mut module = Module::new();
    let i32 = module.types.integer(32);
    let zero = module.int(32, 0);
    let variable = module.add_variable(b"variable", i32, Some(zero));
    module.global_mut(variable).thread_local = ThreadLocal::GeneralDynamic;
    let address = module.address_of(variable);
    let kind = ConstantKind::Cast(CastOp::PtrToInt, address);
    let number = module.constants.plain(i32, kind);
    let doubled = (0..100).fold(number, |it, _| {
        let kind = ConstantKind::Binary(BinaryOp::Add, BinaryFlags::NONE, it, it);
        module.constants.plain(i32, kind)
    });
    function(&mut module, b"_start", |build| {
        store(build, doubled);
        build.ret(None);
    });
    run(&mut module, Exceptions::Refuse);
}

/// `count` blocks, each with an invoke of `callee` that unwinds to one landing pad.
fn invokes(build: &mut FunctionBuilder<'_>, callee: GlobalId, pad: TypeId, catch: Clause) {
    let count = MANY;
    let ty = build.module.global(callee).ty;
    let callee = Value::Constant(build.module.address_of(callee));
    let null = Value::Constant(build.module.null());
    let caught = build.block(b"");
    for _ in 0..count {
        let next = build.block(b"");
        build.invoke(callee, ty, &[null], next, caught);
        build.start(next);
    }
    build.ret(None);
    build.start(caught);
    let clauses = build.clauses(&[catch]);
    let cleanup = false;
    let e = build.emit(InstructionKind::LandingPad { cleanup, clauses }, pad);
    build.emit_void(InstructionKind::Resume(e));
}

fn many_invokes(exceptions: Exceptions) -> Module {
    let mut module = Module::new();
    let (i32, pointer) = (module.types.integer(32), module.types.pointer());
    let pad = module.types.literal_struct(&[pointer, i32], false);
    let callee = function(&mut module, b"callee", |build| build.ret(None));
    function(&mut module, b"__pnacl_eh_resume", |build| build.ret(None));
    let null = module.null();
    let catch = Clause::Catch(null.into());
    function(&mut module, b"_start", |build| {
        invokes(build, callee, pad, catch);
    });
    run(&mut module, exceptions);
    module
}

#[test]
fn many_invokes_share_one_helper() {
    let module = many_invokes(Exceptions::SetjmpLongjmp);
    assert!(module.find_global(b"__pnacl_eh_invoke.0").is_some());
    assert!(module.find_global(b"__pnacl_eh_invoke.1").is_none());
}

#[test]
fn many_invokes_that_catch_nothing() {
    let module = many_invokes(Exceptions::None);
    assert!(module.find_global(b"__pnacl_eh_resume").is_none());
}

#[test]
fn many_labels() {
    let mut module = Module::new();
    let pointer = module.types.pointer();
    let function = function(&mut module, b"_start", |build| {
        let blocks: Vec<BlockId> = (0..MANY).map(|_| build.block(b"")).collect();
        let twice: Vec<BlockId> = blocks.iter().chain(&blocks).copied().collect();
        let destinations = build.block_list(&twice);
        let address = build.parameter(0);
        build.emit_void(InstructionKind::IndirectBranch {
            address,
            destinations,
        });
        for block in blocks {
            build.start(block);
            build.ret(None);
        }
    });
    let labels: Vec<ConstantId> = (1..=MANY)
        .map(|block| {
            let block = BlockId(block);
            let kind = ConstantKind::BlockAddress { function, block };
            module.constants.plain(pointer, kind)
        })
        .collect();
    let ty = module.types.array(pointer, MANY.into());
    let table = module.constants.aggregate(ty, &labels);
    let table = module.add_variable(b"table", ty, Some(table));
    module.global_mut(table).align = Align::from_exponent(2);
    run(&mut module, Exceptions::Refuse);
}

#[test]
fn a_huge_thread_local_variable_is_not_written_out() {
    let mut module = Module::new();
    let byte = module.types.integer(8);
    let array = module.types.array(byte, 1 << 29);
    let zero = module.zero(array);
    let variable = module.add_variable(b"variable", array, Some(zero));
    module.global_mut(variable).thread_local = ThreadLocal::GeneralDynamic;
    let address = module.address_of(variable);
    function(&mut module, b"_start", |build| {
        store(build, address);
        build.ret(None);
    });
    run(&mut module, Exceptions::Refuse);
}

#[test]
fn many_products_of_large_integers_are_refused() {
    let mut module = Module::new();
    function(&mut module, b"_start", |build| {
        let wide = build.module.types.integer(1024);
        let mut value = build.load(wide, build.parameter(0), false);
        for _ in 0..MANY {
            value = build.binary(BinaryOp::Mul, value, value);
        }
        let to = build.parameter(0);
        build.store(value, to, false);
        build.ret(None);
    });
    let options = Options::default();
    let errors = simplify(&mut module, &options, Some("large-integers")).unwrap_err();
    assert_eq!(errors.errors()[0].code(), "F0301");
}

#[test]
fn a_long_parameter_list_of_small_integers() {
    let mut module = Module::new();
    let (void, byte) = (module.types.void(), module.types.integer(8));
    let parameters = vec![byte; MANY as usize];
    let ty = module.types.function(void, &parameters, false);
    let id = module.add_function(b"many", ty);
    let mut build = FunctionBuilder::new(&mut module, id);
    let entry = build.block(b"");
    build.start(entry);
    build.ret(None);
    build.finish();
    let callee = Value::Constant(module.address_of(id));
    let argument = Value::Constant(module.int(8, 1));
    function(&mut module, b"_start", |build| {
        build.call(callee, ty, &vec![argument; MANY as usize]);
        build.ret(None);
    });
    simplify(&mut module, &Options::default(), Some("small-arguments")).unwrap();
    let parameters = module.types.parameters(module.global(id).ty).unwrap();
    let word = parameters[0];
    assert_eq!(module.types.get(word), pinnacle_llvm::Type::Integer(32));
}
