; What the intrinsic cannot do is tried until nothing came in between.
define i32 @f(ptr %p, i32 %n, double %x) {
entry:
  %a = atomicrmw umax ptr %p, i32 %n acquire
  %b = atomicrmw fadd ptr %p, double %x seq_cst
  br label %end
end:
  %r = phi i32 [ %a, %entry ]
  ret i32 %r
}
