; Switches of several widths with negative cases, phis with several edges from one
; block, and blocks that are never reached.
; run: @wide(i64 -1) == i32 1
; run: @wide(i64 4294967296) == i32 2
; run: @wide(i64 0) == i32 3
; run: @small(i32 255) == i32 1
; run: @small(i32 128) == i32 1
; run: @small(i32 1) == i32 0
; run: @unreached(i32 3) == i32 3
; run: @backwards(i32 3) == i32 6
define i32 @wide(i64 %n) {
  switch i64 %n, label %other [
    i64 -1, label %a
    i64 4294967296, label %b
  ]
a:
  ret i32 1
b:
  ret i32 2
other:
  ret i32 3
}
define i32 @small(i32 %n) {
  %byte = trunc i32 %n to i8
  switch i8 %byte, label %other [
    i8 -1, label %end
    i8 128, label %end
  ]
other:
  br label %end
end:
  %r = phi i32 [ 1, %0 ], [ 1, %0 ], [ 0, %other ]
  ret i32 %r
}
define i32 @unreached(i32 %n) {
  br label %end
never:
  %a = add i32 %b, 1
  %b = add i32 %a, 1
  br label %end
end:
  %r = phi i32 [ %n, %0 ], [ %a, %never ]
  ret i32 %r
}
define i32 @backwards(i32 %n) {
entry:
  br label %first
second:
  %b = add i32 %a, %a
  ret i32 %b
first:
  %a = add i32 %n, 0
  br label %second
}
