; What is not aligned to its size is accessed in aligned pieces, each of them volatile.
define void @f(ptr %p) {
  store volatile i64 81985529216486895, ptr %p, align 1
  %a = load volatile i32, ptr %p, align 2
  store volatile i32 %a, ptr %p, align 1
  %b = load volatile double, ptr %p, align 4
  store volatile double %b, ptr %p, align 2
  %c = load volatile ptr, ptr %p, align 1
  store volatile ptr %c, ptr %p, align 2
  ret void
}
