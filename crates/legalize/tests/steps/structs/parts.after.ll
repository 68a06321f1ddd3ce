
%inner = type { i8, [2 x i16] }
%outer = type { i32, %inner, double }

define internal double @f(ptr %p, ptr %q, i32 %n, ptr %given.address) {
  %1 = load i8, ptr %given.address, align 2
  %2 = getelementptr i8, ptr %given.address, i32 2
  %3 = load i16, ptr %2, align 2
  %4 = getelementptr i8, ptr %given.address, i32 4
  %5 = load i16, ptr %4, align 2
  %6 = load i32, ptr %p, align 4
  %7 = getelementptr i8, ptr %p, i32 4
  %8 = load i8, ptr %7, align 4
  %9 = getelementptr i8, ptr %p, i32 6
  %10 = load i16, ptr %9, align 2
  %11 = getelementptr i8, ptr %p, i32 8
  %12 = load i16, ptr %11, align 4
  %13 = getelementptr i8, ptr %p, i32 16
  %14 = load double, ptr %13, align 4
  store i32 %n, ptr %q, align 8
  %15 = getelementptr i8, ptr %q, i32 4
  store i8 %8, ptr %15, align 4
  %16 = getelementptr i8, ptr %q, i32 6
  store i16 %10, ptr %16, align 2
  %17 = getelementptr i8, ptr %q, i32 8
  store i16 5, ptr %17, align 8
  %18 = getelementptr i8, ptr %q, i32 16
  store double %14, ptr %18, align 8
  store i8 %8, ptr %q, align 2
  %19 = getelementptr i8, ptr %q, i32 2
  store i16 %10, ptr %19, align 2
  %20 = getelementptr i8, ptr %q, i32 4
  store i16 5, ptr %20, align 2
  store i32 %n, ptr %p, align 8
  %21 = getelementptr i8, ptr %p, i32 4
  store i8 %1, ptr %21, align 4
  %22 = getelementptr i8, ptr %p, i32 6
  store i16 %3, ptr %22, align 2
  %23 = getelementptr i8, ptr %p, i32 8
  store i16 %5, ptr %23, align 8
  %24 = getelementptr i8, ptr %p, i32 16
  store double %14, ptr %24, align 8
  ret double %14
}

define internal void @g(ptr %p, ptr %q) {
  %1 = load i8, ptr %p, align 1
  %2 = getelementptr i8, ptr %p, i32 1
  %3 = load i32, ptr %2, align 1
  store i8 %1, ptr %q, align 1
  %4 = getelementptr i8, ptr %q, i32 1
  store i32 %3, ptr %4, align 1
  %5 = load ptr, ptr %p, align 8
  %6 = getelementptr i8, ptr %p, i32 4
  %7 = load ptr, ptr %6, align 4
  %8 = getelementptr i8, ptr %p, i32 8
  %9 = load ptr, ptr %8, align 8
  store ptr %5, ptr %q, align 8
  %10 = getelementptr i8, ptr %q, i32 4
  store ptr %7, ptr %10, align 4
  %11 = getelementptr i8, ptr %q, i32 8
  store ptr %9, ptr %11, align 8
  ret void
}
