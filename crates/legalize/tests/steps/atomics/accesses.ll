; Loads and stores keep acquire and release; everything weaker becomes
; sequentially consistent, and so do volatile accesses.
define i32 @f(ptr %p, float %x) {
  %a = load atomic i32, ptr %p acquire, align 4
  %b = load atomic i32, ptr %p monotonic, align 4
  %c = load volatile i8, ptr %p
  %d = load volatile ptr, ptr %p
  %e = load volatile double, ptr %p
  store atomic i64 1, ptr %p release, align 8
  store atomic i16 2, ptr %p unordered, align 2
  store atomic volatile i32 3, ptr %p release, align 4
  store volatile float %x, ptr %p
  store volatile ptr %d, ptr %p
  ret i32 %a
}
