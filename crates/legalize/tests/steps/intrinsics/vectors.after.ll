
define internal <4 x i32> @whole(<4 x i32> %a, <4 x i32> %b) {
  %1 = add <4 x i32> %a, %b
  %2 = icmp ult <4 x i32> %1, %a
  %r = select <4 x i1> %2, <4 x i32> <i32 -1, i32 -1, i32 -1, i32 -1>, <4 x i32> %1
  ret <4 x i32> %r
}

define internal void @lanes(ptr %0, ptr %1) {
  %a = load <2 x i16>, ptr %1
  %3 = extractelement <2 x i16> %a, i32 0
  %4 = zext i16 %3 to i32
  %5 = call i32 @llvm.ctpop.i32(i32 %4)
  %6 = trunc i32 %5 to i16
  %7 = insertelement <2 x i16> undef, i16 %6, i32 0
  %8 = extractelement <2 x i16> %a, i32 1
  %9 = zext i16 %8 to i32
  %10 = call i32 @llvm.ctpop.i32(i32 %9)
  %11 = trunc i32 %10 to i16
  %r = insertelement <2 x i16> %7, i16 %11, i32 1
  store <2 x i16> %r, ptr %0
  ret void
}

define internal <4 x float> @stays(<4 x float> %a) {
  %r = call <4 x float> @llvm.fabs.v4f32(<4 x float> %a)
  ret <4 x float> %r
}

declare <4 x i32> @llvm.uadd.sat.v4i32(<4 x i32>, <4 x i32>)

declare <2 x i16> @llvm.ctpop.v2i16(<2 x i16>)

declare <4 x float> @llvm.fabs.v4f32(<4 x float>)

declare i32 @llvm.ctpop.i32(i32)
