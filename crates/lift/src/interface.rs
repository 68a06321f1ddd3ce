//! The functions and constants of a module for the host.

use crate::abi::{self, Trap};
use crate::code::Code;
use crate::helper::Helper;
use crate::shared::{
    Callee, Shared, define as define_function, export, function_attributes, make_constant,
};
use pinnacle_llvm::{ConstantId, FunctionBuilder, Linkage, Module, TypeId, UnnamedAddress};
use pinnacle_pexe::FuncId;
use pinnacle_pexe::host::Exports;
use pinnacle_pexe::types::{Signature, Type};

/// Size of an argument or result in memory, in bytes.
const SLOT: u64 = 16;

pub(crate) fn define(shared: &mut Shared<'_>, module: &mut Module) {
    layout(shared, module);
    host_names(shared, module);
    start(shared, module);
    start_thread(shared, module);
    if shared.options.exports == Exports::All {
        functions(shared, module);
    }
}

/// Defines a constant for the host.
fn constant(module: &mut Module, name: &str, ty: TypeId, value: ConstantId) {
    let global = module.add_variable(name.as_bytes(), ty, Some(value));
    export(module, global);
    make_constant(module, global);
}

fn layout(shared: &Shared<'_>, module: &mut Module) {
    let layout = &shared.layout;
    let words = [
        abi::VERSION,
        layout.constants.start,
        layout.constants.end,
        layout.stack.start,
        layout.stack.end,
        layout.end,
        layout.first_host_function,
        shared.options.host.len() as u32,
        shared.program.module().functions.len() as u32,
        shared.options.threads.into(),
    ]
    .map(|word| module.int(32, word.into()));
    let ty = module
        .types
        .array(shared.types.of(Type::I32), words.len() as u64);
    let value = module.constants.aggregate(ty, &words);
    constant(module, abi::LAYOUT, ty, value);
}

/// Defines the names of the host's functions, as strings that end with a zero.
fn host_names(shared: &Shared<'_>, module: &mut Module) {
    let names: Vec<ConstantId> = shared
        .options
        .host
        .iter()
        .map(|function| {
            let mut name = function.name.as_bytes().to_vec();
            name.push(0);
            let value = module.string(&name);
            let ty = module.constants.get(value).ty;
            let global = module.add_variable(b"", ty, Some(value));
            let properties = module.global_mut(global);
            properties.linkage = Linkage::Private;
            properties.unnamed_address = UnnamedAddress::Global;
            make_constant(module, global);
            module.address_of(global)
        })
        .collect();
    addresses(shared, module, abi::HOST_NAMES, &names);
}

/// Defines a constant array of addresses for the host.
fn addresses(shared: &Shared<'_>, module: &mut Module, name: &str, all: &[ConstantId]) {
    let ty = module.types.array(shared.types.pointer, all.len() as u64);
    let value = module.constants.aggregate(ty, all);
    constant(module, name, ty, value);
}

/// Starts a function that the host calls.
fn begin<'a, 'p>(
    shared: &'a mut Shared<'p>,
    module: &'a mut Module,
    name: &str,
    result: Type,
    params: &[Type],
) -> Code<'a, 'p> {
    let ty = shared.types.function(
        module,
        &Signature {
            result,
            params: params.into(),
        },
    );
    let function = module.add_function(name.as_bytes(), ty);
    export(module, function);
    let mut code = Code {
        builder: FunctionBuilder::new(module, function),
        shared,
    };
    let entry = code.builder.block(b"");
    code.builder.start(entry);
    code
}

/// Defines the function that runs the entry function.
fn start(shared: &mut Shared<'_>, module: &mut Module) {
    let entry = shared.program.module().entry();
    let entry = entry.and_then(|entry| Some((entry, shared.functions[entry.index()]?)));
    let mut code = begin(shared, module, abi::START, Type::I32, &[Type::I32]);
    let zero = code.word(0);
    let Some((entry, callee)) = entry else {
        code.builder.ret(Some(zero));
        code.builder.finish();
        return;
    };
    let signature = code.shared.program.module().signature(entry);
    let block = code.builder.parameter(0);
    let mut given = Some(block);
    let mut arguments = Vec::new();
    for &wanted in &signature.params {
        let argument = match given.take() {
            Some(block) => code.convert_bits(Type::I32, wanted, block),
            None => code.zero(wanted),
        };
        arguments.push(argument);
    }
    // Inlined code would lose its locations here, because this function has none itself.
    let found = code.call_apart(callee, &arguments);
    let result = found.filter(|_| signature.result == Type::I32);
    code.builder.ret(Some(result.unwrap_or(zero)));
    code.builder.finish();
}

/// Defines the function that runs a thread.
fn start_thread(shared: &mut Shared<'_>, module: &mut Module) {
    let params = [Type::I32; 4];
    let number = shared.signatures.number(Type::Void, std::iter::empty());
    let mut code = begin(shared, module, abi::START_THREAD, Type::Void, &params);
    let [function, stack, limit, thread_pointer] =
        [0, 1, 2, 3].map(|index| code.builder.parameter(index));
    let variables = code.shared.variables;
    let mask = code.word(16_u32.wrapping_neg());
    let stack = code
        .builder
        .binary(pinnacle_llvm::BinaryOp::And, stack, mask);
    code.write(variables.stack_pointer, stack);
    code.write(variables.stack_limit, limit);
    code.write(variables.thread_pointer, thread_pointer);
    let signature = code.word(number);
    let found = code.helped(Helper::Function, &[function, signature]);
    let void = code.ty(Type::Void);
    let ty = code.builder.module.types.function(void, &[], false);
    code.builder.call(found, ty, &[]);
    code.trap(Trap::ThreadReturned);
    code.builder.finish();
}

/// Defines an array with a caller of the same type for each function of the program.
fn functions(shared: &mut Shared<'_>, module: &mut Module) {
    let null = module.null();
    let all: Vec<ConstantId> = (0..shared.functions.len())
        .map(|index| match shared.functions[index] {
            Some(callee) => caller(shared, module, FuncId(index as u32), callee),
            None => null,
        })
        .collect();
    addresses(shared, module, abi::FUNCTIONS, &all);
}

/// `void (const void *arguments, void *result)`: reads the arguments from slots of 16 bytes and
/// writes the result, whose size is that of its bits rounded up to bytes.
fn caller(
    shared: &mut Shared<'_>,
    module: &mut Module,
    function: FuncId,
    callee: Callee,
) -> ConstantId {
    let [void, pointer] = [shared.types.of(Type::Void), shared.types.pointer];
    let ty = module.types.function(void, &[pointer, pointer], false);
    let name = format!("pinnacle.call.f{}", function.0);
    let global = module.add_function(name.as_bytes(), ty);
    let attributes = function_attributes(module, &[]);
    let own = define_function(module, global, attributes);
    let mut code = Code {
        builder: FunctionBuilder::new(module, global),
        shared,
    };
    let entry = code.builder.block(b"");
    code.builder.start(entry);
    let (arguments, result) = (code.builder.parameter(0), code.builder.parameter(1));
    let signature = code.shared.program.module().signature(function);
    let mut values = Vec::with_capacity(signature.params.len());
    for (number, &ty) in (0..).zip(&signature.params) {
        let offset = code.int(64, SLOT * number);
        let place = code.behind(arguments, offset);
        // The bits of a mask need not fill its bytes.
        let width = ty.bits().next_multiple_of(8);
        let stored = code.builder.module.types.integer(width);
        let bits = code.load(stored, place);
        values.push(code.of_bits(width, ty, bits));
    }
    if let Some(found) = code.call(callee, &values) {
        let bits = code.as_bits(signature.result, found);
        let width = signature.result.bits();
        let bits = if width.is_multiple_of(8) {
            bits
        } else {
            let stored = code.builder.module.types.integer(width.next_multiple_of(8));
            code.builder.cast(pinnacle_llvm::CastOp::ZExt, bits, stored)
        };
        code.store(bits, result);
    }
    code.builder.ret(None);
    code.builder.finish();
    own.address
}
