
define internal i64 @sum(i64 %a, i64 %b) {
  %1 = add i64 %a, %b
  %2 = and i64 %1, 8589934591
  %3 = xor i64 %2, 8589934591
  %4 = lshr i64 %3, 2
  ret i64 %4
}

define internal i1 @signed(i32 %a, i32 %b) {
  %1 = shl i32 %a, 8
  %2 = ashr i32 %1, 8
  %3 = shl i32 %b, 8
  %4 = ashr i32 %3, 8
  %5 = sdiv i32 %2, %4
  %6 = and i32 %5, 16777215
  %7 = shl i32 %6, 8
  %8 = ashr i32 %7, 8
  %9 = ashr i32 %8, 3
  %10 = and i32 %9, 16777215
  %11 = shl i32 %10, 8
  %12 = icmp slt i32 %11, -1280
  ret i1 %12
}

define internal i32 @conversions(i64 %a, double %d) {
  %1 = trunc i64 %a to i16
  %2 = and i16 %1, 4095
  %3 = shl i16 %2, 4
  %4 = ashr i16 %3, 4
  %5 = sext i16 %4 to i32
  %6 = and i32 %5, 1048575
  %7 = fptosi double %d to i32
  %8 = and i32 %7, 1048575
  %9 = mul i32 %6, %8
  %10 = and i32 %9, 1048575
  %11 = shl i32 %10, 12
  %12 = ashr i32 %11, 12
  %13 = sitofp i32 %12 to double
  %n = fptosi double %13 to i32
  %r = add i32 %n, %10
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
