; What PNaCl has no instruction for is a function of the C library.
define double @round_down(double %x) {
  %r = call double @llvm.floor.f64(double %x)
  ret double %r
}
define float @power(float %x, i32 %n) {
  %r = call float @llvm.powi.f32.i32(float %x, i32 %n)
  ret float %r
}
define i64 @nearest(double %x) {
  %r = call i64 @llvm.lround.i64.f64(double %x)
  ret i64 %r
}
define <2 x float> @each(<2 x float> %x) {
  %r = call <2 x float> @llvm.sin.v2f32(<2 x float> %x)
  ret <2 x float> %r
}
define { double, i32 } @taken_apart(double %x) {
  %r = call { double, i32 } @llvm.frexp.f64.i32(double %x)
  ret { double, i32 } %r
}
define double @floor(double %x) {
  ret double %x
}
declare double @llvm.floor.f64(double)
declare float @llvm.powi.f32.i32(float, i32)
declare i64 @llvm.lround.i64.f64(double)
declare <2 x float> @llvm.sin.v2f32(<2 x float>)
declare { double, i32 } @llvm.frexp.f64.i32(double)
