; Vectors taken for numbers and back.
; run: @f(i64 1, i64 2) == i64 10
define i64 @f(i64 %a, i64 %b) {
  %x = zext i64 %a to i128
  %y = zext i64 %b to i128
  %z = shl i128 %y, 66
  %w = or i128 %x, %z
  %v = bitcast i128 %w to <4 x i32>
  %s = add <4 x i32> %v, <i32 1, i32 0, i32 0, i32 0>
  %u = bitcast <4 x i32> %s to i128
  %h = lshr i128 %u, 64
  %t = add i128 %h, %u
  %r = trunc i128 %t to i64
  ret i64 %r
}
