
@0 = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 undef]

@1 = internal constant [4 x i32] [i32 0, i32 0, i32 0, i32 0]

@2 = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]

@3 = internal constant [4 x i32] [i32 9, i32 9, i32 9, i32 9]

define internal <4 x i32> @f(<4 x i32> %a, <4 x i32> %b, i1 %c, ptr %p) {
  %1 = alloca [16 x i8], align 16
  %2 = load <4 x i32>, ptr @0
  %sum = add <4 x i32> %a, %2
  %3 = load <4 x i32>, ptr @1
  %less = icmp slt <4 x i32> %sum, %3
  %4 = insertelement <4 x i1> undef, i1 true, i32 0
  %5 = insertelement <4 x i1> %4, i1 false, i32 1
  %6 = insertelement <4 x i1> %5, i1 true, i32 2
  %7 = insertelement <4 x i1> %6, i1 true, i32 3
  %both = and <4 x i1> %less, %7
  %wide = sext <4 x i1> %both to <4 x i32>
  %chosen = select <4 x i1> %both, <4 x i32> %a, <4 x i32> undef
  %8 = insertelement <4 x i1> undef, i1 %c, i32 0
  %9 = insertelement <4 x i1> %8, i1 %c, i32 1
  %10 = insertelement <4 x i1> %9, i1 %c, i32 2
  %11 = insertelement <4 x i1> %10, i1 %c, i32 3
  %either = select <4 x i1> %11, <4 x i32> %chosen, <4 x i32> %wide
  %last = insertelement <4 x i32> %either, i32 5, i64 3
  %same = bitcast <4 x i32> %last to <4 x float>
  store <4 x float> %same, ptr %p, align 16
  store i32 0, ptr %p, align 2
  %12 = getelementptr i8, ptr %p, i32 4
  store i32 0, ptr %12, align 2
  %13 = getelementptr i8, ptr %p, i32 8
  store i32 0, ptr %13, align 2
  %14 = getelementptr i8, ptr %p, i32 12
  store i32 0, ptr %14, align 2
  %15 = load i16, ptr %p, align 1
  %16 = getelementptr i8, ptr %p, i32 2
  %17 = load i16, ptr %16, align 1
  %18 = getelementptr i8, ptr %p, i32 4
  %19 = load i16, ptr %18, align 1
  %20 = getelementptr i8, ptr %p, i32 6
  %21 = load i16, ptr %20, align 1
  %22 = getelementptr i8, ptr %p, i32 8
  %23 = load i16, ptr %22, align 1
  %24 = getelementptr i8, ptr %p, i32 10
  %25 = load i16, ptr %24, align 1
  %26 = getelementptr i8, ptr %p, i32 12
  %27 = load i16, ptr %26, align 1
  %28 = getelementptr i8, ptr %p, i32 14
  %29 = load i16, ptr %28, align 1
  %30 = insertelement <8 x i16> undef, i16 %15, i32 0
  %31 = insertelement <8 x i16> %30, i16 %17, i32 1
  %32 = insertelement <8 x i16> %31, i16 %19, i32 2
  %33 = insertelement <8 x i16> %32, i16 %21, i32 3
  %34 = insertelement <8 x i16> %33, i16 %23, i32 4
  %35 = insertelement <8 x i16> %34, i16 %25, i32 5
  %36 = insertelement <8 x i16> %35, i16 %27, i32 6
  %bad = insertelement <8 x i16> %36, i16 %29, i32 7
  store <8 x i16> %bad, ptr %p, align 16
  %floats = fptosi <4 x float> %same to <4 x i32>
  ret <4 x i32> %floats
}

define internal <4 x i32> @phis(i1 %c) {
entry:
  %0 = load <4 x i32>, ptr @2
  br i1 %c, label %a, label %b

a:
  %1 = load <4 x i32>, ptr @1
  br label %b

b:
  %x = phi <4 x i32> [ %0, %entry ], [ %1, %a ]
  %y = phi <4 x i32> [ %0, %entry ], [ undef, %a ]
  %z = phi <4 x i32> [ undef, %entry ], [ undef, %a ]
  %r = call <4 x i32> @phis(i1 %c)
  %2 = load <4 x i32>, ptr @3
  ret <4 x i32> %2
}
