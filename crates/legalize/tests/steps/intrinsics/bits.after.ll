
define internal i32 @stays(i32 %a) {
  %r = call i32 @llvm.ctlz.i32(i32 %a, i1 true)
  %s = call i32 @llvm.bswap.i32(i32 %r)
  ret i32 %s
}

define internal i8 @narrow(i8 %a) {
  %1 = zext i8 %a to i32
  %2 = call i32 @llvm.ctlz.i32(i32 %1, i1 false)
  %3 = sub i32 %2, 24
  %r = trunc i32 %3 to i8
  %4 = zext i8 %r to i32
  %5 = or i32 %4, 256
  %6 = call i32 @llvm.cttz.i32(i32 %5, i1 true)
  %s = trunc i32 %6 to i8
  ret i8 %s
}

define internal i16 @reversed(i16 %a) {
  %1 = zext i16 %a to i32
  %2 = call i32 @llvm.bswap.i32(i32 %1)
  %3 = lshr i32 %2, 4
  %4 = and i32 %3, 252645135
  %5 = and i32 %2, 252645135
  %6 = shl i32 %5, 4
  %7 = or i32 %4, %6
  %8 = lshr i32 %7, 2
  %9 = and i32 %8, 858993459
  %10 = and i32 %7, 858993459
  %11 = shl i32 %10, 2
  %12 = or i32 %9, %11
  %13 = lshr i32 %12, 1
  %14 = and i32 %13, 1431655765
  %15 = and i32 %12, 1431655765
  %16 = shl i32 %15, 1
  %17 = or i32 %14, %16
  %18 = lshr i32 %17, 16
  %r = trunc i32 %18 to i16
  ret i16 %r
}

define internal i128 @wide(i128 %a) {
  %1 = trunc i128 %a to i64
  %2 = call i64 @llvm.ctpop.i64(i64 %1)
  %3 = add i64 0, %2
  %4 = lshr i128 %a, 64
  %5 = trunc i128 %4 to i64
  %6 = call i64 @llvm.ctpop.i64(i64 %5)
  %7 = add i64 %3, %6
  %r = zext i64 %7 to i128
  ret i128 %r
}

declare i32 @llvm.ctlz.i32(i32, i1)

declare i32 @llvm.bswap.i32(i32)

declare i8 @llvm.ctlz.i8(i8, i1)

declare i8 @llvm.cttz.i8(i8, i1)

declare i16 @llvm.bitreverse.i16(i16)

declare i128 @llvm.ctpop.i128(i128)

declare i32 @llvm.cttz.i32(i32, i1)

declare i64 @llvm.ctpop.i64(i64)
