//! Global variables, and functions apart from their bodies.

use crate::case::{Case, DEFINED, declare, module, pair, pointer};
use pinnacle_bytecode::Module;
use pinnacle_bytecode::model::{Body, ConstantId, Inst, Linkage, TypeId};

/// Adds a defined `int`.
fn define(module: &mut Module, linkage: Linkage) {
    let one = module.constants.int(TypeId::INT, 1);
    module.add_global(b"g", TypeId::INT, linkage, false, Some(one));
}

pub(crate) fn cases() -> Vec<Case> {
    vec![
        module("types.exist", "a global", |module| {
            define(module, Linkage::External);
            module.globals[0].address_type = TypeId(900);
        }),
        module("types.exist", "a function", |module| {
            module.functions[1].address_type = TypeId(900);
        }),
        module("constants.exist", "an initialiser", |module| {
            define(module, Linkage::External);
            module.globals[0].initializer = Some(ConstantId(900));
        }),
        module(
            "globals.address",
            "a variable whose address is an int",
            |module| {
                define(module, Linkage::External);
                module.globals[0].address_type = TypeId::INT;
            },
        )
        .says(&["%g", "int"]),
        module(
            "globals.address",
            "a variable that is a function",
            |module| {
                let ty = module.types.function(TypeId::VOID, &[], false);
                module.add_global(b"g", ty, Linkage::External, false, None);
            },
        ),
        module(
            "globals.address",
            "a function whose address is an int",
            |module| {
                module.functions[1].address_type = TypeId::INT;
            },
        )
        .at((1, None, None)),
        module(
            "globals.address",
            "a function that is a variable",
            |module| {
                module.functions[1].address_type = pointer(module, TypeId::INT);
            },
        )
        .at((1, None, None)),
        module("globals.size", "an opaque type", |module| {
            let ty = module.types.new_opaque();
            let one = module.constants.int(TypeId::INT, 1);
            module.add_global(b"g", ty, Linkage::External, false, Some(one));
        })
        .says(&["%g", "opaque"]),
        module("globals.initialiser", "of another type", |module| {
            let one = module.constants.int(TypeId::UINT, 1);
            module.add_global(b"g", TypeId::INT, Linkage::External, false, Some(one));
        })
        .says(&["%g", "int", "uint"]),
        module("globals.external", "an internal variable", |module| {
            module.add_global(b"g", TypeId::INT, Linkage::Internal, false, None);
        })
        .says(&["%g", "internal"]),
        module("globals.external", "an appending array", |module| {
            let ty = module.types.array_of(TypeId::INT, 2);
            module.add_global(b"g", ty, Linkage::Appending, true, None);
        }),
        module("globals.external", "a weak function", |module| {
            module.functions[1].linkage = Linkage::Weak;
        })
        .at((1, None, None)),
        module("globals.appending", "an int", |module| {
            define(module, Linkage::Appending);
        }),
        module("globals.appending", "a function", |module| {
            module.functions[DEFINED.index()].linkage = Linkage::Appending;
        })
        .at((0, None, None)),
        module(
            "functions.signature",
            "a structure as a parameter",
            |module| {
                let ty = pair(module);
                declare(module, b"f", TypeId::VOID, &[ty], false);
            },
        )
        .at((3, None, None))
        .says(&["%f", "%pair"]),
        module("functions.signature", "an opaque result", |module| {
            let ty = module.types.new_opaque();
            declare(module, b"f", ty, &[], false);
        })
        .at((3, None, None)),
        module("functions.intrinsic", "a definition of memcpy", |module| {
            let parameters = [TypeId::INT; 4];
            declare(module, b"llvm.memcpy", TypeId::VOID, &parameters, false);
            let mut body = Body::new();
            body.start_block();
            body.push(Inst::Ret { value: None }, TypeId::VOID);
            module.functions[3].body = Some(Box::new(body));
        })
        .at((3, None, None)),
    ]
}
