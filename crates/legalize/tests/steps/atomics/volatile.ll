; What no integer of the intrinsics holds is accessed as if it were not volatile.
define void @f(ptr %p) {
  %a = load volatile { i32, i8 }, ptr %p
  store volatile { i32, i8 } %a, ptr %p
  %b = load volatile <4 x i32>, ptr %p
  store volatile <4 x i32> %b, ptr %p
  %c = load volatile i24, ptr %p
  store volatile i24 %c, ptr %p
  ret void
}
