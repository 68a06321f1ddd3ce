
define internal i64 @sum(i64 %a, i64 %b) {
  %1 = add i64 %a, %b
  %s = and i64 %1, 8589934591
  %x = xor i64 %s, 8589934591
  %r = lshr i64 %x, 2
  ret i64 %r
}

define internal i1 @signed(i32 %a, i32 %b) {
  %1 = shl i32 %a, 8
  %2 = ashr i32 %1, 8
  %3 = shl i32 %b, 8
  %4 = ashr i32 %3, 8
  %5 = sdiv i32 %2, %4
  %q = and i32 %5, 16777215
  %6 = shl i32 %q, 8
  %7 = ashr i32 %6, 8
  %8 = ashr i32 %7, 3
  %h = and i32 %8, 16777215
  %9 = shl i32 %h, 8
  %r = icmp slt i32 %9, -1280
  ret i1 %r
}

define internal i32 @conversions(i64 %a, double %d) {
  %1 = trunc i64 %a to i16
  %t = and i16 %1, 4095
  %2 = shl i16 %t, 4
  %3 = ashr i16 %2, 4
  %4 = sext i16 %3 to i32
  %s = and i32 %4, 1048575
  %5 = fptosi double %d to i32
  %f = and i32 %5, 1048575
  %6 = mul i32 %s, %f
  %m = and i32 %6, 1048575
  %7 = shl i32 %m, 12
  %8 = ashr i32 %7, 12
  %g = sitofp i32 %8 to double
  %n = fptosi double %g to i32
  %r = add i32 %n, %m
  ret i32 %r
}

define internal i8 @flow(i8 %a, i1 %c) {
entry:
  switch i8 %a, label %done [
    i8 31, label %loop
    i8 3, label %done
  ]

loop:
  %i = phi i8 [ 0, %entry ], [ %next, %loop ]
  %next = select i1 %c, i8 0, i8 %i
  br i1 %c, label %loop, label %done

done:
  %r = phi i8 [ %a, %entry ], [ %a, %entry ], [ %next, %loop ]
  ret i8 %r
}

define internal ptr @index(ptr %p, i8 %i) {
  %1 = shl i8 %i, 1
  %2 = ashr i8 %1, 1
  %r = getelementptr i16, ptr %p, i8 %2
  ret ptr %r
}
