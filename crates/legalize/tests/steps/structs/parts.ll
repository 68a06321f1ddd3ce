; Loads, stores, and the instructions that take and replace parts.
%inner = type { i8, [2 x i16] }
%outer = type { i32, %inner, double }
define double @f(ptr %p, ptr %q, i32 %n, ptr %given.address) {
  %given = load %inner, ptr %given.address
  %a = load %outer, ptr %p, align 4
  %b = insertvalue %outer %a, i32 %n, 0
  %c = insertvalue %outer %b, i16 5, 1, 1, 1
  store %outer %c, ptr %q, align 8
  %part = extractvalue %outer %c, 1
  store %inner %part, ptr %q
  %d = insertvalue %outer %c, %inner %given, 1
  store %outer %d, ptr %p
  %r = extractvalue %outer %d, 2
  ret double %r
}
; Packed, empty, and arrays.
define void @g(ptr %p, ptr %q) {
  %a = load <{ i8, i32 }>, ptr %p
  store <{ i8, i32 }> %a, ptr %q
  %b = load {}, ptr %p
  store {} %b, ptr %q
  %c = load [3 x ptr], ptr %p
  store [3 x ptr] %c, ptr %q
  ret void
}
