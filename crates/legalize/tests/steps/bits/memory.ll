; A bit in memory takes a byte.
define i1 @exchange(ptr %p, i1 %new) {
  %old = load i1, ptr %p
  store i1 %new, ptr %p
  store i1 true, ptr %p
  ret i1 %old
}
