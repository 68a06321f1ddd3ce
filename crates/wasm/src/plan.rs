//! Makes decisions for the whole module before functions are translated: the numbers of functions
//! and types, and the features that the program needs.

use crate::dispatchers::Dispatchers;
use crate::fast_paths::FastPaths;
use crate::helpers::{Helper, Helpers};
use crate::loop_depth::LoopDepth;
use crate::options::Options;
use crate::signatures::{self, Signatures};
use crate::turn::{INLINE_DEPTH, Turn};
use crate::vector_classes::VectorClasses;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::function::Function;
use pinnacle_pexe::host::{Exports, fixed_addresses};
use pinnacle_pexe::layout::Layout;
use pinnacle_pexe::module::{Address, Initializer};
use pinnacle_pexe::types::Signature;
use pinnacle_pexe::{FuncId, Inst, Intrinsic};

/// Marks a function that has no place in the module.
pub(crate) const NONE: u32 = u32::MAX;

/// The globals of the module, by number.
pub(crate) mod globals {
    pub(crate) const STACK_POINTER: u32 = 0;
    pub(crate) const STACK_LIMIT: u32 = 1;
    pub(crate) const THREAD_POINTER: u32 = 2;
    /// Constants: the start and end of the constants, those of the stack, the end of the data, and
    /// the first host function.
    pub(crate) const LAYOUT: u32 = 3;
    /// Only present if longjmp is used.
    pub(crate) const LONGJMP_POSITION: u32 = 9;
    /// The number of calls so far of functions that call setjmp. Only present if setjmp is used.
    pub(crate) const ACTIVATIONS: u32 = 10;
}

/// Properties of a body that most bodies lack.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Traits {
    /// Number of allocas.
    pub(crate) allocas: u32,
    /// True if it calls functions or intrinsics that may use the stack.
    pub(crate) shares_stack: bool,
    /// True if it frees stack space.
    pub(crate) restores_stack: bool,
    pub(crate) calls_setjmp: bool,
}

/// The plan of a module.
#[derive(Debug)]
pub(crate) struct Plan<'p> {
    pub(crate) program: &'p Program,
    pub(crate) layout: Layout,
    pub(crate) signatures: Signatures,
    pub(crate) vector_classes: VectorClasses,
    /// For each function of the program, its number in the module.
    pub(crate) functions: Box<[u32]>,
    /// For each function of the program, its type.
    pub(crate) types: Box<[u32]>,
    /// The types of the host's functions.
    pub(crate) host_types: Box<[u32]>,
    /// The fixed addresses of the host's functions in ascending order, each with the number of the
    /// function.
    pub(crate) fixed: Vec<(u32, u32)>,
    /// The functions that are imported although they have a body.
    pub(crate) outside: Vec<FuncId>,
    /// The translated bodies, as sorted indices.
    pub(crate) bodies: Vec<u32>,
    /// For each function of the program, true if its address is taken. Complete when all bodies are
    /// translated.
    pub(crate) taken: Box<[bool]>,
    pub(crate) helpers: Helpers,
    /// The number of the first helper.
    pub(crate) first_helper: u32,
    /// The functions for lenient calls, if requested.
    pub(crate) dispatchers: Dispatchers,
    pub(crate) dispatcher_types: Vec<u32>,
    /// The number of the first dispatcher.
    pub(crate) first_dispatcher: u32,
    pub(crate) uses_longjmp: bool,
    pub(crate) fast_paths: FastPaths,
    /// For each function of the program, the index of its body.
    places: Box<[u32]>,
    /// For each function of the program, the traits of its body.
    traits: Box<[Traits]>,
    /// The counting of iterations and calls, if requested.
    pub(crate) turn: Option<Turn>,
    /// The function that updates the table, if the program loads modules.
    pub(crate) follow: Option<u32>,
    pub(crate) shared_memory: bool,
    pub(crate) defines_memory: bool,
    pub(crate) guards_pages: bool,
    /// True if code checks for accesses of page 0.
    pub(crate) checks_null_page: bool,
    pub(crate) lenient_calls: bool,
    pub(crate) source_map: bool,
}

impl<'p> Plan<'p> {
    /// Creates a plan in one pass through the program.
    pub(crate) fn new(program: &'p Program, layout: Layout, options: &Options) -> Plan<'p> {
        let mut plan = Plan::begin(program, layout, options);
        plan.outside = options.outside.clone();
        plan.outside.sort_unstable();
        plan.outside.dedup();
        let module = program.module();
        plan.outside.retain(|&function| {
            let decl = module.functions.get(function.index());
            decl.is_some_and(|decl| decl.body.is_some())
        });
        plan.number_functions(options);
        plan.scan_data();
        for &function in &options.outside {
            let decl = module.functions.get(function.index());
            if let Some(body) = decl.and_then(|decl| decl.body) {
                plan.scan_operands(&program.functions()[body as usize]);
            }
        }
        plan.scan_bodies(program.functions());
        plan.fast_paths = FastPaths::find(&plan);
        plan
    }

    /// Creates the plan of a module with one function of the program. It imports the functions that
    /// it calls, which are `outside`. The numbers of host functions are not used.
    pub(crate) fn of_one(
        program: &'p Program,
        layout: Layout,
        options: &Options,
        body: u32,
    ) -> Plan<'p> {
        let mut plan = Plan::begin(program, layout, options);
        let function = &program.functions()[body as usize];
        let module = program.module();
        let mut callees = Vec::new();
        for inst in function.insts() {
            match *inst {
                Inst::Call { callee, .. } => callees.push(callee),
                Inst::CallIndirect { operands, .. } => {
                    let address = function.values(operands).next();
                    let address = address.filter(|address| address.0 < function.function_count());
                    callees.extend(address.map(|address| FuncId(address.0)));
                }
                _ => {}
            }
        }
        callees.sort_unstable();
        callees.dedup();
        callees.retain(|callee| module.functions[callee.index()].body.is_some());
        plan.outside = callees;
        let mut next = 0;
        for callee in &plan.outside {
            plan.functions[callee.index()] = next;
            next += 1;
        }
        next = plan.number_turn(next, options.turn_length);
        next = plan.number_follow(next, options.loads_modules);
        plan.bodies.push(body);
        plan.first_helper = next + 1;
        plan.scan_bodies(std::slice::from_ref(function));
        plan
    }

    /// Creates the part of a plan that does not depend on the functions to translate.
    fn begin(program: &'p Program, layout: Layout, options: &Options) -> Plan<'p> {
        let module = program.module();
        let mut scratch = Vec::new();
        let mut signatures = Signatures::default();
        let mut types = Vec::with_capacity(module.functions.len());
        for index in 0..module.functions.len() as u32 {
            let function = &module.functions[index as usize];
            // Declarations without a body are never called directly.
            types.push(if function.body.is_some() {
                signatures.intern_signature(module.signature(FuncId(index)), &mut scratch)
            } else {
                NONE
            });
        }
        let host_types = options
            .host
            .iter()
            .map(|function| signatures.intern_signature(&function.signature(), &mut scratch))
            .collect();
        let end = layout
            .first_host_function
            .saturating_add(options.host.len() as u32);
        Plan {
            program,
            fixed: fixed_addresses(&options.host, end),
            layout,
            signatures,
            vector_classes: VectorClasses::of(module),
            functions: vec![NONE; module.functions.len()].into(),
            types: types.into(),
            host_types,
            outside: Vec::new(),
            bodies: Vec::with_capacity(program.functions().len()),
            // If all functions are exported, the address of any function may be passed to the
            // program.
            taken: vec![options.exports == Exports::All; module.functions.len()].into(),
            helpers: Helpers::default(),
            first_helper: 0,
            dispatchers: Dispatchers::default(),
            dispatcher_types: Vec::new(),
            first_dispatcher: 0,
            // Loaded modules may use longjmp.
            uses_longjmp: options.loads_modules,
            fast_paths: FastPaths::default(),
            places: vec![NONE; module.functions.len()].into(),
            traits: vec![Traits::default(); module.functions.len()].into(),
            turn: None,
            follow: None,
            shared_memory: options.shared_memory,
            defines_memory: options.defines_memory,
            guards_pages: options.guards_pages,
            checks_null_page: !options.guards_pages,
            lenient_calls: options.lenient_calls,
            source_map: options.source_map,
        }
    }

    /// Determines the needs of bodies, and numbers the functions that are not imported from the
    /// host.
    fn scan_bodies(&mut self, bodies: &[Function]) {
        let plan = self;
        let mut scratch = Vec::new();
        for function in bodies {
            plan.scan_body(function, &mut scratch);
        }
        let nothing = Signature {
            result: pinnacle_pexe::Type::Void,
            params: Box::default(),
        };
        plan.signatures.intern_signature(&nothing, &mut scratch);
        if let Some(turn) = &mut plan.turn {
            turn.left = match plan.uses_longjmp {
                true => globals::ACTIVATIONS + 1,
                false => globals::LONGJMP_POSITION,
            };
            let mut depth = LoopDepth::default();
            if bodies.iter().any(|body| depth.exceeds(body, INLINE_DEPTH)) {
                plan.helpers.need_for_deep_loops();
            }
        }
        if plan.uses_longjmp {
            signatures::key(
                pinnacle_pexe::Type::Void,
                crate::setjmp::TAG_PARAMS.iter().copied(),
                &mut scratch,
            );
            plan.signatures.intern(&scratch);
        }
        plan.helpers
            .intern_types(&mut plan.signatures, &mut scratch);
        plan.first_dispatcher = plan.first_helper + plan.helpers.list().count() as u32;
        plan.dispatcher_types = plan.dispatchers.function_types(&mut plan.signatures);
    }

    /// Assigns numbers to imports first, then to the program's functions, then to the helpers.
    fn number_functions(&mut self, options: &Options) {
        let mut next = options.host.len() as u32;
        for function in &self.outside {
            self.functions[function.index()] = next;
            next += 1;
        }
        next = self.number_turn(next, options.turn_length);
        next = self.number_follow(next, options.loads_modules);
        for (index, body) in self.program.functions().iter().enumerate() {
            if self.functions[body.id().index()] == NONE {
                self.functions[body.id().index()] = next;
                self.places[body.id().index()] = index as u32;
                self.bodies.push(index as u32);
                next += 1;
            }
        }
        self.first_helper = next;
    }

    /// Assigns a number to the function that is called at the end of a turn, if code counts.
    fn number_turn(&mut self, next: u32, turn_length: Option<u32>) -> u32 {
        let Some(length) = turn_length else {
            return next;
        };
        self.turn = Some(Turn {
            left: 0,
            length: length.min(1 << 30) as i32,
            function: next,
        });
        next + 1
    }

    /// Assigns a number to the function that is called before an address that is missing from the
    /// table.
    fn number_follow(&mut self, next: u32, loads_modules: bool) -> u32 {
        self.follow = loads_modules.then_some(next);
        next + u32::from(loads_modules)
    }

    fn scan_data(&mut self) {
        for initializer in &self.program.module().initializers {
            if let Initializer::Reloc(Address::Function(function), _) = initializer {
                self.taken[function.index()] = true;
            }
        }
    }

    /// Records the functions whose addresses a body takes.
    pub(crate) fn take_addresses(&mut self, functions: &[FuncId]) {
        for function in functions {
            self.taken[function.index()] = true;
        }
    }

    /// Finds the addresses taken by a function that is not translated.
    fn scan_operands(&mut self, body: &Function) {
        for inst in body.insts() {
            body.for_each_operand(inst, |value| {
                if value.0 < body.function_count() {
                    self.taken[value.index()] = true;
                }
            });
        }
    }

    /// Records the types of a function's indirect calls, and its needs.
    fn scan_body(&mut self, body: &Function, scratch: &mut Vec<u8>) {
        let mut traits = Traits::default();
        for inst in body.insts() {
            match *inst {
                Inst::CallIndirect { ty, operands, .. } => {
                    traits.shares_stack = true;
                    let params = body.values(operands).skip(1);
                    let params = params.map(|value| body.value_type(value));
                    signatures::key(ty, params.clone(), scratch);
                    let number = self.signatures.intern(scratch);
                    if self.lenient_calls {
                        self.dispatchers.need(number);
                        continue;
                    }
                    if self.follow.is_some() {
                        self.helpers.need_for_loaded();
                    }
                    if self.vector_classes.wanted(scratch, ty, params).is_some() {
                        self.helpers.need_for_vectors();
                    }
                }
                Inst::Call { callee, args, .. } => {
                    let decl = &self.program.module().functions[callee.index()];
                    let Some(intrinsic) = decl.intrinsic else {
                        traits.shares_stack = true;
                        continue;
                    };
                    match intrinsic {
                        Intrinsic::Setjmp | Intrinsic::Longjmp => {
                            self.uses_longjmp = true;
                            traits.shares_stack = true;
                            traits.calls_setjmp |= intrinsic == Intrinsic::Setjmp;
                        }
                        Intrinsic::Stacksave | Intrinsic::Stackrestore => {
                            traits.shares_stack = true;
                            traits.restores_stack |= intrinsic == Intrinsic::Stackrestore;
                        }
                        _ => {}
                    }
                    // This is the length for intrinsics that copy or fill memory.
                    let len = body.values(args).nth(2);
                    let len = len.and_then(|len| body.constant(len));
                    let len = len.map(pinnacle_pexe::function::Constant::bits);
                    self.helpers.need_for_intrinsic(intrinsic, len);
                }
                Inst::Binary { op, .. } => self.helpers.need_for_binary(op),
                Inst::Alloca { .. } => traits.allocas += 1,
                _ => {}
            }
        }
        self.traits[body.id().index()] = traits;
    }

    /// Returns the type of functions without parameters and results.
    pub(crate) fn nothing(&self) -> u32 {
        self.signatures
            .number(&[signatures::code(pinnacle_pexe::Type::Void)])
    }

    /// Returns the properties of a function's body.
    pub(crate) fn traits(&self, function: &Function) -> Traits {
        self.traits[function.id().index()]
    }

    /// Returns the body of a translated function.
    pub(crate) fn body(&self, function: FuncId) -> Option<&'p Function> {
        let place = self.places[function.index()];
        self.program.functions().get(place as usize)
    }

    /// Returns the number of the function that initialises memory, which is the last one.
    pub(crate) fn initialize_memory(&self) -> u32 {
        self.first_dispatcher + self.dispatchers.count()
    }

    /// Returns the number of a type's dispatcher.
    pub(crate) fn dispatcher(&self, ty: u32) -> u32 {
        self.first_dispatcher + self.dispatchers.place(ty)
    }

    /// Returns the number of a helper's function.
    pub(crate) fn helper(&self, helper: Helper) -> u32 {
        self.first_helper + self.helpers.index(helper)
    }
}
