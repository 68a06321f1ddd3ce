
define internal i32 @f(<4 x i32> %a, <4 x i32> %b, i32 %n, i64 %wide) {
  %1 = alloca [16 x i8], align 16
  store <4 x i32> %a, ptr %1
  %2 = and i32 %n, 3
  %3 = getelementptr i32, ptr %1, i32 %2
  %e = load i32, ptr %3
  store <4 x i32> %a, ptr %1
  %4 = trunc i64 %wide to i32
  %5 = and i32 %4, 3
  %6 = getelementptr i32, ptr %1, i32 %5
  store i32 %e, ptr %6
  %v = load <4 x i32>, ptr %1
  %7 = extractelement <4 x i32> %v, i32 0
  %8 = insertelement <4 x i32> %v, i32 %7, i32 1
  %9 = insertelement <4 x i32> %8, i32 %7, i32 2
  %splat = insertelement <4 x i32> %9, i32 %7, i32 3
  %10 = extractelement <4 x i32> %splat, i32 0
  %moved = insertelement <4 x i32> %b, i32 %10, i32 1
  %11 = extractelement <4 x i32> %b, i32 3
  %12 = insertelement <4 x i32> undef, i32 %11, i32 0
  %13 = insertelement <4 x i32> %12, i32 0, i32 2
  %wider = insertelement <4 x i32> %13, i32 0, i32 3
  %r = extractelement <4 x i32> %wider, i32 0
  store i32 %11, ptr %1
  %14 = getelementptr i8, ptr %1, i32 4
  store i32 undef, ptr %14
  %15 = and i32 %n, 1
  %16 = getelementptr i32, ptr %1, i32 %15
  %s = load i32, ptr %16
  %t = add i32 %r, %s
  ret i32 %t
}
