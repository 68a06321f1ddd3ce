
define internal void @f(ptr %0, i32 %n, i64 %1, i64 %2, i8 signext %c) {
  %4 = alloca [16 x i8], align 16
  call void @f(ptr %4, i32 %n, i64 %1, i64 %2, i8 signext %c)
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr i8, ptr %4, i32 8
  %7 = load i64, ptr %6, align 8
  %s = call i8 @g(i64 %5, i64 %7)
  store i64 %5, ptr %0, align 8
  %8 = getelementptr i8, ptr %0, i32 8
  store i64 %7, ptr %8, align 8
  ret void
}

declare i8 @g(i64, i64)
