
define internal i32 @flow(ptr %p, i1 %c) {
entry:
  %0 = load i64, ptr %p, align 4
  %1 = getelementptr i8, ptr %p, i32 8
  %2 = load i64, ptr %1, align 4
  %3 = xor i64 %0, -1
  %4 = xor i64 %2, -1
  %5 = or i64 %3, %4
  %6 = icmp eq i64 %5, 0
  %7 = select i1 %6, i32 1, i32 0
  %8 = xor i64 %0, 0
  %9 = xor i64 %2, 2
  %10 = or i64 %8, %9
  %11 = icmp eq i64 %10, 0
  %12 = select i1 %11, i32 2, i32 %7
  switch i32 %12, label %done [
    i32 1, label %loop
    i32 2, label %done
  ]

loop:
  %13 = phi i64 [ 0, %entry ], [ %15, %loop ]
  %14 = phi i64 [ 0, %entry ], [ %16, %loop ]
  %15 = select i1 %c, i64 0, i64 %13
  %16 = select i1 %c, i64 0, i64 %14
  br i1 %c, label %loop, label %done

done:
  %17 = phi i64 [ %0, %entry ], [ %0, %entry ], [ %15, %loop ]
  %18 = phi i64 [ %2, %entry ], [ %2, %entry ], [ %16, %loop ]
  %t = trunc i64 %17 to i32
  ret i32 %t
}
