; What no integer of the intrinsics holds is accessed in pieces if it is a number, and
; otherwise as if it were not volatile.
define void @f(ptr %p) {
  %a = load volatile { i32, i8 }, ptr %p
  store volatile { i32, i8 } %a, ptr %p
  %b = load volatile <4 x i32>, ptr %p
  store volatile <4 x i32> %b, ptr %p
  %c = load volatile i24, ptr %p
  store volatile i24 %c, ptr %p
  %d = load volatile i1, ptr %p
  store volatile i1 %d, ptr %p
  %e = load volatile i128, ptr %p, align 8
  store volatile i128 %e, ptr %p, align 4
  %f = load volatile i37, ptr %p, align 1
  store volatile i37 %f, ptr %p, align 1
  %g = load volatile i1024, ptr %p
  store volatile i1024 %g, ptr %p
  ret void
}
