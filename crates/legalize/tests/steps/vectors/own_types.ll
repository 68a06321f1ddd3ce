; PNaCl's own vectors: operations stay, constants are loaded, and what there is
; no operation for is done for each element.
define <4 x i32> @f(<4 x i32> %a, <4 x i32> %b, i1 %c, ptr %p) {
  %sum = add <4 x i32> %a, <i32 1, i32 2, i32 3, i32 poison>
  %less = icmp slt <4 x i32> %sum, zeroinitializer
  %both = and <4 x i1> %less, <i1 true, i1 false, i1 true, i1 true>
  %wide = sext <4 x i1> %both to <4 x i32>
  %chosen = select <4 x i1> %both, <4 x i32> %a, <4 x i32> undef
  %either = select i1 %c, <4 x i32> %chosen, <4 x i32> %wide
  %last = insertelement <4 x i32> %either, i32 5, i64 3
  %same = bitcast <4 x i32> %last to <4 x float>
  store <4 x float> %same, ptr %p
  store <4 x i32> zeroinitializer, ptr %p, align 2
  %bad = load <8 x i16>, ptr %p, align 1
  store <8 x i16> %bad, ptr %p
  %floats = fptosi <4 x float> %same to <4 x i32>
  ret <4 x i32> %floats
}
define <4 x i32> @phis(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %x = phi <4 x i32> [ <i32 1, i32 2, i32 3, i32 4>, %entry ], [ zeroinitializer, %a ]
  %y = phi <4 x i32> [ <i32 1, i32 2, i32 3, i32 4>, %entry ], [ undef, %a ]
  %z = phi <4 x i32> [ undef, %entry ], [ undef, %a ]
  %r = call <4 x i32> @phis(i1 %c)
  ret <4 x i32> <i32 9, i32 9, i32 9, i32 9>
}
