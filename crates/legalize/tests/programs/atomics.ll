; Atomic operations, also those that are done in loops.
; run: @update() == i32 1
; run: @minimum(i32 5) == i32 3
; run: @minimum(i32 -1) == i32 -1
; run: @floating() == double 3.75
; run: @wrap(i32 3) == i32 0
; run: @wrap(i32 4) == i32 4
; run: @exchange(i32 3) == i32 17
; run: @exchange(i32 4) == i32 3
; run: @not_both() == i32 -3
@n = global i32 0
@x = global double 0.0
define i32 @update() {
  store atomic i32 10, ptr @n seq_cst, align 4
  %a = atomicrmw add ptr @n, i32 5 seq_cst
  %b = atomicrmw sub ptr @n, i32 3 acquire
  %c = atomicrmw or ptr @n, i32 1 release
  %d = atomicrmw xchg ptr @n, i32 1 monotonic
  %e = load atomic i32, ptr @n acquire, align 4
  %f = sub i32 %d, 12
  %g = mul i32 %e, %f
  fence seq_cst
  ret i32 %g
}
define i32 @minimum(i32 %n) {
  store volatile i32 3, ptr @n
  %old = atomicrmw min ptr @n, i32 %n seq_cst
  %r = load volatile i32, ptr @n
  ret i32 %r
}
define double @floating() {
  store volatile double 1.5, ptr @x
  %old = atomicrmw fadd ptr @x, double 2.25 seq_cst
  %r = load volatile double, ptr @x
  ret double %r
}
define i32 @wrap(i32 %most) {
  store i32 3, ptr @n
  %old = atomicrmw uinc_wrap ptr @n, i32 %most seq_cst
  %r = load i32, ptr @n
  ret i32 %r
}
define i32 @exchange(i32 %expected) {
  store i32 3, ptr @n
  %pair = cmpxchg ptr @n, i32 %expected, i32 16 acq_rel monotonic
  %done = extractvalue { i32, i1 } %pair, 1
  %more = zext i1 %done to i32
  %now = load i32, ptr @n
  %r = add i32 %now, %more
  ret i32 %r
}
define i32 @not_both() {
  store i32 6, ptr @n
  %old = atomicrmw nand ptr @n, i32 2 seq_cst
  %r = load i32, ptr @n
  ret i32 %r
}
