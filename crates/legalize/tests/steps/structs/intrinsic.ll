; Intrinsics have fixed types, so one of a struct cannot be changed.
; error: F0204 `llvm.vector.deinterleave2.v4i32` takes or returns
declare { <2 x i32>, <2 x i32> } @llvm.vector.deinterleave2.v4i32(<4 x i32>)
define <2 x i32> @f(<4 x i32> %v) {
  %r = call { <2 x i32>, <2 x i32> } @llvm.vector.deinterleave2.v4i32(<4 x i32> %v)
  %e = extractvalue { <2 x i32>, <2 x i32> } %r, 0
  ret <2 x i32> %e
}
