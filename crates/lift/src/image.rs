//! The initial contents of memory.

use crate::abi;
use crate::code::Code;
use crate::shared::{Shared, export, make_constant};
use pinnacle_llvm::{FunctionBuilder, Linkage, Module, UnnamedAddress};
use pinnacle_pexe::types::Type;

/// Parts with fewer zeros than this between them are merged.
const GAP: usize = 64;

/// Bytes that start at an address.
struct Part {
    address: u32,
    bytes: Vec<u8>,
}

/// Returns the parts that are not zero, in ascending order.
fn parts(shared: &Shared<'_>) -> Vec<Part> {
    let mut pieces: Vec<(u32, Vec<u8>)> = Vec::new();
    let program = shared.program.module();
    shared
        .layout
        .for_each_initialized(program, |address, bytes| {
            pieces.push((address, bytes.to_vec()));
        });
    // Constants come before variables, whatever their order in the file.
    pieces.sort_by_key(|&(address, _)| address);
    let mut parts: Vec<Part> = Vec::new();
    for (address, bytes) in pieces {
        let mut start = 0;
        while let Some(skipped) = bytes[start..].iter().position(|&byte| byte != 0) {
            start += skipped;
            let rest = &bytes[start..];
            let len = rest.iter().position(|&byte| byte == 0);
            let len = len.unwrap_or(rest.len());
            append(&mut parts, address + start as u32, &rest[..len]);
            start += len;
        }
    }
    parts
}

/// Adds bytes after the last part, or to it if they are near.
fn append(parts: &mut Vec<Part>, address: u32, bytes: &[u8]) {
    if let Some(last) = parts.last_mut() {
        let gap = (address - last.address) as usize - last.bytes.len();
        if gap < GAP {
            last.bytes.resize(last.bytes.len() + gap, 0);
            last.bytes.extend_from_slice(bytes);
            return;
        }
    }
    parts.push(Part {
        address,
        bytes: bytes.to_vec(),
    });
}

/// Defines the function that writes them.
pub(crate) fn define(shared: &mut Shared<'_>, module: &mut Module) {
    let parts = parts(shared);
    let images: Vec<_> = parts
        .iter()
        .enumerate()
        .map(|(index, part)| {
            let value = module.string(&part.bytes);
            let ty = module.constants.get(value).ty;
            let name = format!("pinnacle.image.{index}");
            let global = module.add_variable(name.as_bytes(), ty, Some(value));
            let properties = module.global_mut(global);
            properties.linkage = Linkage::Private;
            properties.unnamed_address = UnnamedAddress::Global;
            make_constant(module, global);
            module.address_of(global)
        })
        .collect();

    let void = shared.types.of(Type::Void);
    let ty = module.types.function(void, &[], false);
    let function = module.add_function(abi::INITIALIZE.as_bytes(), ty);
    export(module, function);
    let mut code = Code {
        builder: FunctionBuilder::new(module, function),
        shared,
    };
    let entry = code.builder.block(b"");
    code.builder.start(entry);
    let memory = code.memory();
    for (part, &image) in parts.iter().zip(&images) {
        let offset = code.int(64, part.address.into());
        let place = code.behind(memory, offset);
        let len = code.int(64, part.bytes.len() as u64);
        let not_volatile = code.int(1, 0);
        let arguments = [place, image.into(), len, not_volatile];
        code.call_declared("llvm.memcpy.p0.p0.i64", void, &arguments);
    }
    code.builder.ret(None);
    code.builder.finish();
}
