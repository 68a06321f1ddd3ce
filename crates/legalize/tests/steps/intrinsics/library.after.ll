
define internal double @round_down(double %x) {
  %r = call double @floor(double %x)
  ret double %r
}

define internal float @power(float %x, i32 %n) {
  %r = call float @__powisf2(float %x, i32 %n)
  ret float %r
}

define internal i64 @nearest(double %x) {
  %r = call i64 @llround(double %x)
  ret i64 %r
}

define internal void @each(ptr %0, ptr %1) {
  %x = load <2 x float>, ptr %1
  %3 = extractelement <2 x float> %x, i32 0
  %4 = call float @sinf(float %3)
  %5 = insertelement <2 x float> undef, float %4, i32 0
  %6 = extractelement <2 x float> %x, i32 1
  %7 = call float @sinf(float %6)
  %r = insertelement <2 x float> %5, float %7, i32 1
  store <2 x float> %r, ptr %0
  ret void
}

define internal void @taken_apart(ptr %0, double %x) {
  %2 = call ptr @llvm.stacksave.p0()
  %3 = alloca i32
  %4 = call double @frexp(double %x, ptr %3)
  %5 = load i32, ptr %3
  call void @llvm.stackrestore.p0(ptr %2)
  %6 = insertvalue { double, i32 } undef, double %4, 0
  %r = insertvalue { double, i32 } %6, i32 %5, 1
  store { double, i32 } %r, ptr %0
  ret void
}

define internal double @floor(double %x) {
  ret double %x
}

declare double @llvm.floor.f64(double)

declare float @llvm.powi.f32.i32(float, i32)

declare i64 @llvm.lround.i64.f64(double)

declare <2 x float> @llvm.sin.v2f32(<2 x float>)

declare { double, i32 } @llvm.frexp.f64.i32(double)

declare float @__powisf2(float, i32)

declare i64 @llround(double)

declare float @sinf(float)

declare ptr @llvm.stacksave.p0()

declare double @frexp(double, ptr)

declare void @llvm.stackrestore.p0(ptr)
