; Signs, extremes, classes and conversions by comparisons and bits.
define float @sign(float %a, float %b) {
  %r = call float @llvm.copysign.f32(float %a, float %b)
  ret float %r
}
define double @larger(double %a, double %b) {
  %r = call double @llvm.maxnum.f64(double %a, double %b)
  %s = call double @llvm.fabs.f64(double %r)
  %t = call double @llvm.sqrt.f64(double %s)
  ret double %t
}
define i1 @infinite(float %a) {
  %r = call i1 @llvm.is.fpclass.f32(float %a, i32 516)
  ret i1 %r
}
define i32 @nearest(double %a) {
  %r = call i32 @llvm.fptosi.sat.i32.f64(double %a)
  ret i32 %r
}
define double @fused(double %a, double %b, double %c) {
  %r = call double @llvm.fmuladd.f64(double %a, double %b, double %c)
  ret double %r
}
define i1 @strict(double %a, double %b) strictfp {
  %s = call double @llvm.experimental.constrained.fadd.f64(double %a, double %b, metadata !"round.dynamic", metadata !"fpexcept.strict")
  %r = call i1 @llvm.experimental.constrained.fcmp.f64(double %s, double %b, metadata !"ult", metadata !"fpexcept.strict")
  ret i1 %r
}
declare float @llvm.copysign.f32(float, float)
declare double @llvm.maxnum.f64(double, double)
declare double @llvm.fabs.f64(double)
declare double @llvm.sqrt.f64(double)
declare i1 @llvm.is.fpclass.f32(float, i32)
declare i32 @llvm.fptosi.sat.i32.f64(double)
declare double @llvm.fmuladd.f64(double, double, double)
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
declare i1 @llvm.experimental.constrained.fcmp.f64(double, double, metadata, metadata)
