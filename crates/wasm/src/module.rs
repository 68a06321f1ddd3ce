//! Assembles the module, section by section.

use crate::abi;
use crate::error::Error;
use crate::function::{FunctionTranslator, Translated};
use crate::helpers::{Helper, Helpers};
use crate::memory_image::{self, Run};
use crate::options::{Options, Translation};
use crate::plan::{Plan, globals};
use crate::sections::{Code, Data, leb_len};
use crate::signature_thunks;
use crate::source_map::SourceMap;
use pinnacle_base::parallel;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::host::Exports;
use pinnacle_pexe::layout::{Layout, PAGE_SIZE};
use pinnacle_pexe::{FuncId, Type};
use std::borrow::Cow;
use std::fmt::Write;
use wasm_encoder::{
    ConstExpr, DataCountSection, ElementSection, Elements, EntityType, ExportKind, ExportSection,
    FunctionSection, GlobalSection, GlobalType, ImportSection, InstructionSink, MemorySection,
    MemoryType, Module, NameMap, NameSection, RefType, TableSection, TableType, TagKind,
    TagSection, TagType, ValType,
};

/// The end of the addresses that data may occupy.
pub(crate) const MEMORY_LIMIT: u32 = u32::MAX - PAGE_SIZE + 1;

/// Number of pages of the whole address space, which is the maximum size of a memory.
const ALL_PAGES: u64 = 1 << 16;

pub(crate) fn translate(program: &Program, options: &Options) -> Result<Translation, Error> {
    let host_functions = options.host.len() as u32;
    let layout = Layout::new(
        program.module(),
        host_functions,
        options.stack_size,
        MEMORY_LIMIT,
    )?;
    let mut plan = Plan::new(program, layout, options);
    let functions = bodies(&mut plan, options.jobs)?;
    let runs = memory_image::runs(program.module(), &plan.layout);

    let mut builder = Builder {
        module: Module::new(),
        plan: &plan,
        options,
    };
    builder.types_and_imports();
    builder.functions();
    builder.table();
    builder.memory();
    if plan.uses_longjmp {
        builder.tag();
    }
    builder.globals();
    builder.exports();
    builder.elements();
    builder.module.section(&DataCountSection {
        count: runs.len() as u32,
    });
    let source_map = builder.code(&functions, &runs);
    builder.data(&runs);
    if options.names {
        builder.names();
    }
    let bytes = builder.module.finish();
    Ok(Translation {
        bytes,
        source_map,
        layout: plan.layout,
    })
}

/// Translates the bodies of a plan, and records the functions whose addresses they take.
pub(crate) fn bodies(plan: &mut Plan<'_>, jobs: usize) -> Result<Vec<Translated>, Error> {
    let program = plan.program;
    let functions = parallel::map(
        &plan.bodies,
        jobs,
        || FunctionTranslator::new(plan),
        |translator, &body| translator.translate(&program.functions()[body as usize]),
    );
    let functions = functions.into_iter().collect::<Result<Vec<_>, _>>()?;
    for function in &functions {
        plan.take_addresses(&function.taken);
    }
    Ok(functions)
}

struct Builder<'b> {
    module: Module,
    plan: &'b Plan<'b>,
    options: &'b Options,
}

impl Builder<'_> {
    /// Returns the number of a type without a result.
    fn procedure_type(&self, params: &[Type]) -> u32 {
        let mut key = Vec::new();
        crate::signatures::key(Type::Void, params.iter().copied(), &mut key);
        self.plan.signatures.number(&key)
    }

    fn types_and_imports(&mut self) {
        self.module.section(&self.plan.signatures.section());
        let mut imports = ImportSection::new();
        for (function, &ty) in self.options.host.iter().zip(&self.plan.host_types) {
            let (module, name) = abi::host_import(&function.name);
            imports.import(module, name, EntityType::Function(ty));
        }
        for function in &self.plan.outside {
            let ty = self.plan.types[function.index()];
            imports.import(
                abi::OUTSIDE_MODULE,
                &format!("f{}", function.0),
                EntityType::Function(ty),
            );
        }
        if self.plan.turn.is_some() {
            let ty = EntityType::Function(self.procedure_type(&[]));
            imports.import(abi::TURN_MODULE, abi::TURN, ty);
        }
        if self.plan.follow.is_some() {
            let ty = EntityType::Function(self.procedure_type(&[]));
            imports.import(abi::MODULES_MODULE, abi::FOLLOW, ty);
        }
        if !self.plan.defines_memory {
            imports.import(abi::MEMORY_MODULE, abi::MEMORY, memory_type(self.plan));
        }
        self.module.section(&imports);
    }

    fn functions(&mut self) {
        let mut section = FunctionSection::new();
        for &body in &self.plan.bodies {
            let function = self.plan.program.functions()[body as usize].id();
            section.function(self.plan.types[function.index()]);
        }
        for helper in self.plan.helpers.list() {
            section.function(Helpers::type_number(helper, &self.plan.signatures));
        }
        for &ty in &self.plan.dispatcher_types {
            section.function(ty);
        }
        section.function(self.procedure_type(&[]));
        self.module.section(&section);
    }

    fn table(&mut self) {
        let mut section = TableSection::new();
        section.table(table_type(self.plan));
        self.module.section(&section);
    }

    /// Writes the memory section, if the module defines its memory.
    fn memory(&mut self) {
        if self.plan.defines_memory {
            let mut section = MemorySection::new();
            section.memory(memory_type(self.plan));
            self.module.section(&section);
        }
    }

    fn tag(&mut self) {
        let mut section = TagSection::new();
        section.tag(TagType {
            kind: TagKind::Exception,
            func_type_idx: self.procedure_type(crate::setjmp::TAG_PARAMS),
        });
        self.module.section(&section);
    }

    fn globals(&mut self) {
        let mut section = GlobalSection::new();
        let layout = &self.plan.layout;
        let variable = |val_type| GlobalType {
            val_type,
            mutable: true,
            shared: false,
        };
        for value in [layout.stack.end, layout.stack.start, 0] {
            section.global(variable(ValType::I32), &ConstExpr::i32_const(value as i32));
        }
        for value in layout_globals(layout) {
            let constant = GlobalType {
                val_type: ValType::I32,
                mutable: false,
                shared: false,
            };
            section.global(constant, &ConstExpr::i32_const(value.1 as i32));
        }
        if self.plan.uses_longjmp {
            // The globals are the position of the last longjmp and the count of activations.
            for _ in 0..2 {
                section.global(variable(ValType::I64), &ConstExpr::i64_const(0));
            }
        }
        if let Some(turn) = self.plan.turn {
            let length = ConstExpr::i32_const(turn.length);
            section.global(variable(ValType::I32), &length);
        }
        self.module.section(&section);
    }

    fn exports(&mut self) {
        let mut section = ExportSection::new();
        if let Some(entry) = self.plan.program.module().entry() {
            let number = self.plan.functions[entry.index()];
            section.export(abi::START, ExportKind::Func, number);
        }
        section.export(
            abi::INITIALIZE_MEMORY,
            ExportKind::Func,
            self.plan.initialize_memory(),
        );
        if self.plan.defines_memory {
            section.export(abi::MEMORY, ExportKind::Memory, 0);
        }
        section.export(abi::TABLE, ExportKind::Table, 0);
        section.export(
            abi::STACK_POINTER,
            ExportKind::Global,
            globals::STACK_POINTER,
        );
        section.export(abi::STACK_LIMIT, ExportKind::Global, globals::STACK_LIMIT);
        section.export(
            abi::THREAD_POINTER,
            ExportKind::Global,
            globals::THREAD_POINTER,
        );
        for ((name, _), number) in layout_globals(&self.plan.layout)
            .iter()
            .zip(globals::LAYOUT..)
        {
            section.export(name, ExportKind::Global, number);
        }
        if self.plan.uses_longjmp {
            section.export(abi::LONGJMP_TAG, ExportKind::Tag, 0);
            section.export(
                abi::LONGJMP_POSITION,
                ExportKind::Global,
                globals::LONGJMP_POSITION,
            );
            section.export(abi::ACTIVATIONS, ExportKind::Global, globals::ACTIVATIONS);
        }
        if let Some(turn) = self.plan.turn {
            section.export(abi::TURN_LEFT, ExportKind::Global, turn.left);
        }
        if self.options.exports == Exports::All {
            for &body in &self.plan.bodies {
                let function = self.plan.program.functions()[body as usize].id();
                let number = self.plan.functions[function.index()];
                section.export(&format!("f{}", function.0), ExportKind::Func, number);
            }
        }
        self.module.section(&section);
    }

    fn elements(&mut self) {
        let host_functions = self.options.host.len() as u32;
        self.module
            .section(&table_segments(self.plan, host_functions));
    }

    fn code(&mut self, functions: &[Translated], runs: &[Run]) -> Option<SourceMap> {
        let helpers = self.plan.helpers.list();
        let mut others: Vec<_> = helpers.map(|helper| helper.body(self.plan)).collect();
        others.extend(signature_thunks::bodies(self.plan));
        others.push(initialize_memory_body(runs));
        let bodies = functions.iter().map(|function| &function.code);
        /// Typical size of a function's entry in the name section, in bytes.
        const NAME: usize = 16;
        let behind = Data(runs).byte_len() + NAME * (functions.len() + others.len());
        let bodies = bodies.chain(&others).map(Vec::as_slice);
        let section = Code::new(bodies.collect(), behind);
        let before = self.module.len();
        self.module.section(&section);
        self.options.source_map.then(|| {
            // The section consists of its ID, its length, the number of functions, and the
            // functions, each preceded by its length.
            let bodies: usize = section.byte_len();
            let mut at = self.module.len() - bodies;
            debug_assert!(at > before);
            let mut map = SourceMap::new(at - leb_len(functions.len() + others.len()));
            for (function, &body) in functions.iter().zip(&self.plan.bodies) {
                let id = self.plan.program.functions()[body as usize].id();
                let start = at + leb_len(function.code.len());
                at = start + function.code.len();
                map.push(id, start..at, function.frame_base, &function.map);
            }
            map
        })
    }

    fn data(&mut self, runs: &[Run]) {
        self.module.section(&Data(runs));
    }

    fn names(&mut self) {
        let plan = self.plan;
        let mut functions = NameMap::new();
        for (number, function) in (0..).zip(&self.options.host) {
            functions.append(number, &function.name);
        }
        let mut numbered = String::new();
        let mut append = |functions: &mut NameMap, function: FuncId| {
            let number = plan.functions[function.index()];
            match &plan.program.module().functions[function.index()].name {
                Some(name) => functions.append(number, &String::from_utf8_lossy(name)),
                None => {
                    numbered.clear();
                    // Writing to a string cannot fail.
                    let _ = write!(numbered, "f{}", function.0);
                    functions.append(number, &numbered);
                }
            }
        };
        for &function in &plan.outside {
            append(&mut functions, function);
        }
        if let Some(turn) = plan.turn {
            functions.append(turn.function, abi::TURN);
        }
        if let Some(follow) = plan.follow {
            functions.append(follow, abi::FOLLOW);
        }
        for &body in &plan.bodies {
            let function = plan.program.functions()[body as usize].id();
            append(&mut functions, function);
        }
        for (number, helper) in (plan.first_helper..).zip(plan.helpers.list()) {
            functions.append(number, Helper::name(helper));
        }
        functions.append(self.plan.initialize_memory(), abi::INITIALIZE_MEMORY);
        let mut section = NameSection::new();
        section.functions(&functions);
        self.module.section(&section);
    }
}

/// Returns the segments that fill the table, with one segment for each run of consecutive entries.
pub(crate) fn table_segments(plan: &Plan<'_>, host_functions: u32) -> ElementSection {
    let mut section = ElementSection::new();
    let mut run: Vec<u32> = Vec::new();
    let mut start = 0;
    let mut add = |start: u32, run: &mut Vec<u32>| {
        if !run.is_empty() {
            let offset = ConstExpr::i32_const(start as i32);
            section.active(None, &offset, Elements::Functions(Cow::Borrowed(run)));
            run.clear();
        }
    };
    for (index, &taken) in plan.taken.iter().enumerate() {
        if taken && plan.functions[index] != crate::plan::NONE {
            if run.is_empty() {
                start = plan.layout.function_address(FuncId(index as u32));
            }
            run.push(plan.functions[index]);
        } else {
            add(start, &mut run);
        }
    }
    add(start, &mut run);
    run.extend(0..host_functions);
    add(plan.layout.first_host_function, &mut run);
    for &(address, function) in &plan.fixed {
        run.push(function);
        add(address, &mut run);
    }
    section
}

/// Returns the type of the memory. Its minimum is the initial size of the program, or 0 for a
/// module that is loaded in addition to a program.
pub(crate) fn memory_type(plan: &Plan<'_>) -> MemoryType {
    let end = match plan.layout.first_function {
        1 => plan.layout.end,
        _ => 0,
    };
    MemoryType {
        minimum: u64::from(end.div_ceil(PAGE_SIZE)),
        maximum: Some(ALL_PAGES),
        memory64: false,
        shared: plan.shared_memory && !plan.defines_memory,
        page_size_log2: None,
    }
}

/// Returns the type of the table, with an entry for each function address. The table can grow if
/// modules are loaded.
pub(crate) fn table_type(plan: &Plan<'_>) -> TableType {
    let own = u64::from(plan.layout.first_host_function) + plan.host_types.len() as u64;
    let fixed = plan
        .fixed
        .last()
        .map_or(0, |&(last, _)| u64::from(last) + 1);
    let size = own.max(fixed);
    let can_grow = plan.follow.is_some();
    TableType {
        element_type: RefType::FUNCREF,
        table64: false,
        minimum: size,
        maximum: (!can_grow).then_some(size),
        shared: false,
    }
}

/// Returns the constant globals, in order.
pub(crate) fn layout_globals(layout: &Layout) -> [(&'static str, u32); 6] {
    [
        (abi::CONSTANTS[0], layout.constants.start),
        (abi::CONSTANTS[1], layout.constants.end),
        (abi::STACK[0], layout.stack.start),
        (abi::STACK[1], layout.stack.end),
        (abi::DATA_END, layout.end),
        (abi::FIRST_HOST_FUNCTION, layout.first_host_function),
    ]
}

/// Returns the body that copies each data segment to its address.
fn initialize_memory_body(runs: &[Run]) -> Vec<u8> {
    // There are no locals.
    let mut code = vec![0];
    let mut sink = InstructionSink::new(&mut code);
    for (segment, run) in (0..).zip(runs) {
        sink.i32_const(run.address as i32)
            .i32_const(0)
            .i32_const(run.bytes.len() as i32)
            .memory_init(0, segment)
            .data_drop(segment);
    }
    sink.end();
    code
}
