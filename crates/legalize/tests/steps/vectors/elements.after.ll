source_filename = "<stdin>"

define internal i32 @f(<4 x i32> %a, <4 x i32> %b, i32 %n, i64 %wide) {
  %1 = alloca [16 x i8], align 16
  %2 = extractelement <4 x i32> %a, i32 0
  %3 = extractelement <4 x i32> %a, i32 1
  %4 = extractelement <4 x i32> %a, i32 2
  %5 = extractelement <4 x i32> %a, i32 3
  store i32 %2, ptr %1
  %6 = getelementptr i8, ptr %1, i32 4
  store i32 %3, ptr %6
  %7 = getelementptr i8, ptr %1, i32 8
  store i32 %4, ptr %7
  %8 = getelementptr i8, ptr %1, i32 12
  store i32 %5, ptr %8
  %9 = and i32 %n, 3
  %10 = getelementptr i32, ptr %1, i32 %9
  %11 = load i32, ptr %10
  %12 = extractelement <4 x i32> %a, i32 0
  %13 = extractelement <4 x i32> %a, i32 1
  %14 = extractelement <4 x i32> %a, i32 2
  %15 = extractelement <4 x i32> %a, i32 3
  store i32 %12, ptr %1
  %16 = getelementptr i8, ptr %1, i32 4
  store i32 %13, ptr %16
  %17 = getelementptr i8, ptr %1, i32 8
  store i32 %14, ptr %17
  %18 = getelementptr i8, ptr %1, i32 12
  store i32 %15, ptr %18
  %19 = trunc i64 %wide to i32
  %20 = and i32 %19, 3
  %21 = getelementptr i32, ptr %1, i32 %20
  store i32 %11, ptr %21
  %22 = load i32, ptr %1
  %23 = getelementptr i8, ptr %1, i32 4
  %24 = load i32, ptr %23
  %25 = getelementptr i8, ptr %1, i32 8
  %26 = load i32, ptr %25
  %27 = getelementptr i8, ptr %1, i32 12
  %28 = load i32, ptr %27
  %29 = insertelement <4 x i32> undef, i32 %22, i32 0
  %30 = insertelement <4 x i32> %29, i32 %24, i32 1
  %31 = insertelement <4 x i32> %30, i32 %26, i32 2
  %32 = insertelement <4 x i32> %31, i32 %28, i32 3
  %33 = extractelement <4 x i32> %32, i32 0
  %34 = extractelement <4 x i32> %32, i32 0
  %35 = extractelement <4 x i32> %32, i32 0
  %36 = insertelement <4 x i32> %32, i32 %33, i32 1
  %37 = insertelement <4 x i32> %36, i32 %34, i32 2
  %38 = insertelement <4 x i32> %37, i32 %35, i32 3
  %39 = extractelement <4 x i32> %38, i32 0
  %40 = insertelement <4 x i32> %b, i32 %39, i32 1
  %41 = extractelement <4 x i32> %b, i32 3
  %42 = insertelement <4 x i32> undef, i32 %41, i32 0
  %43 = insertelement <4 x i32> %42, i32 0, i32 2
  %44 = insertelement <4 x i32> %43, i32 0, i32 3
  %r = extractelement <4 x i32> %44, i32 0
  store i32 %41, ptr %1
  %45 = getelementptr i8, ptr %1, i32 4
  store i32 undef, ptr %45
  %46 = and i32 %n, 1
  %47 = getelementptr i32, ptr %1, i32 %46
  %48 = load i32, ptr %47
  %t = add i32 %r, %48
  ret i32 %t
}
