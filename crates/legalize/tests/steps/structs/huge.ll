; What would not fit into memory is an error.
; error: F0301 a function needs more stack
define void @f(ptr %p, ptr %q) {
  %a = load [3000000000 x i8], ptr %p
  store [3000000000 x i8] %a, ptr %q
  %b = load [3000000000 x i8], ptr %q
  ret void
}
