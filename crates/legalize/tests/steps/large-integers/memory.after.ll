source_filename = "<stdin>"

define internal void @copy(ptr %to, ptr %from) {
  %1 = load i64, ptr %from, align 4
  %2 = getelementptr i8, ptr %from, i32 8
  %3 = load i32, ptr %2, align 4
  %4 = zext i32 %3 to i64
  store i64 %1, ptr %to, align 4
  %5 = getelementptr i8, ptr %to, i32 8
  %6 = trunc i64 %4 to i32
  store i32 %6, ptr %5, align 4
  store i64 1, ptr %to, align 8
  %7 = getelementptr i8, ptr %to, i32 8
  store i32 1, ptr %7, align 4
  ret void
}

define internal <4 x i32> @bits(i64 %0, i64 %1) {
  %3 = trunc i64 %0 to i32
  %4 = lshr i64 %0, 32
  %5 = shl i64 %1, 32
  %6 = or i64 %4, %5
  %7 = lshr i64 %1, 32
  %8 = trunc i64 %6 to i32
  %9 = trunc i64 %1 to i32
  %10 = lshr i64 %1, 32
  %11 = trunc i64 %10 to i32
  %12 = insertelement <4 x i32> undef, i32 %3, i32 0
  %13 = insertelement <4 x i32> %12, i32 %8, i32 1
  %14 = insertelement <4 x i32> %13, i32 %9, i32 2
  %15 = insertelement <4 x i32> %14, i32 %11, i32 3
  ret <4 x i32> %15
}
