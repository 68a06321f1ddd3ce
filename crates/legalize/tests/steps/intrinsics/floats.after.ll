
define internal float @sign(float %a, float %b) {
  %1 = bitcast float %a to i32
  %2 = bitcast float %b to i32
  %3 = and i32 %1, 2147483647
  %4 = and i32 %2, -2147483648
  %5 = or i32 %3, %4
  %r = bitcast i32 %5 to float
  ret float %r
}

define internal double @larger(double %a, double %b) {
  %1 = fcmp ogt double %a, %b
  %2 = select i1 %1, double %a, double %b
  %3 = fcmp uno double %b, %b
  %r = select i1 %3, double %a, double %2
  %s = call double @llvm.fabs.f64(double %r)
  %t = call double @llvm.sqrt.f64(double %s)
  ret double %t
}

define internal i1 @infinite(float %a) {
  %1 = bitcast float %a to i32
  %2 = and i32 %1, 2147483647
  %3 = icmp slt i32 %1, 0
  %4 = xor i1 %3, true
  %5 = sub i32 %2, 2139095040
  %r = icmp ult i32 %5, 1
  ret i1 %r
}

define internal i32 @nearest(double %a) {
  %1 = fcmp oge double %a, 0xC1E0000000000000
  %2 = fcmp olt double %a, 0x41E0000000000000
  %3 = and i1 %1, %2
  %4 = select i1 %3, double %a, double 0.000000e+00
  %5 = fptosi double %4 to i32
  %6 = fcmp oge double %a, 0x41E0000000000000
  %7 = fcmp olt double %a, 0xC1E0000000000000
  %8 = select i1 %7, i32 -2147483648, i32 0
  %9 = select i1 %6, i32 2147483647, i32 %8
  %r = select i1 %3, i32 %5, i32 %9
  ret i32 %r
}

define internal double @fused(double %a, double %b, double %c) {
  %1 = fmul double %a, %b
  %r = fadd double %1, %c
  ret double %r
}

define internal i1 @strict(double %a, double %b) {
  %s = fadd double %a, %b
  %r = fcmp ult double %s, %b
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
