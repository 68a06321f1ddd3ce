; Structs through calls, phis and memory, split and kept.
; run: @pairs(i32 3, i32 4) == i32 43
; run: @swapped(i32 0) == i32 7
; run: @swapped(i32 1) == i32 9
; run: @swapped(i32 2) == i32 7
; run: @large(i32 5) == i32 12
define { i32, i64 } @swap({ i64, i32 } %given) {
  %a = extractvalue { i64, i32 } %given, 0
  %b = extractvalue { i64, i32 } %given, 1
  %x = insertvalue { i32, i64 } undef, i32 %b, 0
  %y = insertvalue { i32, i64 } %x, i64 %a, 1
  ret { i32, i64 } %y
}
define i32 @pairs(i32 %a, i32 %b) {
  %wide = zext i32 %a to i64
  %x = insertvalue { i64, i32 } poison, i64 %wide, 0
  %y = insertvalue { i64, i32 } %x, i32 %b, 1
  %r = call { i32, i64 } @swap({ i64, i32 } %y)
  %first = extractvalue { i32, i64 } %r, 0
  %second = extractvalue { i32, i64 } %r, 1
  %small = trunc i64 %second to i32
  %ten = mul i32 %first, 10
  %sum = add i32 %ten, %small
  ret i32 %sum
}
; Two large arrays exchange their values in each turn.
define i32 @swapped(i32 %turns) {
entry:
  %a = insertvalue [100 x i32] zeroinitializer, i32 7, 50
  %b = insertvalue [100 x i32] undef, i32 9, 50
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %more ]
  %x = phi [100 x i32] [ %a, %entry ], [ %y, %more ]
  %y = phi [100 x i32] [ %b, %entry ], [ %x, %more ]
  %done = icmp eq i32 %i, %turns
  br i1 %done, label %end, label %more
more:
  %next = add i32 %i, 1
  br label %loop
end:
  %r = extractvalue [100 x i32] %x, 50
  ret i32 %r
}
define { i32, [200 x i8], i32 } @make(i32 %n) {
  %a = insertvalue { i32, [200 x i8], i32 } { i32 1, [200 x i8] zeroinitializer, i32 2 }, i32 %n, 0
  %b = insertvalue { i32, [200 x i8], i32 } %a, i8 7, 1, 123
  ret { i32, [200 x i8], i32 } %b
}
define i32 @large(i32 %n) {
  %v = call { i32, [200 x i8], i32 } @make(i32 %n)
  %bytes = extractvalue { i32, [200 x i8], i32 } %v, 1
  %first = extractvalue { i32, [200 x i8], i32 } %v, 0
  %byte = extractvalue [200 x i8] %bytes, 123
  %zero = extractvalue [200 x i8] %bytes, 122
  %x = zext i8 %byte to i32
  %z = zext i8 %zero to i32
  %s = add i32 %x, %first
  %t = add i32 %s, %z
  ret i32 %t
}
