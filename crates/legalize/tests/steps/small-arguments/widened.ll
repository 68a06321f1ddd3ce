; Parameters, results and calls, with signs as they are said.
define signext i8 @signed(i8 signext %c, double %d, i1 %b) {
  %r = select i1 %b, i8 %c, i8 -1
  ret i8 %r
}
define zeroext i1 @unsigned(i16 %n) {
  %r = icmp eq i16 %n, 3
  ret i1 %r
}
define void @none(i8 %ignored) {
  ret void
}
define i32 @calls(ptr %p, i8 %c) {
  %a = call signext i8 @signed(i8 signext %c, double 1.0, i1 true)
  %b = call zeroext i1 %p(i16 -1)
  call void @none(i8 %a)
  call void %p(i16 signext -1)
  call void @llvm.memset.p0.i32(ptr %p, i8 %c, i32 4, i1 false)
  %r = zext i1 %b to i32
  ret i32 %r
}
define i16 @empty_loop(i16 %n) {
entry:
  br label %loop
loop:
  %i = phi i16 [ %n, %entry ], [ %next, %loop ]
  %next = sub i16 %i, 1
  %more = icmp ne i16 %next, 0
  br i1 %more, label %loop, label %end
end:
  ret i16 %next
}
declare i8 @elsewhere(i16, i32)
declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)
