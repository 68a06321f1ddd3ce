
define internal i32 @smaller(i32 %a, i32 %b) {
  %1 = icmp slt i32 %a, %b
  %r = select i1 %1, i32 %a, i32 %b
  ret i32 %r
}

define internal i1 @overflows(i32 %a, i32 %b) {
  %1 = add i32 %a, %b
  %2 = xor i32 %1, %a
  %3 = xor i32 %1, %b
  %4 = and i32 %2, %3
  %5 = icmp slt i32 %4, 0
  %6 = insertvalue { i32, i1 } undef, i32 %1, 0
  %pair = insertvalue { i32, i1 } %6, i1 %5, 1
  %r = extractvalue { i32, i1 } %pair, 1
  ret i1 %r
}

define internal void @product(ptr %0, i64 %a, i64 %b) {
  %2 = lshr i64 %a, 32
  %3 = lshr i64 %b, 32
  %4 = and i64 %a, 4294967295
  %5 = and i64 %b, 4294967295
  %6 = icmp ne i64 %2, 0
  %7 = icmp ne i64 %3, 0
  %8 = and i1 %6, %7
  %9 = mul i64 %2, %5
  %10 = mul i64 %4, %3
  %11 = add i64 %9, %10
  %12 = lshr i64 %11, 32
  %13 = icmp ne i64 %12, 0
  %14 = mul i64 %4, %5
  %15 = mul i64 %a, %b
  %16 = icmp ult i64 %15, %14
  %17 = or i1 %8, %13
  %18 = or i1 %17, %16
  %19 = insertvalue { i64, i1 } undef, i64 %15, 0
  %pair = insertvalue { i64, i1 } %19, i1 %18, 1
  store { i64, i1 } %pair, ptr %0
  ret void
}

define internal i8 @clamped(i8 %a, i8 %b) {
  %1 = add i8 %a, %b
  %2 = icmp ult i8 %1, %a
  %r = select i1 %2, i8 -1, i8 %1
  ret i8 %r
}

define internal i32 @rotated(i32 %a, i32 %n) {
  %1 = sub i32 0, %n
  %2 = and i32 %n, 31
  %3 = and i32 %1, 31
  %4 = shl i32 %a, %2
  %5 = lshr i32 %a, %3
  %r = or i32 %4, %5
  %6 = shl i32 %r, 7
  %7 = lshr i32 %r, 25
  %s = or i32 %6, %7
  ret i32 %s
}

define internal i32 @size(i32 %a) {
  %1 = sub i32 0, %a
  %2 = icmp slt i32 %a, 0
  %r = select i1 %2, i32 %1, i32 %a
  ret i32 %r
}

declare i32 @llvm.smin.i32(i32, i32)

declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)

declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64)

declare i8 @llvm.uadd.sat.i8(i8, i8)

declare i32 @llvm.fshl.i32(i32, i32, i32)

declare i32 @llvm.abs.i32(i32, i1)
