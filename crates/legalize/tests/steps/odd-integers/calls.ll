; Functions take and return the wider numbers.
define signext i24 @f(i24 signext %a, i7 %b, i32 %c) {
  %r = call i24 @f(i24 %a, i7 -1, i32 %c)
  ret i24 %r
}
define i32 @indirect(ptr %p) {
  %r = call i9 %p(i10 512)
  %z = zext i9 %r to i32
  ret i32 %z
}
