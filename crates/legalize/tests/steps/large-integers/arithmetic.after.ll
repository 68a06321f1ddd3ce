
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
  %3 = load i32, ptr %2, align 4
  %4 = zext i32 %3 to i64
  %5 = getelementptr i8, ptr %2, i32 4
  %6 = load i8, ptr %5, align 1
  %7 = zext i8 %6 to i64
  %8 = shl i64 %7, 32
  %9 = or i64 %4, %8
  %10 = and i64 %9, 68719476735
  %11 = and i64 %n, 64
  %12 = icmp ne i64 %11, 0
  %13 = select i1 %12, i64 0, i64 %1
  %14 = select i1 %12, i64 %1, i64 %10
  %15 = and i64 %n, 63
  %16 = xor i64 %15, 63
  %17 = shl i64 %13, %15
  %18 = lshr i64 0, 1
  %19 = lshr i64 %18, %16
  %20 = or i64 %17, %19
  %21 = shl i64 %14, %15
  %22 = lshr i64 %13, 1
  %23 = lshr i64 %22, %16
  %24 = or i64 %21, %23
  %25 = and i64 %24, 68719476735
  %26 = xor i64 %20, -1
  %27 = xor i64 %25, 68719476735
  %r = trunc i64 %26 to i32
  ret i32 %r
}
