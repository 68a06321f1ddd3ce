; The result of cmpxchg is put together. The order on failure is never the
; stronger one.
define i1 @f(ptr %p, i32 %old, i32 %new, ptr %q) {
  %a = cmpxchg ptr %p, i32 %old, i32 %new seq_cst seq_cst
  %b = cmpxchg weak ptr %p, i32 %old, i32 %new acq_rel monotonic
  %c = cmpxchg ptr %p, i32 %old, i32 %new release monotonic
  %d = cmpxchg ptr %p, i32 %old, i32 %new acquire seq_cst
  %e = cmpxchg volatile ptr %p, i32 %old, i32 %new acquire acquire
  %g = cmpxchg ptr %p, ptr %q, ptr null seq_cst acquire
  %r = extractvalue { i32, i1 } %a, 1
  ret i1 %r
}
