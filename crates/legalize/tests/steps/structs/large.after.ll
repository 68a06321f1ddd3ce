
%large = type { i32, [1000 x i8], { i32, i32 } }

@g = internal global i32 1

@0 = internal constant %large zeroinitializer

@1 = internal constant [40 x ptr] [ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g]

define internal i32 @f(ptr %p, ptr %q, i1 %c) {
  %1 = alloca [8084 x i8], align 4
  call void @llvm.memcpy.p0.p0.i32(ptr %1, ptr %p, i32 1012, i1 false)
  call void @llvm.memcpy.p0.p0.i32(ptr %q, ptr %1, i32 1012, i1 false)
  %2 = getelementptr i8, ptr %1, i32 1012
  call void @llvm.memcpy.p0.p0.i32(ptr %2, ptr %1, i32 1012, i1 false)
  store i32 1, ptr %2, align 4
  %3 = getelementptr i8, ptr %1, i32 2024
  %4 = getelementptr i8, ptr %1, i32 1012
  call void @llvm.memcpy.p0.p0.i32(ptr %3, ptr %4, i32 1012, i1 false)
  %5 = getelementptr i8, ptr %3, i32 1004
  store i32 1, ptr %5, align 4
  %6 = getelementptr i8, ptr %5, i32 4
  store i32 2, ptr %6, align 4
  %7 = getelementptr i8, ptr %1, i32 3036
  %8 = getelementptr i8, ptr %1, i32 2024
  call void @llvm.memcpy.p0.p0.i32(ptr %7, ptr %8, i32 1012, i1 false)
  %9 = getelementptr i8, ptr %7, i32 4
  call void @llvm.memset.p0.i32(ptr %9, i8 0, i32 1000, i1 false)
  %10 = getelementptr i8, ptr %1, i32 4048
  %11 = getelementptr i8, ptr %1, i32 3036
  call void @llvm.memcpy.p0.p0.i32(ptr %10, ptr %11, i32 1012, i1 false)
  %12 = getelementptr i8, ptr %1, i32 5060
  %13 = getelementptr i8, ptr %1, i32 4048
  %14 = select i1 %c, ptr %13, ptr @0
  call void @llvm.memcpy.p0.p0.i32(ptr %12, ptr %14, i32 1012, i1 false)
  %15 = getelementptr i8, ptr %1, i32 6072
  %16 = getelementptr i8, ptr %1, i32 5060
  call void @llvm.memcpy.p0.p0.i32(ptr %15, ptr %16, i32 1012, i1 false)
  %17 = getelementptr i8, ptr %1, i32 6072
  call void @llvm.memcpy.p0.p0.i32(ptr %q, ptr %17, i32 1012, i1 false)
  %18 = getelementptr i8, ptr %1, i32 7084
  %19 = getelementptr i8, ptr %1, i32 6072
  %20 = getelementptr i8, ptr %19, i32 4
  call void @llvm.memcpy.p0.p0.i32(ptr %18, ptr %20, i32 1000, i1 false)
  %21 = getelementptr i8, ptr %1, i32 7084
  call void @llvm.memcpy.p0.p0.i32(ptr %p, ptr %21, i32 1000, i1 false)
  %22 = getelementptr i8, ptr %1, i32 6072
  %23 = getelementptr i8, ptr %22, i32 1003
  %byte = load i8, ptr %23, align 1
  %24 = getelementptr i8, ptr %1, i32 6072
  %25 = getelementptr i8, ptr %24, i32 1004
  %26 = load i32, ptr %25, align 4
  %27 = getelementptr i8, ptr %25, i32 4
  %28 = load i32, ptr %27, align 4
  store i32 %26, ptr %p, align 4
  %29 = getelementptr i8, ptr %p, i32 4
  store i32 %28, ptr %29, align 4
  call void @llvm.memset.p0.i32(ptr %p, i8 0, i32 1000, i1 false)
  call void @llvm.memcpy.p0.p0.i32(ptr %p, ptr @1, i32 160, i1 false)
  %30 = getelementptr i8, ptr %1, i32 6072
  %r = load i32, ptr %30, align 4
  ret i32 %r
}

define internal void @swap(ptr %p, i1 %c) {
entry:
  %0 = alloca [1280 x i8], align 4
  call void @llvm.memcpy.p0.p0.i32(ptr %0, ptr %p, i32 256, i1 false)
  %1 = getelementptr i8, ptr %0, i32 1024
  call void @llvm.memset.p0.i32(ptr %1, i8 0, i32 256, i1 false)
  %2 = getelementptr i8, ptr %0, i32 512
  call void @llvm.memcpy.p0.p0.i32(ptr %2, ptr %0, i32 256, i1 false)
  br label %loop

loop:
  %3 = phi i32 [ undef, %entry ], [ 1, %loop ]
  %4 = getelementptr i8, ptr %0, i32 256
  %5 = getelementptr i8, ptr %0, i32 512
  call void @llvm.memcpy.p0.p0.i32(ptr %4, ptr %5, i32 256, i1 false)
  %6 = getelementptr i8, ptr %0, i32 768
  %7 = getelementptr i8, ptr %0, i32 1024
  call void @llvm.memcpy.p0.p0.i32(ptr %6, ptr %7, i32 256, i1 false)
  %8 = getelementptr i8, ptr %0, i32 256
  %9 = getelementptr i8, ptr %0, i32 1024
  call void @llvm.memcpy.p0.p0.i32(ptr %9, ptr %8, i32 256, i1 false)
  %10 = getelementptr i8, ptr %0, i32 768
  %11 = getelementptr i8, ptr %0, i32 512
  call void @llvm.memcpy.p0.p0.i32(ptr %11, ptr %10, i32 256, i1 false)
  br i1 %c, label %loop, label %end

end:
  %12 = getelementptr i8, ptr %0, i32 256
  call void @llvm.memcpy.p0.p0.i32(ptr %p, ptr %12, i32 256, i1 false)
  ret void
}

declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)

declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)
