source_filename = "<stdin>"

define i32 @smaller(i32 %a, i32 %b) {
  %1 = icmp slt i32 %a, %b
  %2 = select i1 %1, i32 %a, i32 %b
  ret i32 %2
}

define i1 @overflows(i32 %a, i32 %b) {
  %1 = add i32 %a, %b
  %2 = xor i32 %1, %a
  %3 = xor i32 %1, %b
  %4 = and i32 %2, %3
  %5 = icmp slt i32 %4, 0
  %6 = insertvalue { i32, i1 } undef, i32 %1, 0
  %7 = insertvalue { i32, i1 } %6, i1 %5, 1
  %r = extractvalue { i32, i1 } %7, 1
  ret i1 %r
}

define { i64, i1 } @product(i64 %a, i64 %b) {
  %1 = lshr i64 %a, 32
  %2 = lshr i64 %b, 32
  %3 = and i64 %a, 4294967295
  %4 = and i64 %b, 4294967295
  %5 = icmp ne i64 %1, 0
  %6 = icmp ne i64 %2, 0
  %7 = and i1 %5, %6
  %8 = mul i64 %1, %4
  %9 = mul i64 %3, %2
  %10 = add i64 %8, %9
  %11 = lshr i64 %10, 32
  %12 = icmp ne i64 %11, 0
  %13 = mul i64 %3, %4
  %14 = mul i64 %a, %b
  %15 = icmp ult i64 %14, %13
  %16 = or i1 %7, %12
  %17 = or i1 %16, %15
  %18 = insertvalue { i64, i1 } undef, i64 %14, 0
  %19 = insertvalue { i64, i1 } %18, i1 %17, 1
  ret { i64, i1 } %19
}

define i8 @clamped(i8 %a, i8 %b) {
  %1 = add i8 %a, %b
  %2 = icmp ult i8 %1, %a
  %3 = select i1 %2, i8 -1, i8 %1
  ret i8 %3
}

define i32 @rotated(i32 %a, i32 %n) {
  %1 = sub i32 0, %n
  %2 = and i32 %n, 31
  %3 = and i32 %1, 31
  %4 = shl i32 %a, %2
  %5 = lshr i32 %a, %3
  %6 = or i32 %4, %5
  %7 = shl i32 %6, 7
  %8 = lshr i32 %6, 25
  %9 = or i32 %7, %8
  ret i32 %9
}

define i32 @size(i32 %a) {
  %1 = sub i32 0, %a
  %2 = icmp slt i32 %a, 0
  %3 = select i1 %2, i32 %1, i32 %a
  ret i32 %3
}

declare i32 @llvm.smin.i32(i32, i32) #0

declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #0

declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64) #0

declare i8 @llvm.uadd.sat.i8(i8, i8) #0

declare i32 @llvm.fshl.i32(i32, i32, i32) #0

declare i32 @llvm.abs.i32(i32, i1 immarg) #0

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
