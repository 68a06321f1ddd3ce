; error: F0204 `llvm.vector.splice.v4i32` has no known replacement
declare <4 x i32> @llvm.vector.splice.v4i32(<4 x i32>, <4 x i32>, i32)
define <4 x i32> @f(<4 x i32> %v) {
  %r = call <4 x i32> @llvm.vector.splice.v4i32(<4 x i32> %v, <4 x i32> %v, i32 1)
  ret <4 x i32> %r
}
