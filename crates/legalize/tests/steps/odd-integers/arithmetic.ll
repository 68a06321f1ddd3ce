; The upper bits of the wider number stay zero.
define i33 @sum(i33 %a, i33 %b) {
  %s = add i33 %a, %b
  %x = xor i33 %s, -1
  %r = lshr i33 %x, 2
  ret i33 %r
}
define i1 @signed(i24 %a, i24 %b) {
  %q = sdiv i24 %a, %b
  %h = ashr i24 %q, 3
  %r = icmp slt i24 %h, -5
  ret i1 %r
}
define i32 @conversions(i40 %a, double %d) {
  %t = trunc i40 %a to i12
  %s = sext i12 %t to i20
  %f = fptosi double %d to i20
  %m = mul i20 %s, %f
  %g = sitofp i20 %m to double
  %n = fptosi double %g to i32
  %z = zext i20 %m to i32
  %r = add i32 %n, %z
  ret i32 %r
}
define i5 @flow(i5 %a, i1 %c) {
entry:
  switch i5 %a, label %done [ i5 -1, label %loop
                              i5 3, label %done ]
loop:
  %i = phi i5 [ 0, %entry ], [ %next, %loop ]
  %next = select i1 %c, i5 undef, i5 %i
  br i1 %c, label %loop, label %done
done:
  %r = phi i5 [ %a, %entry ], [ %a, %entry ], [ %next, %loop ]
  ret i5 %r
}
define ptr @index(ptr %p, i7 %i) {
  %r = getelementptr i16, ptr %p, i7 %i
  ret ptr %r
}
