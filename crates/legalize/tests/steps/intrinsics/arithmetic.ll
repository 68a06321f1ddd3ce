; Minimum, overflow, saturation and funnel shifts are computed.
define i32 @smaller(i32 %a, i32 %b) {
  %r = call i32 @llvm.smin.i32(i32 %a, i32 %b)
  ret i32 %r
}
define i1 @overflows(i32 %a, i32 %b) {
  %pair = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
  %r = extractvalue { i32, i1 } %pair, 1
  ret i1 %r
}
define { i64, i1 } @product(i64 %a, i64 %b) {
  %pair = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %a, i64 %b)
  ret { i64, i1 } %pair
}
define i8 @clamped(i8 %a, i8 %b) {
  %r = call i8 @llvm.uadd.sat.i8(i8 %a, i8 %b)
  ret i8 %r
}
define i32 @rotated(i32 %a, i32 %n) {
  %r = call i32 @llvm.fshl.i32(i32 %a, i32 %a, i32 %n)
  %s = call i32 @llvm.fshl.i32(i32 %r, i32 %r, i32 7)
  ret i32 %s
}
define i32 @size(i32 %a) {
  %r = call i32 @llvm.abs.i32(i32 %a, i1 false)
  ret i32 %r
}
declare i32 @llvm.smin.i32(i32, i32)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64)
declare i8 @llvm.uadd.sat.i8(i8, i8)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.abs.i32(i32, i1)
