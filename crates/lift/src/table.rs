//! The table of functions by address, and the thunks through which the program calls host
//! functions.

use crate::abi;
use crate::code::Code;
use crate::shared::{Callee, Shared, define as define_function, function_attributes};
use pinnacle_llvm::{Align, FunctionBuilder, GlobalKind, Module, UnnamedAddress};
use pinnacle_pexe::FuncId;
use pinnacle_pexe::host::HostFunction;
use pinnacle_pexe::types::Type;

/// Fills the table. An entry has an address and the number of its signature, or null and 0.
pub(crate) fn define(shared: &mut Shared<'_>, module: &mut Module) {
    let program = shared.program.module();
    let mut entries = vec![None];
    for index in 0..program.functions.len() {
        let function = shared.functions[index].filter(|_| shared.taken[index]);
        entries.push(function.map(|function| {
            let signature = program.signature(FuncId(index as u32));
            (function, shared.signatures.of(signature))
        }));
    }
    for (index, function) in (0..).zip(&shared.options.host) {
        let thunk = thunk(shared, module, index, function);
        entries.push(Some((thunk, shared.signatures.of(&function.signature()))));
    }
    let null = module.null();
    let entries: Vec<_> = entries
        .into_iter()
        .map(|entry| {
            let address = entry.map_or(null, |(function, _)| function.address);
            let signature = module.int(32, entry.map_or(0, |(_, signature)| signature).into());
            module
                .constants
                .aggregate(shared.entry_type, &[address, signature])
        })
        .collect();
    let ty = module.types.array(shared.entry_type, entries.len() as u64);
    let value = module.constants.aggregate(ty, &entries);
    let table = module.global_mut(shared.variables.table);
    table.ty = ty;
    table.unnamed_address = UnnamedAddress::Global;
    let GlobalKind::Variable {
        initializer,
        constant,
        ..
    } = &mut table.kind
    else {
        unreachable!("the table was added as a variable");
    };
    *initializer = Some(value);
    *constant = true;
}

/// Defines a function with the signature of a host function, which it calls.
fn thunk(
    shared: &mut Shared<'_>,
    module: &mut Module,
    index: u32,
    function: &HostFunction,
) -> Callee {
    let signature = &function.signature();
    let ty = shared.types.function(module, signature);
    let name = format!("host.{}", function.name);
    let global = module.add_function(name.as_bytes(), ty);
    let attributes = function_attributes(module, &shared.usual_attributes());
    let callee = define_function(module, global, attributes);
    let mut code = Code {
        builder: FunctionBuilder::new(module, global),
        shared,
    };
    let entry = code.builder.block(b"");
    code.builder.start(entry);
    let long = code.ty(Type::I64);
    // A vector takes two words.
    let length: u64 = signature.params.iter().map(|&ty| words(ty)).sum();
    let array = code.builder.module.types.array(long, length);
    let arguments = code.builder.alloca(array, None, Align::from_exponent(4));
    let mut at = 0;
    for (number, &ty) in signature.params.iter().enumerate() {
        let value = code.builder.parameter(number);
        let bits = code.as_bits(ty, value);
        let wide = 64 * words_of(ty);
        let bits = if ty.bits() < wide {
            let wide = code.builder.module.types.integer(wide);
            code.builder.cast(pinnacle_llvm::CastOp::ZExt, bits, wide)
        } else {
            bits
        };
        let offset = code.int(64, 8 * at);
        let place = code.behind(arguments, offset);
        code.store(bits, place);
        at += words(ty);
    }
    let number = code.word(index);
    let found = code.call_declared(abi::HOST, long, &[number, arguments]);
    let result = match (found, signature.result) {
        (_, Type::Void) | (None, _) => None,
        (Some(found), wanted) => Some(code.of_bits(64, wanted, found)),
    };
    code.builder.ret(result);
    code.builder.finish();
    callee
}

/// Returns the number of 64-bit words that a value takes.
const fn words_of(ty: Type) -> u32 {
    ty.bits().div_ceil(64)
}

fn words(ty: Type) -> u64 {
    words_of(ty).into()
}
