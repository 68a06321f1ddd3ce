; Vectors that PNaCl does not have become their elements.
define void @f(ptr %p, ptr %q, i1 %c) {
entry:
  %a = load <2 x i64>, ptr %p
  %b = load <2 x i64>, ptr %q, align 4
  %sum = add nsw <2 x i64> %a, %b
  %shifted = shl <2 x i64> %sum, <i64 1, i64 2>
  %less = icmp slt <2 x i64> %shifted, %a
  %chosen = select <2 x i1> %less, <2 x i64> %a, <2 x i64> zeroinitializer
  br i1 %c, label %more, label %end
more:
  %all = select i1 %c, <2 x i64> %chosen, <2 x i64> %b
  %one = insertelement <2 x i64> %all, i64 7, i32 1
  br label %end
end:
  %phi = phi <2 x i64> [ %chosen, %entry ], [ %one, %more ]
  %floats = sitofp <2 x i64> %phi to <2 x float>
  %negated = fneg <2 x float> %floats
  store <2 x float> %negated, ptr %p
  %first = extractelement <2 x i64> %phi, i64 0
  store i64 %first, ptr %q
  ret void
}
; As parameters and results they are in memory.
define <2 x double> @g(<3 x i16> %a, <2 x double> %b) {
  %r = call <2 x double> @g(<3 x i16> %a, <2 x double> %b)
  ret <2 x double> %r
}
; Addresses.
define <2 x i32> @h(<2 x ptr> %p, <2 x i32> %n) {
  %q = getelementptr i32, <2 x ptr> %p, <2 x i32> %n
  %r = ptrtoint <2 x ptr> %q to <2 x i32>
  ret <2 x i32> %r
}
