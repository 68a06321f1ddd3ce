
@table = internal global { i32, [2 x i32] } { i32 1, [2 x i32] [i32 undef, i32 2] }

define internal i32 @f(i1 %c, i32 %x) {
  %r = select i1 %c, i32 %x, i32 undef
  %s = add i32 %r, 0
  ret i32 %s
}

define internal <4 x i32> @v(i32 %x) {
  %v = insertelement <4 x i32> <i32 1, i32 undef, i32 undef, i32 2>, i32 %x, i32 2
  ret <4 x i32> %v
}
