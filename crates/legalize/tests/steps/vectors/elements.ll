; Elements by numbers that are not constant or too large, and shuffles.
define i32 @f(<4 x i32> %a, <4 x i32> %b, i32 %n, i64 %wide) {
  %e = extractelement <4 x i32> %a, i32 %n
  %v = insertelement <4 x i32> %a, i32 %e, i64 %wide
  %outside = extractelement <4 x i32> %v, i32 4
  %splat = shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> zeroinitializer
  %moved = shufflevector <4 x i32> %splat, <4 x i32> %b, <4 x i32> <i32 4, i32 0, i32 6, i32 7>
  %narrow = shufflevector <4 x i32> %moved, <4 x i32> %b, <2 x i32> <i32 7, i32 poison>
  %wider = shufflevector <2 x i32> %narrow, <2 x i32> zeroinitializer, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %r = extractelement <4 x i32> %wider, i32 0
  %s = extractelement <2 x i32> %narrow, i32 %n
  %t = add i32 %r, %s
  ret i32 %t
}
