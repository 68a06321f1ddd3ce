; Memory on the stack: of one object, of several, of a number known only then, of
; other widths too; aligned as its type or as is said.
; run: @sum(i32 5) == i32 10
; run: @long(i64 3) == i32 24
; run: @aligned(i32 1) == i32 0
; run: @apart() == i32 1
define i32 @sum(i32 %n) {
entry:
  %array = alloca i32, i32 %n
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %next, %fill ]
  %at = getelementptr i32, ptr %array, i32 %i
  store i32 %i, ptr %at
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %fill, label %read
read:
  %j = phi i32 [ 0, %fill ], [ %after, %read ]
  %total = phi i32 [ 0, %fill ], [ %sum, %read ]
  %from = getelementptr i32, ptr %array, i32 %j
  %value = load i32, ptr %from
  %sum = add i32 %total, %value
  %after = add i32 %j, 1
  %again = icmp ult i32 %after, %n
  br i1 %again, label %read, label %end
end:
  ret i32 %sum
}
define i32 @long(i64 %n) {
  %upper = alloca i8
  %lower = alloca i64, i64 %n, align 8
  %end = getelementptr i64, ptr %lower, i64 %n
  %a = ptrtoint ptr %end to i32
  %b = ptrtoint ptr %lower to i32
  %c = sub i32 %a, %b
  ret i32 %c
}
define i32 @aligned(i32 %n) {
  %small = alloca i8
  %a = alloca i8, align 64
  %b = alloca i64
  %c = alloca { i8, double }, i32 %n
  %d = ptrtoint ptr %a to i32
  %e = and i32 %d, 63
  %f = ptrtoint ptr %b to i32
  %g = and i32 %f, 7
  %h = ptrtoint ptr %c to i32
  %i = and i32 %h, 7
  %j = or i32 %e, %g
  %k = or i32 %j, %i
  ret i32 %k
}
define i32 @apart() {
  %a = alloca [3 x i16], i16 2
  %b = alloca i32
  store i32 7, ptr %b
  %last = getelementptr [3 x i16], ptr %a, i32 1, i32 2
  store i16 9, ptr %last
  %x = load i32, ptr %b
  %y = load i16, ptr %last
  %z = zext i16 %y to i32
  %sum = add i32 %x, %z
  %right = icmp eq i32 %sum, 16
  %r = zext i1 %right to i32
  ret i32 %r
}
