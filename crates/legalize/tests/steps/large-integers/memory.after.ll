
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
  %3 = alloca [16 x i8], align 16
  store i64 %0, ptr %3, align 8
  %4 = getelementptr i8, ptr %3, i32 8
  store i64 %1, ptr %4, align 8
  %r = load <4 x i32>, ptr %3, align 16
  ret <4 x i32> %r
}
