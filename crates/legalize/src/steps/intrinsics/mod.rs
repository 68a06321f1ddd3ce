//! Replaces intrinsics that PNaCl does not have.
//!
//! LLVM has hundreds of intrinsic functions, and optimisers add calls of them that the source does
//! not have. PNaCl has some twenty, for few types each. The others are computed by instructions
//! (overflow, saturation, minimum and maximum, funnel shifts, counts of bits of other widths, signs
//! and classes of floating-point numbers), or become calls of the C library ([`crate::library`]),
//! or are removed if they only inform an optimiser. The rest is refused, with the name of the
//! intrinsic.
//!
//! ```llvm
//! ; before
//! %m = call i32 @llvm.umax.i32(i32 %a, i32 %b)
//! %f = call double @llvm.floor.f64(double %x)
//! call void @llvm.memcpy.p0.p0.i64(ptr %d, ptr %s, i64 %n, i1 false)
//! ; after
//! %1 = icmp ugt i32 %a, %b
//! %m = select i1 %1, i32 %a, i32 %b
//! %f = call double @floor(double %x)
//! %2 = trunc i64 %n to i32
//! call void @llvm.memcpy.p0.p0.i32(ptr %d, ptr %s, i32 %2, i1 false)
//! ```
//!
//! The remaining intrinsics have the names and types of LLVM 19: `llvm.memcpy.p0.p0.i32`,
//! `llvm.memmove.p0.p0.i32` and `llvm.memset.p0.i32` with four arguments,
//! `llvm.{ctlz,cttz,ctpop}.{i32,i64}`, `llvm.bswap.{i16,i32,i64}`, `llvm.{fabs,sqrt}.{f32,f64}`,
//! `llvm.fabs.v4f32`, `llvm.stacksave.p0`, `llvm.stackrestore.p0`, `llvm.trap` and all of
//! `llvm.nacl.`.
//!
//! C functions that PNaCl has built in and the module only declares (`setjmp`, `longjmp`, `memcpy`,
//! `memmove`, `memset`) also become intrinsics; see [`built_in`].
//!
//! An intrinsic on vectors is computed with vector operations if PNaCl has them for vectors, and
//! otherwise lane by lane. Intrinsics that exist only for vectors are left to the step `vectors`.
//! Rounding is to nearest, so constrained operations become ordinary ones. The number of cycles is
//! always 0, which LLVM allows, and return addresses are null.
//!
//! Relies on `constant-expressions` and `exceptions`: there are no constant expressions and no
//! invokes.

mod bits;
mod built_in;
mod floats;
mod integers;
mod memory;
mod names;
mod site;

use pinnacle_llvm::{
    BinaryOp, Body, ConstantKind, Edit, Editor, FunctionBuilder, Instruction, InstructionKind as K,
    Module, Type, TypeId, Value,
};

use crate::Options;
use crate::declarations::Declarations;
use crate::emit::{Emit, constant_bits, scalar_of, width_of};
use crate::error::{ErrorKind, Fault, Reporter, body_of};
use crate::layout::Layout;
use crate::memory::global_of;
use bits::Count;
use memory::Sizes;
use names::{Intrinsic as I, Meaning};
use site::{MAX_ARGUMENTS, Site, wrong_types};

/// Maximum number of lanes of a vector that is computed lane by lane.
const MAX_LANES: u32 = 1024;

/// Maximum total number of lanes in a module that are computed one by one.
const MAX_ALL_LANES: u32 = 1 << 18;

/// Runs the step on a module.
pub(crate) fn run(module: &mut Module, _: &Options, reporter: &mut Reporter) {
    built_in::run(module, reporter);
    let (meanings, any) = names::resolve(module);
    if !any {
        return;
    }
    let mut step = Step {
        meanings,
        declared: Declarations::default(),
        sizes: Sizes::default(),
        layout: Layout::of(module),
        lanes: 0,
    };
    for function in module.global_ids() {
        let Some(body) = body_of(module, function) else {
            continue;
        };
        let (mut wanted, mut asks_for_sizes) = (false, false);
        for instruction in body.instructions() {
            match step.meaning(module, body, &instruction.kind) {
                Meaning::Other | Meaning::Later | Meaning::Expand(I::Native) => {}
                meaning => {
                    wanted = true;
                    asks_for_sizes |= meaning == Meaning::Expand(I::ObjectSize);
                }
            }
        }
        if asks_for_sizes {
            step.sizes = Sizes::of(module, &mut step.layout, body);
        }
        if wanted {
            reporter.edit(module, function, |editor, instruction| {
                step.instruction(editor, instruction)
            });
        }
    }
}

struct Step {
    meanings: Vec<Meaning>,
    declared: Declarations,
    /// Sizes of objects in the current function, if they are needed.
    sizes: Sizes,
    layout: Layout,
    /// Number of lanes computed one by one so far.
    lanes: u32,
}

/// The replacement of a call.
enum Becomes {
    /// The call itself, unchanged.
    Itself,
    /// A value that is already computed.
    Value(Value),
    /// No value, or null.
    Nothing,
}

impl Step {
    fn meaning(&self, module: &Module, body: &Body, kind: &K) -> Meaning {
        let K::Call(id) = *kind else {
            return Meaning::Other;
        };
        match global_of(module, body.call(id).callee) {
            Some(function) => self.meanings.get(function.index()).copied(),
            None => None,
        }
        .unwrap_or(Meaning::Other)
    }

    fn instruction(&mut self, editor: &mut Editor<'_>, it: Instruction) -> Result<Edit, Fault> {
        let meaning = self.meaning(editor.build.module, editor.build.body(), &it.kind);
        let (K::Call(id), false) = (it.kind, meaning == Meaning::Other) else {
            return Ok(Edit::Keep);
        };
        let call = editor.build.body().call(id);
        let Some(function) = global_of(editor.build.module, call.callee) else {
            return Ok(Edit::Keep);
        };
        let mut site = Site::new(editor, call, function, it.result);
        let becomes = match meaning {
            Meaning::Other | Meaning::Later => Becomes::Itself,
            Meaning::Expand(intrinsic) => self.expand(&mut site, intrinsic)?,
            Meaning::Library(name) => self.library(&mut site, name)?,
            Meaning::Unknown => return Err(site.unknown()),
        };
        let value = match becomes {
            Becomes::Itself => return Ok(Edit::Keep),
            Becomes::Value(value) => Some(value),
            Becomes::Nothing => None,
        };
        if let Some(result) = it.result {
            let ty = editor.build.body().local(result).ty;
            let value = match value {
                Some(value) => value,
                None => Value::Constant(editor.build.module.zero(ty)),
            };
            if editor.build.module.type_of(editor.build.body(), value) != Some(ty) {
                return Err(wrong_types(editor.build.module, function));
            }
            editor.replace(result, value);
        }
        Ok(Edit::Drop)
    }

    fn expand(&mut self, site: &mut Site<'_, '_>, intrinsic: I) -> Result<Becomes, Fault> {
        let value = match intrinsic {
            I::Native => return Ok(Becomes::Itself),
            I::Nothing => return Ok(Becomes::Nothing),
            I::Overflow(op, signed) => {
                let [lhs, rhs] = site.integers()?;
                let (value, overflows) =
                    integers::overflow(&mut site.editor.build, op, signed, lhs, rhs);
                site.pair(value, overflows)?
            }
            I::Saturating(op, signed) => {
                let [lhs, rhs] = site.integers()?;
                integers::saturating(&mut site.editor.build, op, signed, lhs, rhs)
            }
            I::Choose(predicate) => {
                let [lhs, rhs] = site.integers()?;
                integers::choose(&mut site.editor.build, predicate, lhs, rhs)
            }
            I::ThreeWay(signed) => {
                let [lhs, rhs] = site.integers()?;
                let (_, width) = site.integer_result()?;
                integers::three_way(&mut site.editor.build, signed, lhs, rhs, width)
            }
            I::Absolute => {
                let [value] = site.integers()?;
                integers::absolute(&mut site.editor.build, value)
            }
            I::Funnel(lhs) => {
                let [high, low, amount] = site.integers()?;
                integers::funnel(&mut site.editor.build, lhs, high, low, amount)
            }
            I::LeadingZeros => return self.count(site, Count::Leading),
            I::TrailingZeros => return self.count(site, Count::Trailing),
            I::Population => return self.count(site, Count::Ones),
            I::ReverseBits => return self.reverse(site, true),
            I::ReverseBytes => return self.reverse(site, false),
            I::MultiplyAdd => {
                let [lhs, rhs, more] = site.floats()?;
                let build = &mut site.editor.build;
                let product = build.binary(BinaryOp::FMul, lhs, rhs);
                build.binary(BinaryOp::FAdd, product, more)
            }
            I::FloatAbsolute => {
                let [value] = site.floats()?;
                let (length, ty) = site.shape(value);
                let ty = site.editor.build.module.types.get(ty);
                if matches!((length, ty), (None, _) | (Some(4), Type::Float)) {
                    return Ok(Becomes::Itself);
                }
                floats::absolute(&mut site.editor.build, value)
            }
            I::SquareRoot => return self.square_root(site),
            I::CopySign => {
                let [value, sign] = site.floats()?;
                floats::copy_sign(&mut site.editor.build, value, sign)
            }
            I::NumberExtreme(larger) => {
                let [lhs, rhs] = site.floats()?;
                floats::number_extreme(&mut site.editor.build, larger, lhs, rhs)
            }
            I::Extreme(larger) => {
                let [lhs, rhs] = site.floats()?;
                floats::extreme(&mut site.editor.build, larger, lhs, rhs)
            }
            I::IsClass => {
                let [value] = site.floats()?;
                let classes = site.constant(1)?;
                floats::is_class(&mut site.editor.build, value, classes)
            }
            I::SaturatingCast(signed) => {
                let [value] = site.floats()?;
                let (target, width) = site.integer_result()?;
                if site.shape(value).0 != site.shape_of(target).0 {
                    return Err(site.wrong());
                }
                floats::saturating_cast(&mut site.editor.build, signed, value, target, width)
            }
            I::Canonicalize => {
                let [value] = site.floats()?;
                let build = &mut site.editor.build;
                let ty = build.type_of(value);
                let one = build.float(ty, 1.0);
                build.binary(BinaryOp::FMul, value, one)
            }
            I::Constrained(op) => {
                let [lhs, rhs] = site.floats()?;
                site.editor.build.binary(op, lhs, rhs)
            }
            I::ConstrainedCast(op) => site.cast(op)?,
            I::ConstrainedCompare => site.compare()?,
            I::First => site.argument(0)?,
            I::MaskPointer => site.mask_pointer()?,
            I::ObjectSize => self.object_size(site)?,
            I::IsConstant => {
                let known = constant_bits(site.editor.build.module, site.argument(0)?).is_some();
                site.number(known.into())?
            }
            I::Number(number) => site.number(number)?,
            I::Trap => {
                let void = site.editor.build.module.types.void();
                self.declared
                    .call_any(&mut site.editor.build, "llvm.trap", void, &[])?;
                return Ok(Becomes::Nothing);
            }
            I::ThreadPointer => {
                let build = &mut site.editor.build;
                let ty = build.module.types.pointer();
                self.declared.call(build, "llvm.nacl.read.tp", ty, &[])?
            }
            I::LoadRelative => site.load_relative()?,
            I::CopyMemory => return self.memory(site, "llvm.memcpy.p0.p0.i32", Site::pointer),
            I::MoveMemory => return self.memory(site, "llvm.memmove.p0.p0.i32", Site::pointer),
            I::SetMemory => return self.memory(site, "llvm.memset.p0.i32", Site::byte),
            I::SaveStack => {
                let build = &mut site.editor.build;
                let ty = build.module.types.pointer();
                self.declared.call(build, "llvm.stacksave.p0", ty, &[])?
            }
            I::RestoreStack => {
                let stack = site.pointer(0)?;
                let build = &mut site.editor.build;
                let void = build.module.types.void();
                self.declared
                    .call_any(build, "llvm.stackrestore.p0", void, &[stack])?;
                return Ok(Becomes::Nothing);
            }
        };
        Ok(Becomes::Value(value))
    }

    fn count(&mut self, site: &mut Site<'_, '_>, what: Count) -> Result<Becomes, Fault> {
        let [value] = site.integers()?;
        let poison = what != Count::Ones && site.constant(1)? != 0;
        let (length, ty) = site.shape(value);
        let width = width_of(site.editor.build.module, ty);
        if length.is_none() && width.is_some_and(bits::is_counted) {
            return Ok(Becomes::Itself);
        }
        self.each_lane(site, &[value], |declared, build, lanes| {
            bits::count(declared, build, what, lanes[0], poison)
        })
    }

    fn reverse(&mut self, site: &mut Site<'_, '_>, by_bits: bool) -> Result<Becomes, Fault> {
        let [value] = site.integers()?;
        let (length, ty) = site.shape(value);
        match width_of(site.editor.build.module, ty) {
            Some(16 | 32 | 64) if length.is_none() && !by_bits => return Ok(Becomes::Itself),
            Some(width) if !by_bits && width % 16 != 0 => return Err(site.wrong()),
            _ => {}
        }
        self.each_lane(site, &[value], |declared, build, lanes| {
            bits::reverse(declared, build, by_bits, lanes[0])
        })
    }

    fn square_root(&mut self, site: &mut Site<'_, '_>) -> Result<Becomes, Fault> {
        let [value] = site.floats()?;
        let (length, ty) = site.shape(value);
        if length.is_none() && site.count == 1 {
            return Ok(Becomes::Itself);
        }
        let name = match site.editor.build.module.types.get(ty) {
            Type::Float => "llvm.sqrt.f32",
            _ => "llvm.sqrt.f64",
        };
        self.each_lane(site, &[value], |declared, build, lanes| {
            declared.call(build, name, ty, lanes)
        })
    }

    /// Calls a function of the C library, for each lane if the operands are vectors. Operands for
    /// the rounding mode are dropped.
    fn library(&mut self, site: &mut Site<'_, '_>, name: &'static str) -> Result<Becomes, Fault> {
        let is_value = |value: &&Value| !matches!(value, Value::Metadata(_));
        let count = site.arguments[..site.count].iter().take_while(is_value);
        let count = count.count();
        let Some(result) = site.result_type() else {
            return Err(site.wrong());
        };
        if name.starts_with("frexp") || name.starts_with("modf") {
            let [value] = site.floats()?;
            let part = site
                .field_types(result)
                .and_then(|fields| match fields[..] {
                    [_, second] => Some(second),
                    _ => None,
                });
            let Some(part) = part else {
                return Err(site.wrong());
            };
            return self.with_second_result(site, name, value, part);
        }
        let scalar = scalar_of(site.editor.build.module, result);
        let arguments = site.arguments;
        self.each_lane(site, &arguments[..count], |declared, build, lanes| {
            declared.call(build, name, scalar, lanes)
        })
    }

    /// Calls a function that stores its second result through its last argument.
    fn with_second_result(
        &mut self,
        site: &mut Site<'_, '_>,
        name: &'static str,
        value: Value,
        part: TypeId,
    ) -> Result<Becomes, Fault> {
        if site.shape(value).0.is_some() {
            return Err(site.unknown());
        }
        let build = &mut site.editor.build;
        let (void, pointer) = (build.module.types.void(), build.module.types.pointer());
        let ty = build.type_of(value);
        let declared = &mut self.declared;
        // Restore the stack pointer, because the call may be in a loop.
        let stack = declared.call(build, "llvm.stacksave.p0", pointer, &[])?;
        let place = build.alloca(part, None, pinnacle_llvm::Align::NATURAL);
        let first = declared.call(build, name, ty, &[value, place])?;
        let second = build.load(part, place, false);
        declared.call_any(build, "llvm.stackrestore.p0", void, &[stack])?;
        site.pair(first, second).map(Becomes::Value)
    }

    /// Computes the result of a call, lane by lane if its operands are vectors.
    fn each_lane(
        &mut self,
        site: &mut Site<'_, '_>,
        operands: &[Value],
        mut compute: impl FnMut(
            &mut Declarations,
            &mut FunctionBuilder<'_>,
            &[Value],
        ) -> Result<Value, Fault>,
    ) -> Result<Becomes, Fault> {
        let (Some(&first), Some(result)) = (operands.first(), site.result_type()) else {
            return Err(site.wrong());
        };
        if operands.iter().any(|&value| site.ty(value).is_none()) {
            return Err(site.wrong());
        }
        let Some(length) = site.shape(first).0 else {
            let value = compute(&mut self.declared, &mut site.editor.build, operands)?;
            return Ok(Becomes::Value(value));
        };
        if site.shape_of(result).0 != Some(length) {
            return Err(site.wrong());
        }
        self.lanes = self.lanes.saturating_add(length);
        if length > MAX_LANES || self.lanes > MAX_ALL_LANES {
            return Err(ErrorKind::TooLarge.fault(format!(
                "vector intrinsics have {} lanes in all up to here, which is too many",
                self.lanes
            )));
        }
        let scalar = scalar_of(site.editor.build.module, result);
        let mut whole = {
            let module = &mut *site.editor.build.module;
            Value::Constant(module.constants.plain(result, ConstantKind::Undef))
        };
        for lane in 0..length {
            let mut lanes = [first; MAX_ARGUMENTS];
            for (place, &operand) in lanes.iter_mut().zip(operands) {
                *place = match site.shape(operand) {
                    (None, _) => operand,
                    (Some(other), _) if other != length => return Err(site.wrong()),
                    (Some(_), element) => {
                        let build = &mut site.editor.build;
                        let index = Value::Constant(build.module.int(32, lane.into()));
                        let vector = operand;
                        build.emit(K::ExtractElement { vector, index }, element)
                    }
                };
            }
            let build = &mut site.editor.build;
            let value = compute(&mut self.declared, build, &lanes[..operands.len()])?;
            if build.type_of(value) != scalar {
                return Err(site.wrong());
            }
            let index = Value::Constant(build.module.int(32, lane.into()));
            let operands = build.values(&[whole, value, index]);
            whole = build.emit(K::InsertElement { operands }, result);
        }
        Ok(Becomes::Value(whole))
    }

    fn object_size(&mut self, site: &mut Site<'_, '_>) -> Result<Value, Fault> {
        let pointer = site.argument(0)?;
        let smallest = site.constant(1)? != 0;
        let module = &*site.editor.build.module;
        let known = self.sizes.remaining(module, &mut self.layout, pointer);
        site.number(known.unwrap_or(if smallest { 0 } else { u64::MAX }))
    }

    /// Calls an intrinsic that copies or sets bytes. `second` checks its second argument.
    fn memory<'a, 'm>(
        &mut self,
        site: &mut Site<'a, 'm>,
        name: &str,
        second: impl FnOnce(&mut Site<'a, 'm>, usize) -> Result<Value, Fault>,
    ) -> Result<Becomes, Fault> {
        let (to, second) = (site.pointer(0)?, second(site, 1)?);
        let (length, volatile) = (site.length(2)?, site.volatile()?);
        let build = &mut site.editor.build;
        let void = build.module.types.void();
        let arguments = [to, second, length, volatile];
        self.declared.call_any(build, name, void, &arguments)?;
        Ok(Becomes::Nothing)
    }
}
