; Vectors are computed as a whole where their operations allow it, else by lanes.
define <4 x i32> @whole(<4 x i32> %a, <4 x i32> %b) {
  %r = call <4 x i32> @llvm.uadd.sat.v4i32(<4 x i32> %a, <4 x i32> %b)
  ret <4 x i32> %r
}
define <2 x i16> @lanes(<2 x i16> %a) {
  %r = call <2 x i16> @llvm.ctpop.v2i16(<2 x i16> %a)
  ret <2 x i16> %r
}
define <4 x float> @stays(<4 x float> %a) {
  %r = call <4 x float> @llvm.fabs.v4f32(<4 x float> %a)
  ret <4 x float> %r
}
declare <4 x i32> @llvm.uadd.sat.v4i32(<4 x i32>, <4 x i32>)
declare <2 x i16> @llvm.ctpop.v2i16(<2 x i16>)
declare <4 x float> @llvm.fabs.v4f32(<4 x float>)
