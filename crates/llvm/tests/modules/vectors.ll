; Intrinsics of vectors that were experiments before LLVM 19, and arithmetic with
; an exponent of before LLVM 13.
define <4 x i32> @f(<4 x i32> %x, <vscale x 4 x i32> %s) {
  %1 = call <4 x i32> @llvm.experimental.vector.reverse.v4i32(<4 x i32> %x)
  %2 = call <4 x i32> @llvm.experimental.vector.splice.v4i32(<4 x i32> %1, <4 x i32> %x, i32 1)
  %3 = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %2)
  %4 = call <4 x i32> @llvm.experimental.vector.extract.v4i32.nxv4i32(<vscale x 4 x i32> %s, i64 0)
  %5 = call <vscale x 4 x i32> @llvm.experimental.vector.insert.nxv4i32.v4i32(<vscale x 4 x i32> %s, <4 x i32> %4, i64 0)
  %6 = call double @llvm.powi.f64.i32(double 2.0, i32 %3)
  ret <4 x i32> %2
}

declare <4 x i32> @llvm.experimental.vector.reverse.v4i32(<4 x i32>)
declare <4 x i32> @llvm.experimental.vector.splice.v4i32(<4 x i32>, <4 x i32>, i32)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare <4 x i32> @llvm.experimental.vector.extract.v4i32.nxv4i32(<vscale x 4 x i32>, i64)
declare <vscale x 4 x i32> @llvm.experimental.vector.insert.nxv4i32.v4i32(<vscale x 4 x i32>, <4 x i32>, i64)
declare double @llvm.powi.f64.i32(double, i32)
