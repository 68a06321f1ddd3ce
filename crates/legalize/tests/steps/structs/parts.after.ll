
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
  %r = load double, ptr %13, align 4
  store i32 %n, ptr %q, align 8
  %14 = getelementptr i8, ptr %q, i32 4
  store i8 %8, ptr %14, align 4
  %15 = getelementptr i8, ptr %q, i32 6
  store i16 %10, ptr %15, align 2
  %16 = getelementptr i8, ptr %q, i32 8
  store i16 5, ptr %16, align 8
  %17 = getelementptr i8, ptr %q, i32 16
  store double %r, ptr %17, align 8
  store i8 %8, ptr %q, align 2
  %18 = getelementptr i8, ptr %q, i32 2
  store i16 %10, ptr %18, align 2
  %19 = getelementptr i8, ptr %q, i32 4
  store i16 5, ptr %19, align 2
  store i32 %n, ptr %p, align 8
  %20 = getelementptr i8, ptr %p, i32 4
  store i8 %1, ptr %20, align 4
  %21 = getelementptr i8, ptr %p, i32 6
  store i16 %3, ptr %21, align 2
  %22 = getelementptr i8, ptr %p, i32 8
  store i16 %5, ptr %22, align 8
  %23 = getelementptr i8, ptr %p, i32 16
  store double %r, ptr %23, align 8
  ret double %r
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
