source_filename = "<stdin>"

define double @round_down(double %x) {
  %1 = call double @floor(double %x)
  ret double %1
}

define float @power(float %x, i32 %n) {
  %1 = call float @__powisf2(float %x, i32 %n)
  ret float %1
}

define i64 @nearest(double %x) {
  %1 = call i64 @llround(double %x)
  ret i64 %1
}

define <2 x float> @each(<2 x float> %x) {
  %1 = extractelement <2 x float> %x, i32 0
  %2 = call float @sinf(float %1)
  %3 = insertelement <2 x float> undef, float %2, i32 0
  %4 = extractelement <2 x float> %x, i32 1
  %5 = call float @sinf(float %4)
  %6 = insertelement <2 x float> %3, float %5, i32 1
  ret <2 x float> %6
}

define { double, i32 } @taken_apart(double %x) {
  %1 = call ptr @llvm.stacksave.p0()
  %2 = alloca i32
  %3 = call double @frexp(double %x, ptr %2)
  %4 = load i32, ptr %2
  call void @llvm.stackrestore.p0(ptr %1)
  %5 = insertvalue { double, i32 } undef, double %3, 0
  %6 = insertvalue { double, i32 } %5, i32 %4, 1
  ret { double, i32 } %6
}

define double @floor(double %x) {
  ret double %x
}

declare double @llvm.floor.f64(double) #0

declare float @llvm.powi.f32.i32(float, i32) #0

declare i64 @llvm.lround.i64.f64(double) #0

declare <2 x float> @llvm.sin.v2f32(<2 x float>) #0

declare { double, i32 } @llvm.frexp.f64.i32(double) #0

declare float @__powisf2(float, i32)

declare i64 @llround(double)

declare float @sinf(float)

declare ptr @llvm.stacksave.p0()

declare double @frexp(double, ptr)

declare void @llvm.stackrestore.p0(ptr)

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
