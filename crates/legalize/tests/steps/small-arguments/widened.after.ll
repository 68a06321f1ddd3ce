
define internal signext i32 @signed(i32 signext %0, double %d, i32 %1) {
  %c = trunc i32 %0 to i8
  %b = trunc i32 %1 to i1
  %r = select i1 %b, i8 %c, i8 -1
  %3 = sext i8 %r to i32
  ret i32 %3
}

define internal zeroext i32 @unsigned(i32 %0) {
  %n = trunc i32 %0 to i16
  %r = icmp eq i16 %n, 3
  %2 = zext i1 %r to i32
  ret i32 %2
}

define internal void @none(i32 %0) {
  %ignored = trunc i32 %0 to i8
  ret void
}

define internal i32 @calls(ptr %p, i32 %0) {
  %c = trunc i32 %0 to i8
  %2 = sext i8 %c to i32
  %3 = call signext i32 @signed(i32 signext %2, double 1.000000e+00, i32 1)
  %a = trunc i32 %3 to i8
  %4 = call zeroext i32 %p(i32 65535)
  %b = trunc i32 %4 to i1
  %5 = zext i8 %a to i32
  call void @none(i32 %5)
  call void %p(i32 signext -1)
  call void @llvm.memset.p0.i32(ptr %p, i8 %c, i32 4, i1 false)
  %r = zext i1 %b to i32
  ret i32 %r
}

define internal i32 @empty_loop(i32 %0) {
entry:
  %n = trunc i32 %0 to i16
  br label %loop

loop:
  %i = phi i16 [ %n, %entry ], [ %next, %loop ]
  %next = sub i16 %i, 1
  %more = icmp ne i16 %next, 0
  br i1 %more, label %loop, label %end

end:
  %1 = zext i16 %next to i32
  ret i32 %1
}

declare i32 @elsewhere(i32, i32)

declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)
