//! Types and names.

use crate::case::{Case, INT, body, module, pair};
use pinnacle_bytecode::model::{BlockId, Inst, InstId, Linkage, Type, TypeId};

pub(crate) fn cases() -> Vec<Case> {
    vec![
        module("types.exist", "a field of a type past the end", |module| {
            module.types.struct_of(&[TypeId::INT, TypeId(900)]);
        })
        .says(&["type 900"]),
        module("types.exist", "a name of a type past the end", |module| {
            module.name_type(b"nothing", TypeId(900));
        }),
        body(
            "types.exist",
            "a result of a type past the end",
            |_, body| {
                body.push(Inst::Unwind, TypeId(900));
            },
        )
        .at((0, None, None)),
        module("types.components", "an array of void", |module| {
            module.types.array_of(TypeId::VOID, 3);
        })
        .says(&["[3 x void]"]),
        module("types.components", "a pointer to void", |module| {
            module.types.pointer_to(TypeId::VOID);
        }),
        module("types.components", "a structure with a label", |module| {
            module.types.struct_of(&[TypeId::INT, TypeId::LABEL]);
        })
        .says(&["{ int, label }"]),
        module("types.components", "a void parameter", |module| {
            module.types.function(TypeId::INT, &[TypeId::VOID], false);
        }),
        module("types.result", "an array", |module| {
            let ty = module.types.array_of(TypeId::INT, 2);
            module.types.function(ty, &[], false);
        })
        .says(&["[2 x int] ()"]),
        module("types.endless", "a structure in itself", |module| {
            // The next type is the structure.
            let next = TypeId(module.types.len() as u32);
            let found = module.types.struct_of(&[TypeId::INT, next]);
            assert!(found == next && matches!(module.types.get(found), Type::Struct { .. }));
        }),
        module(
            "types.endless",
            "an array of structures with that array",
            |module| {
                let next = TypeId(module.types.len() as u32 + 1);
                let array = module.types.array_of(next, 2);
                assert_eq!(module.types.struct_of(&[array]), next);
            },
        ),
        module("names.once", "two globals", |module| {
            for _ in 0..2 {
                module.add_global(b"twice", TypeId::INT, Linkage::External, false, None);
            }
        })
        .says(&["int*", "%twice"]),
        module("names.once", "a type", |module| {
            let again = pair(module);
            module.name_type(b"pair", again);
        }),
        body("names.once", "a parameter and a result", |_, body| {
            let value = INT;
            body.push(Inst::Cast { value }, TypeId::INT);
            body.name_inst(InstId(0), b"same");
            body.name_argument(0, b"same");
        })
        .at((0, None, None)),
        body("names.once", "two blocks", |_, body| {
            body.push(Inst::Ret { value: None }, TypeId::VOID);
            let second = body.start_block();
            body.name_block(second, b"same");
            body.name_block(BlockId(0), b"same");
        })
        .at((0, None, None))
        .says(&["blocks"]),
        body(
            "names.something",
            "an instruction without a result",
            |_, body| {
                body.push(Inst::Ret { value: None }, TypeId::VOID);
                body.name_inst(InstId(0), b"void");
            },
        )
        .at((0, None, None)),
        body("names.something", "a block past the end", |_, body| {
            body.name_block(BlockId(7), b"far");
        })
        .at((0, None, None)),
        body("names.something", "a parameter past the end", |_, body| {
            body.name_argument(6, b"far");
        })
        .at((0, None, None)),
        module("names.something", "void", |module| {
            module.name_type(b"nothing", TypeId::VOID);
        })
        .says(&["%nothing", "void"]),
        module("names.something", "a type with an empty name", |module| {
            module.name_type(b"", TypeId::INT);
        }),
    ]
}
