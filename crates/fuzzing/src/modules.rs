//! Generates LLVM IR from choices: valid modules with constructs that PNaCl does not have, so that
//! each legalisation pass has something to do.
//!
//! The code of a function has a main path, the trunk. Every value on it can be used by later code.
//! Branches leave the trunk and return to it: conditions with a phi, loops, switches, invokes.

mod branches;
mod trunk;

use pinnacle_llvm::{
    AttributeSetId, ConstantId, ConstantKind, FunctionBuilder, GlobalId, GlobalKind, Linkage,
    Module, ThreadLocal, Type, TypeId, Value,
};
use pinnacle_testing::random::Choices;

/// A function that others can call.
#[derive(Clone)]
struct Callable {
    id: GlobalId,
    ty: TypeId,
    params: Vec<TypeId>,
    result: TypeId,
    variadic: bool,
    defined: bool,
}

/// A module under construction.
struct Maker<'c, C> {
    choices: &'c mut C,
    module: Module,
    /// The types of values.
    types: Vec<TypeId>,
    functions: Vec<Callable>,
    /// Globals whose addresses can be used.
    places: Vec<GlobalId>,
    personality: GlobalId,
}

/// Generates a module. The second result is true if it is a complete program.
pub(crate) fn make<C: Choices>(choices: &mut C) -> (Module, bool) {
    let mut module = Module::new();
    let types = value_types(&mut module);
    let int = module.types.integer(32);
    let variadic = module.types.function(int, &[], true);
    let personality = module.add_function(b"__gxx_personality_v0", variadic);
    let mut maker = Maker {
        choices,
        module,
        types,
        functions: Vec::new(),
        places: Vec::new(),
        personality,
    };
    maker.declare_library();
    maker.declare_functions();
    maker.add_variables();
    maker.add_aliases();
    let whole = !maker.choices.one_in(4);
    if whole {
        let (void, pointer) = (maker.module.types.void(), maker.module.types.pointer());
        maker.declare(b"_start", &[pointer], void, false, true);
    }
    for index in 0..maker.functions.len() {
        if maker.functions[index].defined {
            trunk::define(&mut maker, index);
        }
    }
    (maker.module, whole)
}

/// Adds types that PNaCl has and types that it lacks.
fn value_types(module: &mut Module) -> Vec<TypeId> {
    let types = &mut module.types;
    let ints = [1, 7, 8, 16, 24, 32, 48, 64, 65, 96, 128].map(|bits| types.integer(bits));
    let [_, _, byte, short, _, int, _, long, ..] = ints;
    let (float, double, pointer) = (types.float(), types.double(), types.pointer());
    let mut list = ints.to_vec();
    list.extend([float, double, pointer, pointer, int, int]);
    let vectors = [
        (int, 4),
        (float, 4),
        (byte, 16),
        (short, 8),
        (long, 2),
        (float, 3),
        (int, 8),
        (double, 2),
        (byte, 3),
        (pointer, 2),
        (ints[0], 4),
    ];
    list.extend(vectors.map(|(element, length)| types.vector(element, length, false)));
    let array = types.array(short, 3);
    let pair = types.literal_struct(&[int, long], false);
    let mixed = types.literal_struct(&[byte, pointer, array], false);
    list.extend([pair, mixed, array]);
    list.push(types.literal_struct(&[byte, double, pair], true));
    list
}

impl<C: Choices> Maker<'_, C> {
    fn any_type(&mut self) -> TypeId {
        *self.choices.pick(&self.types)
    }

    fn declare(
        &mut self,
        name: &[u8],
        params: &[TypeId],
        result: TypeId,
        variadic: bool,
        defined: bool,
    ) -> GlobalId {
        let ty = self.module.types.function(result, params, variadic);
        let id = self.module.add_function(name, ty);
        self.functions.push(Callable {
            id,
            ty,
            params: params.to_vec(),
            result,
            variadic,
            defined,
        });
        id
    }

    /// Declares intrinsics that legalisation replaces or removes.
    fn declare_library(&mut self) {
        let types = &mut self.module.types;
        let [bit, byte, int, long] = [1, 8, 32, 64].map(|bits| types.integer(bits));
        let (void, pointer, double) = (types.void(), types.pointer(), types.double());
        let overflow = types.literal_struct(&[int, bit], false);
        let known: [(&[u8], &[TypeId], TypeId); 16] = [
            (
                b"llvm.memcpy.p0.p0.i32",
                &[pointer, pointer, int, bit],
                void,
            ),
            (
                b"llvm.memmove.p0.p0.i64",
                &[pointer, pointer, long, bit],
                void,
            ),
            (b"llvm.memset.p0.i32", &[pointer, byte, int, bit], void),
            (b"llvm.bswap.i64", &[long], long),
            (b"llvm.ctlz.i64", &[long, bit], long),
            (b"llvm.cttz.i8", &[byte, bit], byte),
            (b"llvm.ctpop.i32", &[int], int),
            (b"llvm.fshl.i32", &[int, int, int], int),
            (b"llvm.umin.i64", &[long, long], long),
            (b"llvm.abs.i32", &[int, bit], int),
            (b"llvm.sadd.with.overflow.i32", &[int, int], overflow),
            (b"llvm.uadd.sat.i8", &[byte, byte], byte),
            (b"llvm.fabs.f64", &[double], double),
            (b"llvm.fma.f64", &[double, double, double], double),
            (b"llvm.trap", &[], void),
            (b"llvm.expect.i64", &[long, long], long),
        ];
        for (name, params, result) in known {
            if self.choices.one_in(4) {
                self.declare(name, params, result, false, false);
            }
        }
    }

    fn declare_functions(&mut self) {
        for number in 0..1 + self.choices.below(3) {
            let mut params = Vec::new();
            for _ in 0..self.choices.below(4) {
                params.push(self.any_type());
            }
            let result = match self.choices.one_in(4) {
                true => self.module.types.void(),
                false => self.any_type(),
            };
            let variadic = self.choices.one_in(6);
            let name = format!("function{number}");
            let id = self.declare(name.as_bytes(), &params, result, variadic, true);
            let linkages = [Linkage::Internal, Linkage::External, Linkage::LinkOnceOdr];
            let linkage = *self.choices.pick(&linkages);
            let function = self.module.global_mut(id);
            function.linkage = linkage;
        }
    }

    fn add_variables(&mut self) {
        for number in 0..1 + self.choices.below(4) {
            let ty = self.any_type();
            let addresses = self.functions.iter().filter(|function| function.defined);
            let addresses: Vec<GlobalId> = addresses.map(|function| function.id).collect();
            let initializer = match self.module.types.get(ty) {
                Type::Pointer(_) if !self.choices.one_in(3) => {
                    let id = *self.choices.pick(&addresses);
                    self.module.address_of(id)
                }
                _ => constant(&mut self.module, self.choices, ty),
            };
            let kind = GlobalKind::Variable {
                initializer: (!self.choices.one_in(12)).then_some(initializer),
                constant: self.choices.one_in(4),
                externally_initialized: false,
                attributes: AttributeSetId::EMPTY,
            };
            let name = format!("variable{number}");
            let id = self.module.add_global(name.as_bytes(), ty, kind);
            if self.choices.one_in(4) {
                self.module.global_mut(id).thread_local = ThreadLocal::GeneralDynamic;
            }
            if self.choices.one_in(3) {
                self.module.global_mut(id).linkage = Linkage::Internal;
            }
            self.places.push(id);
        }
    }

    fn add_aliases(&mut self) {
        if !self.choices.one_in(4) {
            return;
        }
        let of = self.functions.iter().rfind(|function| function.defined);
        let Some((id, ty)) = of.map(|function| (function.id, function.ty)) else {
            return;
        };
        let address = self.module.address_of(id);
        let alias = GlobalKind::Alias(address);
        let id = self.module.add_global(b"alias", ty, alias);
        self.places.push(id);
    }
}

/// Bit patterns that are likely to expose bugs.
const BITS: [u64; 10] = [0, 1, 2, 31, 32, 63, 127, 255, 1 << 31, u64::MAX];

/// A constant of a type.
fn constant<C: Choices>(module: &mut Module, choices: &mut C, ty: TypeId) -> ConstantId {
    let parts = match module.types.get(ty) {
        Type::Integer(bits @ ..=64) => {
            let value = *choices.pick(&BITS) & (u64::MAX >> (64 - bits));
            return module.constants.bits(ty, value);
        }
        Type::Integer(bits) => {
            let high = choices.next() & (u64::MAX >> (128 - bits));
            return module
                .constants
                .wide_bits(ty, &[*choices.pick(&BITS), high]);
        }
        Type::Float => return module.constants.bits(ty, 0x3fc0_0000),
        Type::Double => return module.constants.bits(ty, 0xbff8_0000_0000_0000),
        Type::Pointer(_) => return module.constants.plain(ty, ConstantKind::Null),
        Type::Vector {
            element, length, ..
        } => vec![element; length as usize],
        _ if choices.one_in(4) => return module.constants.plain(ty, ConstantKind::Undef),
        _ => fields(module, ty),
    };
    let parts = parts
        .into_iter()
        .map(|part| constant(module, choices, part));
    let parts: Vec<ConstantId> = parts.collect();
    module.constants.aggregate(ty, &parts)
}

/// The types of a type's components; empty if it has none.
fn fields(module: &Module, ty: TypeId) -> Vec<TypeId> {
    match module.types.get(ty) {
        Type::Array { element, length } => vec![element; length as usize],
        _ => module.types.fields(ty).unwrap_or_default().to_vec(),
    }
}

/// A function body under construction.
struct Code<'m, 'c, C> {
    b: FunctionBuilder<'m>,
    choices: &'c mut C,
    types: &'c [TypeId],
    functions: &'c [Callable],
    places: &'c [GlobalId],
    /// Values on the trunk.
    values: Vec<(Value, TypeId)>,
}
