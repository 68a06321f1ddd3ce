
define internal i32 @copy24(ptr %from, ptr %to) {
  %1 = load i16, ptr %from, align 2
  %2 = zext i16 %1 to i32
  %3 = getelementptr i8, ptr %from, i32 2
  %4 = load i8, ptr %3, align 1
  %5 = zext i8 %4 to i32
  %6 = shl i32 %5, 16
  %7 = or i32 %2, %6
  %8 = trunc i32 %7 to i16
  store i16 %8, ptr %to, align 1
  %9 = getelementptr i8, ptr %to, i32 2
  %10 = lshr i32 %7, 16
  %11 = trunc i32 %10 to i8
  store i8 %11, ptr %9, align 1
  store i16 515, ptr %to, align 2
  %12 = getelementptr i8, ptr %to, i32 2
  store i8 1, ptr %12, align 1
  ret i32 %7
}

define internal void @copy56(ptr %from, ptr %to) {
  %1 = load i32, ptr %from, align 2
  %2 = zext i32 %1 to i64
  %3 = getelementptr i8, ptr %from, i32 4
  %4 = load i16, ptr %3, align 2
  %5 = zext i16 %4 to i64
  %6 = shl i64 %5, 32
  %7 = or i64 %2, %6
  %8 = getelementptr i8, ptr %from, i32 6
  %9 = load i8, ptr %8, align 1
  %10 = zext i8 %9 to i64
  %11 = shl i64 %10, 48
  %12 = or i64 %7, %11
  %13 = trunc i64 %12 to i32
  store i32 %13, ptr %to, align 4
  %14 = getelementptr i8, ptr %to, i32 4
  %15 = lshr i64 %12, 32
  %16 = trunc i64 %15 to i16
  store i16 %16, ptr %14, align 2
  %17 = getelementptr i8, ptr %to, i32 6
  %18 = lshr i64 %12, 48
  %19 = trunc i64 %18 to i8
  store i8 %19, ptr %17, align 1
  ret void
}

define internal i8 @few(ptr %p) {
  %1 = load i8, ptr %p, align 1
  %2 = and i8 %1, 7
  ret i8 %2
}
