source_filename = "<stdin>"

define internal <4 x i32> @whole(<4 x i32> %a, <4 x i32> %b) {
  %1 = add <4 x i32> %a, %b
  %2 = icmp ult <4 x i32> %1, %a
  %3 = select <4 x i1> %2, <4 x i32> <i32 -1, i32 -1, i32 -1, i32 -1>, <4 x i32> %1
  ret <4 x i32> %3
}

define internal <2 x i16> @lanes(<2 x i16> %a) {
  %1 = extractelement <2 x i16> %a, i32 0
  %2 = zext i16 %1 to i32
  %3 = call i32 @llvm.ctpop.i32(i32 %2)
  %4 = trunc i32 %3 to i16
  %5 = insertelement <2 x i16> undef, i16 %4, i32 0
  %6 = extractelement <2 x i16> %a, i32 1
  %7 = zext i16 %6 to i32
  %8 = call i32 @llvm.ctpop.i32(i32 %7)
  %9 = trunc i32 %8 to i16
  %10 = insertelement <2 x i16> %5, i16 %9, i32 1
  ret <2 x i16> %10
}

define internal <4 x float> @stays(<4 x float> %a) {
  %r = call <4 x float> @llvm.fabs.v4f32(<4 x float> %a)
  ret <4 x float> %r
}

declare <4 x i32> @llvm.uadd.sat.v4i32(<4 x i32>, <4 x i32>)

declare <2 x i16> @llvm.ctpop.v2i16(<2 x i16>)

declare <4 x float> @llvm.fabs.v4f32(<4 x float>)

declare i32 @llvm.ctpop.i32(i32)
