; Bits are counted in 32 or 64, and reversed by way of their bytes.
define i32 @stays(i32 %a) {
  %r = call i32 @llvm.ctlz.i32(i32 %a, i1 true)
  %s = call i32 @llvm.bswap.i32(i32 %r)
  ret i32 %s
}
define i8 @narrow(i8 %a) {
  %r = call i8 @llvm.ctlz.i8(i8 %a, i1 false)
  %s = call i8 @llvm.cttz.i8(i8 %r, i1 false)
  ret i8 %s
}
define i16 @reversed(i16 %a) {
  %r = call i16 @llvm.bitreverse.i16(i16 %a)
  ret i16 %r
}
define i128 @wide(i128 %a) {
  %r = call i128 @llvm.ctpop.i128(i128 %a)
  ret i128 %r
}
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.bswap.i32(i32)
declare i8 @llvm.ctlz.i8(i8, i1)
declare i8 @llvm.cttz.i8(i8, i1)
declare i16 @llvm.bitreverse.i16(i16)
declare i128 @llvm.ctpop.i128(i128)
