source_filename = "<stdin>"

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
  %13 = shl i64 0, 56
  %14 = or i64 %12, %13
  %15 = lshr i64 0, 8
  %16 = shl i64 0, 56
  %17 = or i64 %15, %16
  %18 = mul i64 %14, %4
  %19 = and i64 %14, 4294967295
  %20 = lshr i64 %14, 32
  %21 = and i64 %4, 4294967295
  %22 = lshr i64 %4, 32
  %23 = mul i64 %19, %21
  %24 = mul i64 %20, %21
  %25 = mul i64 %19, %22
  %26 = mul i64 %20, %22
  %27 = lshr i64 %23, 32
  %28 = add i64 %24, %27
  %29 = and i64 %28, 4294967295
  %30 = lshr i64 %28, 32
  %31 = add i64 %25, %29
  %32 = lshr i64 %31, 32
  %33 = add i64 %26, %30
  %34 = add i64 %33, %32
  %35 = mul i64 %14, %6
  %36 = add i64 %35, %34
  %37 = mul i64 %17, %4
  %38 = add i64 %37, %36
  %39 = icmp ult i64 %18, %1
  %40 = icmp slt i64 %38, %3
  %41 = icmp eq i64 %38, %3
  %42 = select i1 %41, i1 %39, i1 %40
  ret i1 %42
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
  %22 = trunc i64 %20 to i32
  ret i32 %22
}
