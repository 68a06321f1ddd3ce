
define internal i1 @computes(ptr %p, ptr %q) {
  %1 = load i64, ptr %p, align 4
  %2 = getelementptr i8, ptr %p, i32 8
  %3 = load i64, ptr %2, align 4
  %4 = load i64, ptr %q, align 4
  %5 = getelementptr i8, ptr %q, i32 8
  %6 = load i64, ptr %5, align 4
  %7 = add i64 %1, %4
  %8 = icmp ult i64 %7, %1
  %9 = add i64 %3, %6
  %10 = zext i1 %8 to i64
  %11 = add i64 %9, %10
  %12 = lshr i64 %11, 8
  %13 = mul i64 %12, %4
  %14 = and i64 %12, 4294967295
  %15 = lshr i64 %12, 32
  %16 = and i64 %4, 4294967295
  %17 = lshr i64 %4, 32
  %18 = mul i64 %14, %16
  %19 = mul i64 %15, %16
  %20 = mul i64 %14, %17
  %21 = mul i64 %15, %17
  %22 = lshr i64 %18, 32
  %23 = add i64 %19, %22
  %24 = and i64 %23, 4294967295
  %25 = lshr i64 %23, 32
  %26 = add i64 %20, %24
  %27 = lshr i64 %26, 32
  %28 = add i64 %21, %25
  %29 = add i64 %28, %27
  %30 = mul i64 %12, %6
  %31 = add i64 %30, %29
  %32 = mul i64 0, %4
  %33 = add i64 %32, %31
  %34 = icmp ult i64 %13, %1
  %35 = icmp slt i64 %33, %3
  %36 = icmp eq i64 %33, %3
  %less = select i1 %36, i1 %34, i1 %35
  ret i1 %less
}

define internal i32 @middle(ptr %p, i64 %n) {
  %1 = load i64, ptr %p, align 4
  %2 = getelementptr i8, ptr %p, i32 8
  %3 = load i36, ptr %2, align 4
  %4 = zext i36 %3 to i64
  %5 = and i64 %n, 64
  %6 = icmp ne i64 %5, 0
  %7 = select i1 %6, i64 0, i64 %1
  %8 = select i1 %6, i64 %1, i64 %4
  %9 = and i64 %n, 63
  %10 = xor i64 %9, 63
  %11 = shl i64 %7, %9
  %12 = lshr i64 0, 1
  %13 = lshr i64 %12, %10
  %14 = or i64 %11, %13
  %15 = shl i64 %8, %9
  %16 = lshr i64 %7, 1
  %17 = lshr i64 %16, %10
  %18 = or i64 %15, %17
  %19 = and i64 %18, 68719476735
  %20 = xor i64 %14, -1
  %21 = xor i64 %19, 68719476735
  %r = trunc i64 %20 to i32
  ret i32 %r
}
