; What the intrinsic can do.
define i32 @f(ptr %p, i32 %n, ptr %q, float %x) {
  %a = atomicrmw add ptr %p, i32 %n acquire
  %b = atomicrmw sub ptr %p, i32 %n release
  %c = atomicrmw or ptr %p, i32 %n acq_rel
  %d = atomicrmw and ptr %p, i32 %n seq_cst
  %e = atomicrmw xor ptr %p, i32 %n monotonic
  %g = atomicrmw volatile xchg ptr %p, i32 %n acquire
  %h = atomicrmw xchg ptr %p, ptr %q acquire
  %i = atomicrmw xchg ptr %p, float %x acquire
  ret i32 %a
}
