; Indices times sizes, and one constant in the end. Indices have a sign; a
; multiplication by a power of two is a shift.
%pair = type { i32, [4 x i16] }
define ptr @f(ptr %p, i32 %i, i16 %small, i64 %wide) {
  %a = getelementptr %pair, ptr %p, i32 %i, i32 1, i32 2
  %b = getelementptr [4 x i16], ptr %p, i16 %small, i64 %wide
  %c = getelementptr i8, ptr %p, i32 %i
  %d = getelementptr i32, ptr %p, i32 -1
  %e = getelementptr <{ i8, i64 }>, ptr %p, i8 255, i32 1
  %g = getelementptr i64, ptr %p, i64 4294967297
  ret ptr %a
}
