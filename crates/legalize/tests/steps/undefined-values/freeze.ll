; A value is the same for all its uses, so freezing it changes nothing.
@table = global { i32, [2 x i32] } { i32 1, [2 x i32] [i32 poison, i32 2] }
define i32 @f(i1 %c, i32 %x) {
  %f = freeze i32 %x
  %u = freeze i32 undef
  %r = select i1 %c, i32 %f, i32 poison
  %s = add i32 %r, %u
  ret i32 %s
}
define <4 x i32> @v(i32 %x) {
  %v = insertelement <4 x i32> <i32 1, i32 poison, i32 undef, i32 2>, i32 %x, i32 2
  ret <4 x i32> %v
}
