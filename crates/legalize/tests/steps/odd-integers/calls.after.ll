
define internal signext i32 @f(i32 signext %a, i8 %b, i32 %c) {
  %r = call i32 @f(i32 %a, i8 127, i32 %c)
  ret i32 %r
}

define internal i32 @indirect(ptr %p) {
  %r = call i16 %p(i16 512)
  %z = zext i16 %r to i32
  ret i32 %z
}
