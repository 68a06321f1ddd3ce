
define internal i32 @f(<4 x i32> %a, <4 x i32> %b, i32 %n, i64 %wide) {
  %1 = alloca [16 x i8], align 16
  store <4 x i32> %a, ptr %1
  %2 = and i32 %n, 3
  %3 = getelementptr i32, ptr %1, i32 %2
  %4 = load i32, ptr %3
  store <4 x i32> %a, ptr %1
  %5 = trunc i64 %wide to i32
  %6 = and i32 %5, 3
  %7 = getelementptr i32, ptr %1, i32 %6
  store i32 %4, ptr %7
  %v = load <4 x i32>, ptr %1
  %8 = extractelement <4 x i32> %v, i32 0
  %9 = insertelement <4 x i32> %v, i32 %8, i32 1
  %10 = insertelement <4 x i32> %9, i32 %8, i32 2
  %11 = insertelement <4 x i32> %10, i32 %8, i32 3
  %12 = extractelement <4 x i32> %11, i32 0
  %13 = insertelement <4 x i32> %b, i32 %12, i32 1
  %14 = extractelement <4 x i32> %b, i32 3
  %15 = insertelement <4 x i32> undef, i32 %14, i32 0
  %16 = insertelement <4 x i32> %15, i32 0, i32 2
  %17 = insertelement <4 x i32> %16, i32 0, i32 3
  %r = extractelement <4 x i32> %17, i32 0
  store i32 %14, ptr %1
  %18 = getelementptr i8, ptr %1, i32 4
  store i32 undef, ptr %18
  %19 = and i32 %n, 1
  %20 = getelementptr i32, ptr %1, i32 %19
  %21 = load i32, ptr %20
  %t = add i32 %r, %21
  ret i32 %t
}
