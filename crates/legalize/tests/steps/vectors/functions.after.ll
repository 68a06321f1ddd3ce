
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
  %sum = add i32 %7, %5
  %8 = extractelement <4 x i32> %v, i32 0
  %9 = extractelement <4 x i32> %v, i32 1
  %10 = extractelement <4 x i32> %v, i32 2
  %11 = extractelement <4 x i32> %v, i32 3
  %12 = trunc i32 %8 to i16
  %13 = trunc i32 %9 to i16
  %14 = trunc i32 %10 to i16
  %15 = trunc i32 %11 to i16
  %16 = icmp ugt i16 %12, %13
  %17 = select i1 %16, i16 %12, i16 %13
  %18 = icmp ugt i16 %17, %14
  %19 = select i1 %18, i16 %17, i16 %14
  %20 = icmp ugt i16 %19, %15
  %most = select i1 %20, i16 %19, i16 %15
  %21 = extractelement <4 x float> %f, i32 0
  %22 = extractelement <4 x float> %f, i32 1
  %23 = extractelement <4 x float> %f, i32 2
  %24 = extractelement <4 x float> %f, i32 3
  %25 = fadd float -0.000000e+00, %21
  %26 = fadd float %25, %22
  %27 = fadd float %26, %23
  %total = fadd float %27, %24
  %28 = extractelement <4 x float> %f, i32 0
  %29 = extractelement <4 x float> %f, i32 1
  %30 = fcmp olt float %28, %29
  %31 = fcmp uno float %29, %29
  %32 = or i1 %30, %31
  %least = select i1 %32, float %28, float %29
  store i16 %most, ptr %p, align 2
  store float %total, ptr %p, align 4
  store float %least, ptr %p, align 4
  %33 = extractelement <4 x i32> %v, i32 0
  %34 = extractelement <4 x i32> %v, i32 1
  %35 = extractelement <4 x i32> %v, i32 2
  %36 = extractelement <4 x i32> %v, i32 3
  %37 = extractelement <4 x i1> %mask, i32 0
  %38 = extractelement <4 x i1> %mask, i32 1
  %39 = extractelement <4 x i1> %mask, i32 2
  %40 = extractelement <4 x i1> %mask, i32 3
  %41 = getelementptr i8, ptr %p, i32 4
  %42 = getelementptr i8, ptr %p, i32 8
  %43 = getelementptr i8, ptr %p, i32 12
  %44 = select i1 %37, ptr %p, ptr %1
  %45 = load i32, ptr %44, align 4
  %46 = select i1 %37, i32 %45, i32 %33
  %47 = select i1 %38, ptr %41, ptr %1
  %48 = load i32, ptr %47, align 4
  %49 = select i1 %38, i32 %48, i32 %34
  %50 = select i1 %39, ptr %42, ptr %1
  %51 = load i32, ptr %50, align 4
  %52 = select i1 %39, i32 %51, i32 %35
  %53 = select i1 %40, ptr %43, ptr %1
  %54 = load i32, ptr %53, align 4
  %55 = select i1 %40, i32 %54, i32 %36
  %56 = insertelement <4 x i32> undef, i32 %46, i32 0
  %57 = insertelement <4 x i32> %56, i32 %49, i32 1
  %58 = insertelement <4 x i32> %57, i32 %52, i32 2
  %loaded = insertelement <4 x i32> %58, i32 %55, i32 3
  %59 = extractelement <4 x i32> %loaded, i32 0
  %60 = extractelement <4 x i32> %loaded, i32 1
  %61 = extractelement <4 x i32> %loaded, i32 2
  %62 = extractelement <4 x i32> %loaded, i32 3
  %63 = insertelement <4 x i32> undef, i32 %59, i32 0
  %64 = insertelement <4 x i32> %63, i32 %60, i32 1
  %65 = insertelement <4 x i32> %64, i32 1, i32 2
  %part = insertelement <4 x i32> %65, i32 2, i32 3
  %66 = extractelement <4 x i32> %part, i32 0
  %67 = extractelement <4 x i32> %part, i32 1
  %68 = extractelement <4 x i32> %part, i32 2
  %69 = extractelement <4 x i32> %part, i32 3
  %70 = insertelement <4 x i32> undef, i32 %69, i32 0
  %71 = insertelement <4 x i32> %70, i32 %68, i32 1
  %72 = insertelement <4 x i32> %71, i32 %67, i32 2
  %reversed = insertelement <4 x i32> %72, i32 %66, i32 3
  store <4 x i32> %reversed, ptr %p, align 16
  %73 = select i1 false, ptr null, ptr %1
  store i16 1, ptr %73, align 2
  %74 = select i1 true, ptr %p, ptr %1
  store i16 2, ptr %74, align 2
  ret i32 %sum
}
