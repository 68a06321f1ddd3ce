; The address of an element of an element has one constant; that of the first
; part is the address of the whole.
define ptr @f(ptr %p, i32 %i) {
  %a = getelementptr i32, ptr %p, i32 %i
  %b = getelementptr i8, ptr %a, i32 8
  %c = getelementptr i8, ptr %b, i32 4
  %d = getelementptr { { i8 } }, ptr %c, i32 0, i32 0, i32 0
  %e = getelementptr {}, ptr %d, i32 %i
  store ptr %b, ptr %e
  ret ptr %d
}
