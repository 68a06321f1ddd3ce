
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)

declare i16 @llvm.vector.reduce.umax.v4i16(<4 x i16>)

declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)

declare float @llvm.vector.reduce.fmin.v2f32(<2 x float>)

declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)

declare void @llvm.masked.scatter.v2i16.v2p0(<2 x i16>, <2 x ptr>, i32, <2 x i1>)

declare <4 x i32> @llvm.vector.insert.v4i32.v2i32(<4 x i32>, <2 x i32>, i64)

declare <4 x i32> @llvm.vector.reverse.v4i32(<4 x i32>)

define internal i32 @f(<4 x i32> %v, <4 x float> %f, ptr %p, <4 x i1> %mask) {
  %1 = alloca [16 x i8], align 16
  %2 = extractelement <4 x i32> %v, i32 0
  %3 = extractelement <4 x i32> %v, i32 1
  %4 = extractelement <4 x i32> %v, i32 2
  %5 = extractelement <4 x i32> %v, i32 3
  %6 = add i32 %2, %3
  %7 = add i32 %6, %4
  %8 = add i32 %7, %5
  %9 = extractelement <4 x i32> %v, i32 0
  %10 = extractelement <4 x i32> %v, i32 1
  %11 = extractelement <4 x i32> %v, i32 2
  %12 = extractelement <4 x i32> %v, i32 3
  %13 = trunc i32 %9 to i16
  %14 = trunc i32 %10 to i16
  %15 = trunc i32 %11 to i16
  %16 = trunc i32 %12 to i16
  %17 = icmp ugt i16 %13, %14
  %18 = select i1 %17, i16 %13, i16 %14
  %19 = icmp ugt i16 %18, %15
  %20 = select i1 %19, i16 %18, i16 %15
  %21 = icmp ugt i16 %20, %16
  %22 = select i1 %21, i16 %20, i16 %16
  %23 = extractelement <4 x float> %f, i32 0
  %24 = extractelement <4 x float> %f, i32 1
  %25 = extractelement <4 x float> %f, i32 2
  %26 = extractelement <4 x float> %f, i32 3
  %27 = fadd float -0.000000e+00, %23
  %28 = fadd float %27, %24
  %29 = fadd float %28, %25
  %30 = fadd float %29, %26
  %31 = extractelement <4 x float> %f, i32 0
  %32 = extractelement <4 x float> %f, i32 1
  %33 = fcmp olt float %31, %32
  %34 = fcmp uno float %32, %32
  %35 = or i1 %33, %34
  %36 = select i1 %35, float %31, float %32
  store i16 %22, ptr %p, align 2
  store float %30, ptr %p, align 4
  store float %36, ptr %p, align 4
  %37 = extractelement <4 x i32> %v, i32 0
  %38 = extractelement <4 x i32> %v, i32 1
  %39 = extractelement <4 x i32> %v, i32 2
  %40 = extractelement <4 x i32> %v, i32 3
  %41 = extractelement <4 x i1> %mask, i32 0
  %42 = extractelement <4 x i1> %mask, i32 1
  %43 = extractelement <4 x i1> %mask, i32 2
  %44 = extractelement <4 x i1> %mask, i32 3
  %45 = getelementptr i8, ptr %p, i32 4
  %46 = getelementptr i8, ptr %p, i32 8
  %47 = getelementptr i8, ptr %p, i32 12
  %48 = select i1 %41, ptr %p, ptr %1
  %49 = load i32, ptr %48, align 4
  %50 = select i1 %41, i32 %49, i32 %37
  %51 = select i1 %42, ptr %45, ptr %1
  %52 = load i32, ptr %51, align 4
  %53 = select i1 %42, i32 %52, i32 %38
  %54 = select i1 %43, ptr %46, ptr %1
  %55 = load i32, ptr %54, align 4
  %56 = select i1 %43, i32 %55, i32 %39
  %57 = select i1 %44, ptr %47, ptr %1
  %58 = load i32, ptr %57, align 4
  %59 = select i1 %44, i32 %58, i32 %40
  %60 = insertelement <4 x i32> undef, i32 %50, i32 0
  %61 = insertelement <4 x i32> %60, i32 %53, i32 1
  %62 = insertelement <4 x i32> %61, i32 %56, i32 2
  %63 = insertelement <4 x i32> %62, i32 %59, i32 3
  %64 = extractelement <4 x i32> %63, i32 0
  %65 = extractelement <4 x i32> %63, i32 1
  %66 = extractelement <4 x i32> %63, i32 2
  %67 = extractelement <4 x i32> %63, i32 3
  %68 = insertelement <4 x i32> undef, i32 %64, i32 0
  %69 = insertelement <4 x i32> %68, i32 %65, i32 1
  %70 = insertelement <4 x i32> %69, i32 1, i32 2
  %71 = insertelement <4 x i32> %70, i32 2, i32 3
  %72 = extractelement <4 x i32> %71, i32 0
  %73 = extractelement <4 x i32> %71, i32 1
  %74 = extractelement <4 x i32> %71, i32 2
  %75 = extractelement <4 x i32> %71, i32 3
  %76 = insertelement <4 x i32> undef, i32 %75, i32 0
  %77 = insertelement <4 x i32> %76, i32 %74, i32 1
  %78 = insertelement <4 x i32> %77, i32 %73, i32 2
  %79 = insertelement <4 x i32> %78, i32 %72, i32 3
  store <4 x i32> %79, ptr %p, align 16
  %80 = select i1 false, ptr null, ptr %1
  store i16 1, ptr %80, align 2
  %81 = select i1 true, ptr %p, ptr %1
  store i16 2, ptr %81, align 2
  ret i32 %8
}
