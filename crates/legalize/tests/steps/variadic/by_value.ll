; Structs that are passed by value are copied into the buffer, each aligned as
; its type is; attributes of the fixed parameters stay.
%pair = type { i32, double }
define void @f(ptr %p, ptr %q) {
  call void (ptr, i8, ...) @g(ptr byval(%pair) align 8 %p, i8 signext 1, i32 2, ptr byval(%pair) align 8 %q, ptr byval([3 x i8]) %q, i32 5)
  ret void
}
define void @g(ptr byval(%pair) align 8 %p, i8 signext %small, ...) {
  ret void
}
