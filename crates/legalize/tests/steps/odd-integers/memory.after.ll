
define internal i32 @copy24(ptr %from, ptr %to) {
  %1 = load i16, ptr %from, align 2
  %2 = zext i16 %1 to i32
  %3 = getelementptr i8, ptr %from, i32 2
  %4 = load i8, ptr %3, align 1
  %5 = zext i8 %4 to i32
  %6 = shl i32 %5, 16
  %v = or i32 %2, %6
  %7 = trunc i32 %v to i16
  store i16 %7, ptr %to, align 1
  %8 = getelementptr i8, ptr %to, i32 2
  %9 = lshr i32 %v, 16
  %10 = trunc i32 %9 to i8
  store i8 %10, ptr %8, align 1
  store i16 515, ptr %to, align 2
  %11 = getelementptr i8, ptr %to, i32 2
  store i8 1, ptr %11, align 1
  ret i32 %v
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
  %v = or i64 %7, %11
  %12 = trunc i64 %v to i32
  store i32 %12, ptr %to, align 4
  %13 = getelementptr i8, ptr %to, i32 4
  %14 = lshr i64 %v, 32
  %15 = trunc i64 %14 to i16
  store i16 %15, ptr %13, align 2
  %16 = getelementptr i8, ptr %to, i32 6
  %17 = lshr i64 %v, 48
  %18 = trunc i64 %17 to i8
  store i8 %18, ptr %16, align 1
  ret void
}

define internal i8 @few(ptr %p) {
  %1 = load i8, ptr %p, align 1
  %v = and i8 %1, 7
  ret i8 %v
}
