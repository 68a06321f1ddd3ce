//! The table of opcodes. `ops!(name)` passes it to the macro `name!`. [`super`] derives the
//! enumeration and the lists for looking up opcodes from it, and the main loop derives its arms.

/// The contents of the sections:
///
/// * `integers32`, `integers64`, `floats`: a comparison of a with b, or with the
///   immediate lo, which is sign-extended for 64 bits. The codes use the outcome for a
///   jump, as a value (0 or 1), and on 32 bits to choose a value, for a jump after an
///   addition, and to count: d <- e + the value; on floats for a jump and as a value,
///   negated for the same, then to count.
///   `one` is ordered and not equal, `ord` ordered.
/// * `load_jumps`: d <- the word at a + lo, the word at lo, or the byte at a + lo, then a
///   jump by the comparison of that with b, a register or a signed number. It takes
///   nothing from the budget.
/// * `loads`, `stores`: by type, with the name of the list of their codes. The address
///   is a + lo; a + b * hi + lo; a * hi + lo; lo. `immediate_stores` store the
///   immediate hi, zero-extended, to a + lo and to lo.
/// * `values`: operations that always give a value. After the code come the type of
///   the operands, their form, their names, the type of the result and the result. The
///   forms: `one` is a; `reg` are a and b, `three` also c, `four` also e; `imm` are a
///   and lo, `imms` also hi, `regimm` are a, b and lo, `imm64` a and the immediate of both words.
/// * `loaded2`, `loaded3`: operations on the `double` m in memory, and on those in b and
///   c; in the comments here h is the upper half of hi. The first code is for the address
///   a * h + lo, with c in e; the second for a + e * h + lo, where there is a c for
///   a + e * h. The other two do the same and store the result where m is, in place of
///   the next operation, which does it where m is not in the window.
/// * `divisions`: as `values`, and a trap if b is zero.
/// * `others`: operations with their own arms in the main loop.
macro_rules! ops {
    ($callback:ident) => {
        $callback! {
            integers32 {
                u32 reg ==: JumpEq32 SetEq32 SelectEq32 AddJumpEq32 CountEq32;
                u32 reg !=: JumpNe32 SetNe32 SelectNe32 AddJumpNe32 CountNe32;
                u32 reg <: JumpUlt32 SetUlt32 SelectUlt32 AddJumpUlt32 CountUlt32;
                u32 reg <=: JumpUle32 SetUle32 SelectUle32 AddJumpUle32 CountUle32;
                i32 reg <: JumpSlt32 SetSlt32 SelectSlt32 AddJumpSlt32 CountSlt32;
                i32 reg <=: JumpSle32 SetSle32 SelectSle32 AddJumpSle32 CountSle32;
                u32 imm ==: JumpEq32Imm SetEq32Imm SelectEq32Imm AddJumpEq32Imm CountEq32Imm;
                u32 imm !=: JumpNe32Imm SetNe32Imm SelectNe32Imm AddJumpNe32Imm CountNe32Imm;
                u32 imm <: JumpUlt32Imm SetUlt32Imm SelectUlt32Imm AddJumpUlt32Imm CountUlt32Imm;
                u32 imm >: JumpUgt32Imm SetUgt32Imm SelectUgt32Imm AddJumpUgt32Imm CountUgt32Imm;
                i32 imm <: JumpSlt32Imm SetSlt32Imm SelectSlt32Imm AddJumpSlt32Imm CountSlt32Imm;
                i32 imm >: JumpSgt32Imm SetSgt32Imm SelectSgt32Imm AddJumpSgt32Imm CountSgt32Imm;
            }
            integers64 {
                u64 reg ==: JumpEq64 SetEq64;
                u64 reg !=: JumpNe64 SetNe64;
                u64 reg <: JumpUlt64 SetUlt64;
                u64 reg <=: JumpUle64 SetUle64;
                i64 reg <: JumpSlt64 SetSlt64;
                i64 reg <=: JumpSle64 SetSle64;
                u64 imm ==: JumpEq64Imm SetEq64Imm;
                u64 imm !=: JumpNe64Imm SetNe64Imm;
                u64 imm <: JumpUlt64Imm SetUlt64Imm;
                u64 imm >: JumpUgt64Imm SetUgt64Imm;
                i64 imm <: JumpSlt64Imm SetSlt64Imm;
                i64 imm >: JumpSgt64Imm SetSgt64Imm;
            }
            load_jumps {
                u32 reg ==: LoadJumpEq32 LoadJumpEq32At LoadJumpEq8;
                u32 reg !=: LoadJumpNe32 LoadJumpNe32At LoadJumpNe8;
                u32 reg <: LoadJumpUlt32 LoadJumpUlt32At LoadJumpUlt8;
                u32 reg <=: LoadJumpUle32 LoadJumpUle32At LoadJumpUle8;
                i32 reg <: LoadJumpSlt32 LoadJumpSlt32At LoadJumpSlt8;
                i32 reg <=: LoadJumpSle32 LoadJumpSle32At LoadJumpSle8;
                u32 imm ==: LoadJumpEq32Imm LoadJumpEq32ImmAt LoadJumpEq8Imm;
                u32 imm !=: LoadJumpNe32Imm LoadJumpNe32ImmAt LoadJumpNe8Imm;
                u32 imm <: LoadJumpUlt32Imm LoadJumpUlt32ImmAt LoadJumpUlt8Imm;
                u32 imm >: LoadJumpUgt32Imm LoadJumpUgt32ImmAt LoadJumpUgt8Imm;
                i32 imm <: LoadJumpSlt32Imm LoadJumpSlt32ImmAt LoadJumpSlt8Imm;
                i32 imm >: LoadJumpSgt32Imm LoadJumpSgt32ImmAt LoadJumpSgt8Imm;
                u32 reg >: LoadJumpUgt32 LoadJumpUgt32At LoadJumpUgt8;
                u32 reg >=: LoadJumpUge32 LoadJumpUge32At LoadJumpUge8;
                i32 reg >: LoadJumpSgt32 LoadJumpSgt32At LoadJumpSgt8;
                i32 reg >=: LoadJumpSge32 LoadJumpSge32At LoadJumpSge8;
            }
            floats {
                f64 ==: JumpEqF64 SetEqF64 JumpNotEqF64 SetNotEqF64 CountEqF64 CountNotEqF64;
                f64 <: JumpLtF64 SetLtF64 JumpNotLtF64 SetNotLtF64 CountLtF64 CountNotLtF64;
                f64 <=: JumpLeF64 SetLeF64 JumpNotLeF64 SetNotLeF64 CountLeF64 CountNotLeF64;
                f64 one: JumpOneF64 SetOneF64 JumpNotOneF64 SetNotOneF64 CountOneF64 CountNotOneF64;
                f64 ord: JumpOrdF64 SetOrdF64 JumpNotOrdF64 SetNotOrdF64 CountOrdF64 CountNotOrdF64;
                f32 ==: JumpEqF32 SetEqF32 JumpNotEqF32 SetNotEqF32 CountEqF32 CountNotEqF32;
                f32 <: JumpLtF32 SetLtF32 JumpNotLtF32 SetNotLtF32 CountLtF32 CountNotLtF32;
                f32 <=: JumpLeF32 SetLeF32 JumpNotLeF32 SetNotLeF32 CountLeF32 CountNotLeF32;
                f32 one: JumpOneF32 SetOneF32 JumpNotOneF32 SetNotOneF32 CountOneF32 CountNotOneF32;
                f32 ord: JumpOrdF32 SetOrdF32 JumpNotOrdF32 SetNotOrdF32 CountOrdF32 CountNotOrdF32;
            }
            loads {
                u8 LOAD_U8: LoadU8 LoadU8Indexed LoadU8Scaled LoadU8At;
                u16 LOAD_U16: LoadU16 LoadU16Indexed LoadU16Scaled LoadU16At;
                u32 LOAD_U32: LoadU32 LoadU32Indexed LoadU32Scaled LoadU32At;
                u64 LOAD_U64: LoadU64 LoadU64Indexed LoadU64Scaled LoadU64At;
                i8 LOAD_S8: LoadS8 LoadS8Indexed LoadS8Scaled LoadS8At;
                i16 LOAD_S16: LoadS16 LoadS16Indexed LoadS16Scaled LoadS16At;
                u128 LOAD_WIDE: LoadWide LoadWideIndexed LoadWideScaled LoadWideAt;
            }
            stores {
                u8 STORE_8: Store8 Store8Indexed Store8Scaled Store8At;
                u16 STORE_16: Store16 Store16Indexed Store16Scaled Store16At;
                u32 STORE_32: Store32 Store32Indexed Store32Scaled Store32At;
                u64 STORE_64: Store64 Store64Indexed Store64Scaled Store64At;
                u128 STORE_WIDE: StoreWide StoreWideIndexed StoreWideScaled StoreWideAt;
            }
            immediate_stores {
                u8: Store8Imm Store8ImmAt;
                u16: Store16Imm Store16ImmAt;
                u32: Store32Imm Store32ImmAt;
                u64: Store64Imm Store64ImmAt;
            }
            values {
                // 32-bit integers, and bitwise operations on narrower ones.
                Add32: u32 reg (a, b) u32 = a.wrapping_add(b);
                Sub32: u32 reg (a, b) u32 = a.wrapping_sub(b);
                Mul32: u32 reg (a, b) u32 = a.wrapping_mul(b);
                And32: u32 reg (a, b) u32 = a & b;
                Or32: u32 reg (a, b) u32 = a | b;
                Xor32: u32 reg (a, b) u32 = a ^ b;
                Shl32: u32 reg (a, b) u32 = a.wrapping_shl(b);
                LShr32: u32 reg (a, b) u32 = a.wrapping_shr(b);
                AShr32: i32 reg (a, b) i32 = a.wrapping_shr(b as u32);
                Add32Imm: u32 imm (a, b) u32 = a.wrapping_add(b);
                RSub32Imm: u32 imm (a, b) u32 = b.wrapping_sub(a);
                RShl32Imm: u32 imm (a, b) u32 = b.wrapping_shl(a);
                AddMul32: u32 regimm (a, b, c) u32 = a.wrapping_add(c).wrapping_mul(b);
                Mul32Imm: u32 imm (a, b) u32 = a.wrapping_mul(b);
                And32Imm: u32 imm (a, b) u32 = a & b;
                Or32Imm: u32 imm (a, b) u32 = a | b;
                Xor32Imm: u32 imm (a, b) u32 = a ^ b;
                ShrAnd32: u32 imms (a, b, c) u32 = a.wrapping_shr(c) & b;
                Shl32Imm: u32 imm (a, b) u32 = a.wrapping_shl(b);
                LShr32Imm: u32 imm (a, b) u32 = a.wrapping_shr(b);
                AShr32Imm: i32 imm (a, b) i32 = a.wrapping_shr(b as u32);
                // 64-bit integers.
                Add64: u64 reg (a, b) u64 = a.wrapping_add(b);
                Sub64: u64 reg (a, b) u64 = a.wrapping_sub(b);
                Mul64: u64 reg (a, b) u64 = a.wrapping_mul(b);
                And64: u64 reg (a, b) u64 = a & b;
                Or64: u64 reg (a, b) u64 = a | b;
                Xor64: u64 reg (a, b) u64 = a ^ b;
                Shl64: u64 reg (a, b) u64 = a.wrapping_shl(b as u32);
                LShr64: u64 reg (a, b) u64 = a.wrapping_shr(b as u32);
                AShr64: i64 reg (a, b) i64 = a.wrapping_shr(b as u32);
                Add64Imm: u64 imm64 (a, b) u64 = a.wrapping_add(b);
                RSub64Imm: u64 imm64 (a, b) u64 = b.wrapping_sub(a);
                Mul64Imm: u64 imm64 (a, b) u64 = a.wrapping_mul(b);
                And64Imm: u64 imm64 (a, b) u64 = a & b;
                Or64Imm: u64 imm64 (a, b) u64 = a | b;
                Xor64Imm: u64 imm64 (a, b) u64 = a ^ b;
                Shl64Imm: u64 imm (a, b) u64 = a.wrapping_shl(b as u32);
                LShr64Imm: u64 imm (a, b) u64 = a.wrapping_shr(b as u32);
                AShr64Imm: i64 imm (a, b) i64 = a.wrapping_shr(b as u32);
                // Floating point.
                AddF64: f64 reg (a, b) f64 = a + b;
                SubF64: f64 reg (a, b) f64 = a - b;
                MulF64: f64 reg (a, b) f64 = a * b;
                DivF64: f64 reg (a, b) f64 = a / b;
                RemF64: f64 reg (a, b) f64 = a % b;
                AddF32: f32 reg (a, b) f32 = a + b;
                SubF32: f32 reg (a, b) f32 = a - b;
                MulF32: f32 reg (a, b) f32 = a * b;
                DivF32: f32 reg (a, b) f32 = a / b;
                RemF32: f32 reg (a, b) f32 = a % b;
                AddF64Imm: f64 imm64 (a, b) f64 = a + b;
                SubF64Imm: f64 imm64 (a, b) f64 = a - b;
                RSubF64Imm: f64 imm64 (a, b) f64 = b - a;
                MulF64Imm: f64 imm64 (a, b) f64 = a * b;
                DivF64Imm: f64 imm64 (a, b) f64 = a / b;
                RDivF64Imm: f64 imm64 (a, b) f64 = b / a;
                // Two operations, each with its own rounding.
                MulAddF64: f64 three (a, b, c) f64 = a * b + c;
                MulSubF64: f64 three (a, b, c) f64 = a * b - c;
                MulRSubF64: f64 three (a, b, c) f64 = c - a * b;
                MulMulF64: f64 three (a, b, c) f64 = a * b * c;
                AddAddF64: f64 three (a, b, c) f64 = a + b + c;
                AddSubF64: f64 three (a, b, c) f64 = a + b - c;
                AddRSubF64: f64 three (a, b, c) f64 = c - (a + b);
                AddMulF64: f64 three (a, b, c) f64 = (a + b) * c;
                SubAddF64: f64 three (a, b, c) f64 = a - b + c;
                SubSubF64: f64 three (a, b, c) f64 = a - b - c;
                SubRSubF64: f64 three (a, b, c) f64 = c - (a - b);
                SubMulF64: f64 three (a, b, c) f64 = (a - b) * c;
                MulMulAddF64: f64 four (a, b, c, e) f64 = a * b + c * e;
                // Conversions.
                SignExtend8To32: i8 one (a) i32 = i32::from(a);
                SignExtend16To32: i16 one (a) i32 = i32::from(a);
                SignExtend32To64: i32 one (a) i64 = i64::from(a);
                F64ToF32: f64 one (a) f32 = a as f32;
                F32ToF64: f32 one (a) f64 = f64::from(a);
                S32ToF64: i32 one (a) f64 = f64::from(a);
                SumToF64: i32 reg (a, b) f64 = f64::from(a.wrapping_add(b));
                U32ToF64: u32 one (a) f64 = f64::from(a);
                S64ToF64: i64 one (a) f64 = a as f64;
                U64ToF64: u64 one (a) f64 = a as f64;
                S32ToF32: i32 one (a) f32 = a as f32;
                U32ToF32: u32 one (a) f32 = a as f32;
                S64ToF32: i64 one (a) f32 = a as f32;
                U64ToF32: u64 one (a) f32 = a as f32;
                F64ToS32: f64 one (a) i32 = a as i32;
                F64ToU32: f64 one (a) u32 = a as i64 as u32;
                F64ToS64: f64 one (a) i64 = a as i64;
                F64ToU64: f64 one (a) u64 = a as u64;
                F32ToS32: f32 one (a) i32 = a as i32;
                F32ToU32: f32 one (a) u32 = a as i64 as u32;
                F32ToS64: f32 one (a) i64 = a as i64;
                F32ToU64: f32 one (a) u64 = a as u64;
                // Intrinsics with one operand.
                Bswap16: u16 one (a) u32 = u32::from(a.swap_bytes());
                Bswap32: u32 one (a) u32 = a.swap_bytes();
                Bswap64: u64 one (a) u64 = a.swap_bytes();
                Ctlz32: u32 one (a) u32 = a.leading_zeros();
                Ctlz64: u64 one (a) u32 = a.leading_zeros();
                Cttz32: u32 one (a) u32 = a.trailing_zeros();
                Cttz64: u64 one (a) u32 = a.trailing_zeros();
                Ctpop: u64 one (a) u32 = a.count_ones();
                FabsF32: u64 one (a) u64 = a & 0x7fff_ffff;
                FabsF64: u64 one (a) u64 = a & (u64::MAX >> 1);
                SqrtF32: f32 one (a) f32 = a.sqrt();
                SqrtF64: f64 one (a) f64 = a.sqrt();
            }
            loaded2 {
                LoadAddF64 LoadAddF64Indexed UpdateAddF64 UpdateAddF64Indexed: (m, b) = b + m;
                LoadSubF64 LoadSubF64Indexed UpdateSubF64 UpdateSubF64Indexed: (m, b) = b - m;
                LoadRSubF64 LoadRSubF64Indexed UpdateRSubF64 UpdateRSubF64Indexed: (m, b) = m - b;
                LoadMulF64 LoadMulF64Indexed UpdateMulF64 UpdateMulF64Indexed: (m, b) = b * m;
            }
            loaded3 {
                LoadMulAddF64 LoadMulAddF64Indexed UpdateMulAddF64 UpdateMulAddF64Indexed: (m, b, c) = b * c + m;
                LoadMulRSubF64 LoadMulRSubF64Indexed UpdateMulRSubF64 UpdateMulRSubF64Indexed: (m, b, c) = m - b * c;
                LoadAddMulF64 LoadAddMulF64Indexed UpdateAddMulF64 UpdateAddMulF64Indexed: (m, b, c) = c + b * m;
            }
            divisions {
                UDiv32: u32 reg (a, b) u32 = a / b;
                URem32: u32 reg (a, b) u32 = a % b;
                SRem32: i32 reg (a, b) i32 = a.wrapping_rem(b);
                // The divisor is a constant other than 0 and -1.
                UDiv32Imm: u32 imm (a, b) u32 = a / b;
                URem32Imm: u32 imm (a, b) u32 = a % b;
                SDiv32Imm: i32 imm (a, b) i32 = a.wrapping_div(b);
                SRem32Imm: i32 imm (a, b) i32 = a.wrapping_rem(b);
                UDiv64: u64 reg (a, b) u64 = a / b;
                URem64: u64 reg (a, b) u64 = a % b;
                SRem64: i64 reg (a, b) i64 = a.wrapping_rem(b);
            }
            others {
                // Moves: d <- a; the second pair of `Move2` is in the halves of `lo`,
                // the third of `Move3` in those of `hi`, destination low. One after the
                // other.
                Move,
                /// A move of a value that takes two registers.
                MoveWide,
                Move2,
                Move3,
                MoveJump,
                Move2Jump,
                /// d <- 64-bit immediate.
                Const,
                /// d <- lo, a <- hi.
                Const2,
                /// Two registers, both zero.
                ZeroWide,
                /// d <- lo, then jump.
                ConstJump,
                /// d <- a + lo in 32 bits, then jump.
                AddJump,
                // A load or a store, then jump.
                LoadU32Jump,
                LoadU32AtJump,
                Store32Jump,
                Store32AtJump,

                Jump,
                JumpIf,
                JumpIfNot,
                /// Jump if a has any of the bits in lo.
                JumpAnyBits,
                JumpNoBits,
                /// Jump if a and b have any bits in common.
                JumpCommonBits,
                JumpNoCommonBits,
                // d <- the word at a + lo, or at lo, then jump by the bits of b in it.
                LoadJumpAnyBits,
                LoadJumpAnyBitsAt,
                LoadJumpNoBits,
                LoadJumpNoBitsAt,
                /// Jump through table number lo by the value of a.
                Switch,
                /// Continue with the code of block number lo.
                EnterBlock,

                /// d <- a ? b : c.
                Select,
                SelectWide,

                SDiv32,
                SDiv64,
                /// d <- a + lo's lower half, then b <- hi + lo's upper half, both signed.
                AddTwice32,
                /// d <- a + b * hi + lo.
                AddScaled32,
                /// d <- a * hi + lo.
                Scale32,
                /// `BinaryOp` number lo on integers of hi bits, at most 16.
                Narrow,
                /// Sign-extend from 64 - lo bits to 64 - hi bits.
                SignExtend,
                /// Vector operation number lo on a, b and e to d.
                Vector,

                // The stack.
                /// Allocate a bytes, aligned to hi + 1.
                Alloca,
                /// Allocate lo bytes, aligned to hi + 1.
                AllocaImm,
                /// Two allocations aligned to 16 bytes, to d and a. The sizes are the halves of lo.
                AllocaImm2,
                /// Three allocations: as `AllocaImm2`, and one of hi bytes to b.
                AllocaImm3,
                StackSave,
                StackRestore,
                ReadThreadPointer,

                // Calls. The arguments are in the registers after the frame, the result
                // goes to d.
                /// Function number lo.
                Call,
                // If a is at least zero: d <- the root of a, then jump past a call.
                RootF64,
                RootF32,
                /// b <- a, then as `Call`.
                MoveCall,
                /// b <- hi, then as `Call`.
                ConstCall,
                /// Call the function at address a with signature number lo.
                CallIndirect,
                /// Intrinsic number lo of the function.
                Intrinsic,
                // Atomic operations on 32-bit words: address a + lo, or lo.
                AtomicLoad32,
                AtomicLoad32At,
                AtomicStore32,
                AtomicStore32At,
                /// d <- the old word; hi is the operation on it and b, numbered as in the
                /// intrinsic.
                AtomicRmw32,
                AtomicRmw32At,
                /// d <- the old word. If it equals b, e is stored.
                AtomicCmpxchg32,
                AtomicCmpxchg32At,
                /// Fill the buffer at a.
                Setjmp,
                /// Jump to the buffer at a with value b.
                Longjmp,
                Return,
                ReturnWide,
                ReturnVoid,
                /// Return the 64-bit immediate.
                ReturnConst,
                Unreachable,

                // Tracing, only in functions prepared for it.
                /// The instruction for this operation has run, and its result is in d.
                TraceInst,
                /// The instruction for this operation is about to run.
                TraceBefore,
                /// The function was entered.
                TraceEnter,
                /// The function returns the value in d.
                TraceLeave,
            }
        }
    };
}

pub(in crate::interp) use ops;
