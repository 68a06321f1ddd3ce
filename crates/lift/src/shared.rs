//! The state shared by the translation of all functions: the declarations in the module so far, and
//! the numbers of functions, globals and signatures.

use crate::abi;
use crate::helper::Helper;
use crate::options::Options;
use crate::signatures::Signatures;
use crate::types::Types;
use pinnacle_llvm::{
    Attribute, AttributeKind, AttributeListId, AttributeSetId, ConstantId, GlobalId, GlobalKind,
    Linkage, MetadataId, Module, ThreadLocal, TypeId, UnnamedAddress, Visibility,
};
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::fast_paths::{Calls, FastPath, FastPaths};
use pinnacle_pexe::host::Exports;
use pinnacle_pexe::layout::Layout;
use pinnacle_pexe::module::{Address, Initializer};
use pinnacle_pexe::{FuncId, Type};
use std::collections::HashMap;

/// A function that can be called: its address and its type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Callee {
    pub(crate) function: GlobalId,
    pub(crate) address: ConstantId,
    pub(crate) ty: TypeId,
    /// Attributes of the call.
    pub(crate) attributes: AttributeListId,
}

/// Variables of the module.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variables {
    /// Address of the program's memory.
    pub(crate) memory: ConstantId,
    /// The thread pointer, which is always thread-local. The next three are if the program may have
    /// threads.
    pub(crate) thread_pointer: ConstantId,
    pub(crate) stack_pointer: ConstantId,
    pub(crate) stack_limit: ConstantId,
    /// The frame of the innermost running call of a function that calls setjmp.
    pub(crate) frames: ConstantId,
    /// Number of calls of these functions, in all threads together.
    pub(crate) activations: ConstantId,
    /// The table of functions by address.
    pub(crate) table: GlobalId,
}

#[derive(Debug)]
pub(crate) struct Shared<'p> {
    pub(crate) program: &'p Program,
    pub(crate) options: &'p Options,
    pub(crate) layout: Layout,
    pub(crate) types: Types,
    pub(crate) signatures: Signatures,
    pub(crate) variables: Variables,
    /// For each function of the program, its definition; `None` without a body.
    pub(crate) functions: Box<[Option<Callee>]>,
    /// The fast paths of functions.
    pub(crate) fast_paths: FastPaths,
    /// For each function, the function for its fast path.
    pub(crate) fast: Box<[Option<Callee>]>,
    /// The address of each function and global of the program, as numbers.
    pub(crate) addresses: Box<[ConstantId]>,
    /// True for each function of the program whose address is taken.
    pub(crate) taken: Box<[bool]>,
    /// The type of an entry of the table.
    pub(crate) entry_type: TypeId,
    /// An empty metadata node, which marks loads of values that do not change.
    pub(crate) nothing: MetadataId,
    helpers: HashMap<Helper, Callee>,
    declared: HashMap<String, Callee>,
}

impl<'p> Shared<'p> {
    /// Declares everything that all functions need.
    pub(crate) fn new(
        module: &mut Module,
        program: &'p Program,
        layout: Layout,
        options: &'p Options,
    ) -> Shared<'p> {
        module.target_triple = options.triple.clone().into_bytes();
        let types = Types::new(module);
        let word = types.of(Type::I32);
        let entry_type = module.types.literal_struct(&[types.pointer, word], false);
        let variables = Variables::declare(module, &types, &layout, entry_type, options.threads);
        let mut shared = Shared {
            program,
            options,
            layout,
            types,
            signatures: Signatures::default(),
            variables,
            functions: Box::default(),
            fast_paths: FastPaths::find(
                program.module(),
                &program.functions().iter(),
                Calls::Whole,
                |_| false,
            ),
            fast: Box::default(),
            addresses: Box::default(),
            // If all functions are exported, the address of any may be passed in.
            taken: vec![options.exports == Exports::All; program.module().functions.len()].into(),
            entry_type,
            nothing: module.metadata.node(false, &[]),
            helpers: HashMap::new(),
            declared: HashMap::new(),
        };
        shared.declare_functions(module);
        shared.declare_fast_paths(module);
        let functions = 1..=program.module().functions.len() as u32;
        let globals = shared.layout.globals.iter().copied();
        shared.addresses = functions
            .chain(globals)
            .map(|address| module.int(32, address.into()))
            .collect();
        for initializer in &program.module().initializers {
            if let Initializer::Reloc(Address::Function(function), _) = initializer {
                shared.taken[function.index()] = true;
            }
        }
        shared
    }

    /// Returns the number of function addresses, including 0, which belongs to no function.
    pub(crate) fn table_size(&self) -> u32 {
        // The layout has room for both.
        self.layout.first_host_function + self.options.host.len() as u32
    }

    /// Returns the attributes of all functions.
    pub(crate) fn usual_attributes(&self) -> Vec<Attribute> {
        let mut attributes = vec![Attribute::Enum(AttributeKind::NoUnwind)];
        if self.options.places {
            attributes.push(Attribute::Enum(AttributeKind::UwTable));
        }
        attributes
    }

    fn declare_functions(&mut self, module: &mut Module) {
        let program = self.program.module();
        // A tail call that replaces its caller would use no stack, so that endless recursion would
        // be an endless loop.
        let key = module.names.add(b"disable-tail-calls");
        let value = module.names.add(b"true");
        let mut attributes = self.usual_attributes();
        attributes.push(Attribute::Text { key, value });
        // Prevents a large frame from skipping the guard at the end of the stack.
        let key = module.names.add(b"probe-stack");
        let value = module.names.add(b"inline-asm");
        attributes.push(Attribute::Text { key, value });
        let attributes = function_attributes(module, &attributes);
        let mut functions = Vec::with_capacity(program.functions.len());
        for (index, declaration) in program.functions.iter().enumerate() {
            if declaration.body.is_none() {
                functions.push(None);
                continue;
            }
            let ty = self
                .types
                .function(module, program.signature(FuncId(index as u32)));
            // The number distinguishes a function from those of C's library, and from others with
            // the same name.
            let mut name = format!("f{index}").into_bytes();
            if let Some(given) = &declaration.name
                && self.options.names
            {
                name.push(b'.');
                // LLVM allows every byte in a name except zero.
                name.extend(
                    given
                        .iter()
                        .map(|&byte| if byte == 0 { b'_' } else { byte }),
                );
            }
            let function = module.add_function(&name, ty);
            functions.push(Some(define(module, function, attributes)));
        }
        self.functions = functions.into();
    }

    /// Declares a function for each fast path. LLVM itself inlines functions whose path is never
    /// left, because they are small.
    fn declare_fast_paths(&mut self, module: &mut Module) {
        let mut attributes = self.usual_attributes();
        attributes.push(Attribute::Enum(AttributeKind::AlwaysInline));
        let attributes = function_attributes(module, &attributes);
        self.fast = vec![None; self.functions.len()].into();
        for function in self.program.functions() {
            let id = function.id();
            if let Some(path) = self.fast_paths.of(id)
                && path.is_left
                && let Some(callee) = self.functions[id.index()]
            {
                let name = format!("pinnacle.path.{}", id.index());
                let fast = module.add_function(name.as_bytes(), callee.ty);
                self.fast[id.index()] = Some(define(module, fast, attributes));
            }
        }
    }

    /// Returns the function for the fast path of a function, and the path, if it has one.
    pub(crate) fn fast_path(&self, function: FuncId) -> Option<(Callee, &FastPath)> {
        let callee = self.fast[function.index()]?;
        Some((callee, self.fast_paths.of(function)?))
    }

    /// Returns a helper function, if it was declared.
    pub(crate) fn helper(&self, helper: Helper) -> Option<Callee> {
        self.helpers.get(&helper).copied()
    }

    /// Declares a helper function, whose body the caller must write.
    pub(crate) fn declare_helper(&mut self, module: &mut Module, helper: Helper) -> Callee {
        let (result, params) = helper.signature(&self.types);
        let ty = module.types.function(result, &params, false);
        let function = module.add_function(helper.name().as_bytes(), ty);
        let mut attributes = self.usual_attributes();
        if helper.is_inlined() {
            attributes.push(Attribute::Enum(AttributeKind::AlwaysInline));
        }
        if helper == Helper::Longjmp {
            attributes.push(Attribute::Enum(AttributeKind::NoReturn));
        }
        let attributes = function_attributes(module, &attributes);
        let callee = define(module, function, attributes);
        self.helpers.insert(helper, callee);
        callee
    }

    /// Declares a function that is defined elsewhere: by LLVM, by the host, or by C's library.
    pub(crate) fn declare(
        &mut self,
        module: &mut Module,
        name: &str,
        result: TypeId,
        params: &[TypeId],
    ) -> Callee {
        if let Some(&callee) = self.declared.get(name) {
            return callee;
        }
        let ty = module.types.function(result, params, false);
        let function = module.add_function(name.as_bytes(), ty);
        let word = self.types.of(Type::I32);
        let extended = module
            .attributes
            .set(&[Attribute::Enum(AttributeKind::SExt)]);
        let no_unwind = Attribute::Enum(AttributeKind::NoUnwind);
        // Except in intrinsics, 32-bit integers are C's `int`, which must be sign-extended on some
        // processors.
        let is_intrinsic = name.starts_with("llvm.");
        let of_type = |ty: TypeId| {
            if ty == word && !is_intrinsic {
                extended
            } else {
                AttributeSetId::EMPTY
            }
        };
        let sets: Vec<AttributeSetId> = params.iter().map(|&ty| of_type(ty)).collect();
        let own: &[Attribute] = match name {
            // Merged calls would lose their locations.
            abi::TRAP if self.options.places => &[
                Attribute::Enum(AttributeKind::Cold),
                Attribute::Enum(AttributeKind::NoReturn),
                Attribute::Enum(AttributeKind::NoMerge),
                no_unwind,
            ],
            abi::TRAP => &[
                Attribute::Enum(AttributeKind::Cold),
                Attribute::Enum(AttributeKind::NoReturn),
                no_unwind,
            ],
            "longjmp" => &[Attribute::Enum(AttributeKind::NoReturn), no_unwind],
            "_setjmp" => &[Attribute::Enum(AttributeKind::ReturnsTwice), no_unwind],
            _ if is_intrinsic => &[],
            _ => &[no_unwind],
        };
        let own = module.attributes.set(own);
        let attributes = module.attributes.list(own, of_type(result), &sets);
        let declared = module.as_function(function);
        let declared = declared.expect("it was added as a function");
        module.function_mut(declared).attributes = attributes;
        let callee = Callee {
            function,
            address: module.address_of(function),
            ty,
            attributes,
        };
        self.declared.insert(name.to_owned(), callee);
        callee
    }
}

/// Returns an attribute list with attributes of the function only.
pub(crate) fn function_attributes(
    module: &mut Module,
    attributes: &[Attribute],
) -> AttributeListId {
    let set = module.attributes.set(attributes);
    module.attributes.list(set, AttributeSetId::EMPTY, &[])
}

/// Makes a function internal to the module. Returns it as a callee.
pub(crate) fn define(
    module: &mut Module,
    function: GlobalId,
    attributes: AttributeListId,
) -> Callee {
    if let Some(function) = module.as_function(function) {
        module.function_mut(function).attributes = attributes;
    }
    let global = module.global_mut(function);
    global.linkage = Linkage::Internal;
    let ty = global.ty;
    Callee {
        function,
        address: module.address_of(function),
        ty,
        attributes: AttributeListId::EMPTY,
    }
}

/// Makes a variable constant.
pub(crate) fn make_constant(module: &mut Module, variable: GlobalId) {
    match &mut module.global_mut(variable).kind {
        GlobalKind::Variable { constant, .. } => *constant = true,
        kind => unreachable!("{kind:?} is no variable"),
    }
}

/// Makes a global visible to the code that the module is linked with, but not outside the linked
/// file.
pub(crate) fn export(module: &mut Module, global: GlobalId) {
    let global = module.global_mut(global);
    global.linkage = Linkage::External;
    global.visibility = Visibility::Hidden;
}

impl Variables {
    fn declare(
        module: &mut Module,
        types: &Types,
        layout: &Layout,
        entry_type: TypeId,
        threads: bool,
    ) -> Variables {
        let word = types.of(Type::I32);
        let null = module.null();
        let nobody = module.int(32, 0);
        let none = module.int(64, 0);
        let stack = [layout.stack.end, layout.stack.start].map(|at| module.int(32, at.into()));
        let memory = variable(module, abi::MEMORY, types.pointer, null);
        let thread_pointer = variable(module, abi::THREAD_POINTER, word, nobody);
        export(module, memory);
        export(module, thread_pointer);
        let stack_pointer = variable(module, "pinnacle.stack_pointer", word, stack[0]);
        let stack_limit = variable(module, "pinnacle.stack_limit", word, stack[1]);
        let frames = variable(module, "pinnacle.frames", types.pointer, null);
        let activations = variable(module, "pinnacle.activations", types.of(Type::I64), none);
        // The host always accesses the thread pointer as thread-local.
        let of_threads = [thread_pointer, stack_pointer, stack_limit, frames];
        let count = if threads { of_threads.len() } else { 1 };
        for &global in &of_threads[..count] {
            module.global_mut(global).thread_local = ThreadLocal::InitialExec;
        }
        // Its size and contents are set once all functions are known.
        let table = variable(module, "pinnacle.table", entry_type, null);
        module.global_mut(table).unnamed_address = UnnamedAddress::Global;
        Variables {
            memory: module.address_of(memory),
            thread_pointer: module.address_of(thread_pointer),
            stack_pointer: module.address_of(stack_pointer),
            stack_limit: module.address_of(stack_limit),
            frames: module.address_of(frames),
            activations: module.address_of(activations),
            table,
        }
    }
}

/// Adds a variable that is internal to the module, which tells LLVM that it is not in the program's
/// memory.
fn variable(module: &mut Module, name: &str, ty: TypeId, value: ConstantId) -> GlobalId {
    let global = module.add_variable(name.as_bytes(), ty, Some(value));
    module.global_mut(global).linkage = Linkage::Internal;
    global
}
