//! Lists of variable arguments.
//!
//! In LLVM 1.x a list was a value: `vaarg` read the next argument and left the list unchanged, and
//! `vanext` returned the list after it. In current LLVM a list is an object in memory that `va_arg`
//! advances. Each list therefore becomes an object of its own that never changes once it is made,
//! and the value is its address. `vanext` copies the object and advances the copy. `vaarg` advances
//! a temporary copy. A list that is passed to a function is copied too, because the function may
//! advance it.
//!
//! If an instruction in a loop makes a list, the object is allocated in each iteration, because the
//! previous one may still be in use. All other objects are allocated in the entry block.
//!
//! Variable arguments are promoted as in C: small integers to 32 bits, `float` to `double`. They
//! are read with the promoted type.

use pinnacle_llvm as ir;
use pinnacle_llvm::{Align, CastOp, InstructionKind, Value};

use super::body::Body;
use super::cannot;
use super::code::Typed;
use super::intrinsic::{Intrinsic, has_lists_in_memory};
use crate::error::Error;
use crate::model::{self, BlockId, FunctionId, Inst, InstId, TypeId};
use pinnacle_base::graph::{Edges, nodes_on_cycles};

/// Maximum size of a list object, in units of eight bytes.
const LIST_WORDS: u64 = 4;

/// Alignment of the object in bytes.
const LIST_ALIGNMENT: u64 = 16;

/// Functions of the C library whose last argument is a list.
const LIST_FUNCTIONS: &[&[u8]] = &[
    b"vprintf",
    b"vfprintf",
    b"vsprintf",
    b"vsnprintf",
    b"vasprintf",
    b"vdprintf",
    b"vscanf",
    b"vfscanf",
    b"vsscanf",
    b"vsyslog",
    b"vwarn",
    b"verr",
];

/// The argument lists that a function uses.
#[derive(Default)]
struct Used {
    lists: Vec<model::Value>,
    /// The instructions that make a new list: the block, the instruction, and true if a single
    /// object suffices even in a loop.
    makers: Vec<(BlockId, InstId, bool)>,
}

/// Disjoint sets of values that flow into each other.
struct Sets(Vec<usize>);

impl Sets {
    fn find(&mut self, mut at: usize) -> usize {
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a] = b;
    }
}

impl Body<'_, '_, '_> {
    /// The index of an operand in [`Lists::known`](super::body::Lists).
    fn list_place(&self, value: model::Value) -> Option<usize> {
        match value {
            model::Value::Constant(_) => None,
            model::Value::Argument(number) => Some(number as usize),
            model::Value::Inst(id) => Some(self.parameters.len() + id.index()),
        }
        .filter(|&place| place < self.parameters.len() + self.old.inst_count())
    }

    /// The intrinsic that an instruction calls.
    fn called_intrinsic(&self, inst: &Inst) -> Option<Intrinsic> {
        match *inst {
            Inst::Call { callee, .. } | Inst::Invoke { callee, .. } => self.intrinsic_of(callee),
            _ => None,
        }
    }

    fn is_list_function(&self, function: Option<FunctionId>) -> bool {
        let old = self.code.upgrade.old;
        function
            .and_then(|function| old.functions.get(function.index()))
            .is_some_and(|function| {
                function.body.is_none() && LIST_FUNCTIONS.contains(&old.names.get(function.name))
            })
    }

    /// Determines which values are lists and which objects are needed.
    pub(super) fn find_lists(&mut self) -> Result<(), Error> {
        let old = self.old;
        if has_lists_in_memory(self.code.upgrade.old) {
            return Ok(());
        }
        let mut used = Used::default();
        for block in old.blocks() {
            for id in old.block_insts(block) {
                self.find_uses(block, id, &mut used);
            }
        }
        if used.lists.is_empty() {
            return Ok(());
        }
        self.lists.known = self.flows_together(&used.lists);
        for inst in old.insts() {
            if let Inst::Call { arguments, .. } | Inst::Invoke { arguments, .. } = *inst
                && self.called_intrinsic(inst).is_none()
            {
                let arguments = old.values(arguments).iter();
                let count = arguments.filter(|&&value| self.is_list(value)).count();
                self.lists.passed = self.lists.passed.max(count);
            }
        }
        let mut edges = Edges::default();
        old.collect_edges(&mut edges);
        let in_loops = nodes_on_cycles(&edges);
        for (block, id, always_once) in used.makers {
            if always_once || !in_loops[block.index()] {
                self.lists.objects.insert(id, None);
            }
        }
        Ok(())
    }

    /// Records the lists that an instruction makes or uses.
    fn find_uses(&mut self, block: BlockId, id: InstId, used: &mut Used) {
        let old = self.old;
        let inst = old.inst(id);
        let (callee, arguments) = match *inst {
            Inst::VaArg { list } => {
                self.lists.reading = true;
                used.lists.push(list);
                return;
            }
            Inst::VaNext { list, .. } => {
                used.lists.extend([list, model::Value::Inst(id)]);
                used.makers.push((block, id, false));
                return;
            }
            Inst::Call {
                callee, arguments, ..
            }
            | Inst::Invoke {
                callee, arguments, ..
            } => (callee, old.values(arguments)),
            _ => return,
        };
        match self.called_intrinsic(inst) {
            Some(Intrinsic::VaStart) => {
                used.lists.push(model::Value::Inst(id));
                used.makers.push((block, id, true));
            }
            Some(Intrinsic::VaCopy) => {
                used.lists.push(model::Value::Inst(id));
                used.lists.extend(arguments.first());
                used.makers.push((block, id, false));
            }
            Some(Intrinsic::VaEnd) => used.lists.extend(arguments.first()),
            _ => {}
        }
        if self.is_list_function(self.known_callee(callee)) {
            used.lists.extend(arguments.last());
            self.lists.passed = self.lists.passed.max(1);
        }
    }

    /// For each value, returns true if it flows to or from one of these lists.
    fn flows_together(&self, lists: &[model::Value]) -> Vec<bool> {
        let old = self.old;
        let parameters = self.parameters.len();
        let count = parameters + old.inst_count();
        let mut sets = Sets((0..count).collect());
        for (index, inst) in old.insts().iter().enumerate() {
            let mut flow = |value| {
                if let Some(place) = self.list_place(value) {
                    sets.join(place, parameters + index);
                }
            };
            match *inst {
                Inst::Phi { incoming } => {
                    (old.incoming(incoming).iter()).for_each(|edge| flow(edge.value));
                }
                Inst::Select {
                    if_true, if_false, ..
                } => [if_true, if_false].into_iter().for_each(flow),
                Inst::Cast { value } => flow(value),
                _ => {}
            }
        }
        let mut roots = vec![false; count];
        for place in lists.iter().filter_map(|&value| self.list_place(value)) {
            roots[sets.find(place)] = true;
        }
        (0..count).map(|place| roots[sets.find(place)]).collect()
    }

    fn is_list(&self, value: model::Value) -> bool {
        let ty = self.old_type(value);
        let pointer = ty.is_ok_and(|ty| self.code.upgrade.old.types.pointee(ty).is_some());
        let place = self.list_place(value);
        pointer && place.is_some_and(|place| self.lists.known.get(place) == Some(&true))
    }

    /// Returns true if an argument is a list, which must be passed as a copy.
    pub(super) fn passes_list(
        &self,
        callee: Option<FunctionId>,
        argument: model::Value,
        last: bool,
    ) -> bool {
        self.is_list(argument)
            || last
                && self.is_list_function(callee)
                && !matches!(argument, model::Value::Constant(_))
    }

    /// Makes a new object for a list, at the builder's position.
    fn object(&mut self) -> Value {
        let types = &mut self.code.builder.module.types;
        let long = types.integer(64);
        let ty = types.array(long, LIST_WORDS);
        let align = Align::new(LIST_ALIGNMENT).unwrap_or_default();
        self.code.builder.alloca(ty, None, align)
    }

    /// Allocates the objects that are made once. The builder must be in the entry block.
    pub(super) fn make_lists(&mut self) {
        let mut makers: Vec<_> = self.lists.objects.keys().copied().collect();
        makers.sort_unstable();
        for id in makers {
            let object = self.object();
            self.lists.objects.insert(id, Some(object));
        }
        if self.lists.reading {
            self.lists.reader = Some(self.object());
        }
        for _ in 0..self.lists.passed {
            let object = self.object();
            self.lists.copies.push(object);
        }
    }

    fn list_call(&mut self, name: &str, arguments: &[Value]) {
        let void = self.code.builder.module.types.void();
        self.code.call_runtime(name, void, arguments);
    }

    /// Returns an operand that must be a list.
    pub(super) fn list(&mut self, value: model::Value) -> Result<Value, Error> {
        let typed = self.typed(value)?;
        if self.code.upgrade.old.types.pointee(typed.ty).is_none() {
            return Err(cannot(
                "a list of variable arguments whose type is not a pointer",
            ));
        }
        Ok(typed.value)
    }

    /// Returns the object for an instruction: the one allocated in the entry block, or a new one.
    fn object_of(&mut self, id: InstId) -> Value {
        match self.lists.objects.get(&id) {
            Some(&Some(object)) => object,
            _ => self.object(),
        }
    }

    /// Upgrades `llvm.va_start`, which returns the list of all variable arguments.
    pub(super) fn start_list(&mut self, id: InstId) -> Result<Value, Error> {
        if !self.variadic {
            return Err(cannot(
                "llvm.va_start in a function without variable arguments",
            ));
        }
        let object = self.object_of(id);
        self.list_call("llvm.va_start", &[object]);
        Ok(object)
    }

    /// Upgrades `llvm.va_copy`, which returns a copy of the list.
    pub(super) fn copy_list(&mut self, id: InstId, list: Value) -> Value {
        let object = self.object_of(id);
        self.list_call("llvm.va_copy", &[object, list]);
        object
    }

    /// Upgrades `llvm.va_end`, which ends the use of the list.
    pub(super) fn end_list(&mut self, list: Value) {
        self.list_call("llvm.va_end", &[list]);
    }

    /// Copies a list for a function that may advance it.
    pub(super) fn copy_for_call(&mut self, list: Value, number: usize) -> Value {
        let copy = match self.lists.copies.get(number) {
            Some(&copy) => copy,
            None => self.object(),
        };
        self.list_call("llvm.va_copy", &[copy, list]);
        copy
    }

    /// Upgrades `vanext`, which returns the list after the next argument.
    pub(super) fn next_argument(
        &mut self,
        id: InstId,
        list: Value,
        argument: TypeId,
    ) -> Result<Value, Error> {
        let ty = self.promoted(argument)?;
        let object = self.object_of(id);
        self.list_call("llvm.va_copy", &[object, list]);
        self.code.builder.emit(InstructionKind::VaArg(object), ty);
        Ok(object)
    }

    /// Upgrades `vaarg`, which reads the next argument.
    pub(super) fn read_argument(&mut self, list: Value, result: TypeId) -> Result<Value, Error> {
        let promoted = self.promoted(result)?;
        let ty = self.code.upgrade.value_type(result)?;
        let reader = match self.lists.reader {
            Some(reader) => reader,
            None => self.object(),
        };
        self.list_call("llvm.va_copy", &[reader, list]);
        let value = self
            .code
            .builder
            .emit(InstructionKind::VaArg(reader), promoted);
        Ok(match result {
            TypeId::BOOL => {
                let zero = self.code.builder.module.zero(promoted).into();
                self.code
                    .builder
                    .int_compare(ir::IntPredicate::Ne, value, zero)
            }
            TypeId::FLOAT => self.code.builder.cast(CastOp::FPTrunc, value, ty),
            _ if ty == promoted => value,
            _ => self.code.builder.cast(CastOp::Trunc, value, ty),
        })
    }

    /// Returns the type that a variable argument has when it is passed.
    fn promoted(&mut self, ty: TypeId) -> Result<ir::TypeId, Error> {
        Ok(match ty {
            TypeId::BOOL | TypeId::SBYTE | TypeId::UBYTE | TypeId::SHORT | TypeId::USHORT => {
                self.code.builder.module.types.integer(32)
            }
            TypeId::FLOAT => self.code.builder.module.types.double(),
            _ => self.code.upgrade.value_type(ty)?,
        })
    }

    /// Converts a value to the form in which it is passed as a variable argument.
    pub(super) fn promote(&mut self, typed: Typed) -> Result<Value, Error> {
        let target = match typed.ty {
            TypeId::BOOL | TypeId::SBYTE | TypeId::UBYTE | TypeId::SHORT | TypeId::USHORT => {
                TypeId::INT
            }
            TypeId::FLOAT => TypeId::DOUBLE,
            _ => {
                self.code.upgrade.value_type(typed.ty)?;
                return Ok(typed.value);
            }
        };
        self.code.cast(typed, target)
    }
}
