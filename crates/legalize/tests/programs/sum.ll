; The smallest program: parameters, a loop, and a result.
; run: @sum(i32 10) == i32 45
; run: @sum(i32 0) == i32 0
define i32 @sum(i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %step ]
  %total = phi i32 [ 0, %entry ], [ %more, %step ]
  %done = icmp uge i32 %i, %n
  br i1 %done, label %end, label %step
step:
  %more = add i32 %total, %i
  %next = add i32 %i, 1
  br label %head
end:
  ret i32 %total
}
