; A copy of twelve bytes as one number.
define void @copy(ptr %to, ptr %from) {
  %v = load i96, ptr %from, align 4
  store i96 %v, ptr %to, align 4
  store i96 18446744073709551617, ptr %to, align 16
  ret void
}
define <4 x i32> @bits(i128 %v) {
  %r = bitcast i128 %v to <4 x i32>
  ret <4 x i32> %r
}
