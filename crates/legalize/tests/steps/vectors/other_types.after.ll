
define internal void @f(ptr %p, ptr %q, i1 %c) {
entry:
  %0 = alloca [16 x i8], align 16
  %1 = load i64, ptr %p, align 16
  %2 = getelementptr i8, ptr %p, i32 8
  %3 = load i64, ptr %2, align 8
  %4 = load i64, ptr %q, align 4
  %5 = getelementptr i8, ptr %q, i32 8
  %6 = load i64, ptr %5, align 4
  %7 = add nsw i64 %1, %4
  %8 = add nsw i64 %3, %6
  %9 = shl i64 %7, 1
  %10 = shl i64 %8, 2
  %11 = icmp slt i64 %9, %1
  %12 = icmp slt i64 %10, %3
  %13 = select i1 %11, i64 %1, i64 0
  %14 = select i1 %12, i64 %3, i64 0
  br i1 %c, label %more, label %end

more:
  %15 = select i1 %c, i64 %13, i64 %4
  %16 = select i1 %c, i64 %14, i64 %6
  br label %end

end:
  %first = phi i64 [ %13, %entry ], [ %15, %more ]
  %17 = phi i64 [ %14, %entry ], [ 7, %more ]
  %18 = sitofp i64 %first to float
  %19 = sitofp i64 %17 to float
  %20 = fneg float %18
  %21 = fneg float %19
  store float %20, ptr %p, align 8
  %22 = getelementptr i8, ptr %p, i32 4
  store float %21, ptr %22, align 4
  store i64 %first, ptr %q, align 4
  ret void
}

define internal void @g(ptr %0, ptr %1, ptr %2) {
  %4 = alloca [48 x i8], align 16
  %5 = load i16, ptr %1, align 8
  %6 = getelementptr i8, ptr %1, i32 2
  %7 = load i16, ptr %6, align 2
  %8 = getelementptr i8, ptr %1, i32 4
  %9 = load i16, ptr %8, align 4
  %10 = load double, ptr %2, align 16
  %11 = getelementptr i8, ptr %2, i32 8
  %12 = load double, ptr %11, align 8
  %13 = getelementptr i8, ptr %4, i32 32
  store i16 %5, ptr %4, align 8
  %14 = getelementptr i8, ptr %4, i32 2
  store i16 %7, ptr %14, align 2
  %15 = getelementptr i8, ptr %4, i32 4
  store i16 %9, ptr %15, align 4
  %16 = getelementptr i8, ptr %4, i32 16
  store double %10, ptr %16, align 16
  %17 = getelementptr i8, ptr %16, i32 8
  store double %12, ptr %17, align 8
  call void @g(ptr %13, ptr %4, ptr %16)
  %18 = load double, ptr %13, align 16
  %19 = getelementptr i8, ptr %13, i32 8
  %20 = load double, ptr %19, align 8
  store double %18, ptr %0, align 16
  %21 = getelementptr i8, ptr %0, i32 8
  store double %20, ptr %21, align 8
  ret void
}

define internal void @h(ptr %0, ptr %1, ptr %2) {
  %4 = load ptr, ptr %1, align 8
  %5 = getelementptr i8, ptr %1, i32 4
  %6 = load ptr, ptr %5, align 4
  %7 = load i32, ptr %2, align 8
  %8 = getelementptr i8, ptr %2, i32 4
  %9 = load i32, ptr %8, align 4
  %10 = getelementptr i32, ptr %4, i32 %7
  %11 = getelementptr i32, ptr %6, i32 %9
  %12 = ptrtoint ptr %10 to i32
  %13 = ptrtoint ptr %11 to i32
  store i32 %12, ptr %0, align 8
  %14 = getelementptr i8, ptr %0, i32 4
  store i32 %13, ptr %14, align 4
  ret void
}
