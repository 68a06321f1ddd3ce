
%s = type { i32, [3 x i8], { float, ptr } }

@g = internal global i32 1

define internal i8 @f(ptr %p) {
  store i32 1, ptr %p, align 8
  %1 = getelementptr i8, ptr %p, i32 4
  store i8 97, ptr %1, align 4
  %2 = getelementptr i8, ptr %p, i32 5
  store i8 98, ptr %2, align 1
  %3 = getelementptr i8, ptr %p, i32 6
  store i8 99, ptr %3, align 2
  %4 = getelementptr i8, ptr %p, i32 8
  store float 2.000000e+00, ptr %4, align 8
  %5 = getelementptr i8, ptr %p, i32 12
  store ptr @g, ptr %5, align 4
  store i32 0, ptr %p, align 8
  %6 = getelementptr i8, ptr %p, i32 4
  store i8 0, ptr %6, align 4
  %7 = getelementptr i8, ptr %p, i32 5
  store i8 0, ptr %7, align 1
  %8 = getelementptr i8, ptr %p, i32 6
  store i8 0, ptr %8, align 2
  %9 = getelementptr i8, ptr %p, i32 8
  store float 0.000000e+00, ptr %9, align 8
  %10 = getelementptr i8, ptr %p, i32 12
  store ptr null, ptr %10, align 4
  %11 = getelementptr i8, ptr %p, i32 8
  store float 0.000000e+00, ptr %11, align 8
  %12 = getelementptr i8, ptr %p, i32 12
  store ptr null, ptr %12, align 4
  ret i8 98
}
