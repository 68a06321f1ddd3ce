; What LLVM 15 to 19 added.
define i32 @flags(i32 %a, i32 %b, i8 %c, ptr %p) {
  %1 = or disjoint i32 %a, %b
  %2 = zext nneg i8 %c to i32
  %3 = trunc nuw nsw i32 %1 to i16
  %4 = uitofp nneg i32 %2 to float
  %5 = getelementptr nusw nuw i8, ptr %p, i32 %a
  %6 = getelementptr inbounds nuw i8, ptr %p, i32 %a
  %7 = atomicrmw uinc_wrap ptr %p, i32 %a seq_cst, align 4
  %8 = atomicrmw fmax ptr %p, float %4 seq_cst, align 4
  ret i32 %7
}

define range(i32 0, 10) i32 @ranged(i32 range(i32 -5, 5) %x, float nofpclass(nan inf) %f) memory(argmem: read) {
  ret i32 3
}

declare void @effects() memory(readwrite, inaccessiblemem: none)
declare ptr @kinds(i32, i32) allockind("alloc,zeroed") allocsize(0, 1) vscale_range(1,16)
@virtual = constant { [2 x ptr] } zeroinitializer
@point = global ptr getelementptr inbounds inrange(-8, 8) ({ [2 x ptr] }, ptr @virtual, i32 0, i32 0, i32 1)
