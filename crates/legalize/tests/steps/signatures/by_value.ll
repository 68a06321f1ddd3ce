; The caller copies what is passed by value, into room that calls share.
%s = type { i32, double }
define i32 @callee(ptr byval(%s) align 8 %p, i32 %n, ptr byval([3 x i8]) align 16 %q) {
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @caller(ptr %p) {
  %a = tail call i32 @callee(ptr byval(%s) align 8 %p, i32 1, ptr byval([3 x i8]) align 16 %p)
  ret i32 %a
}
define i32 @indirect(ptr %function, ptr %p) {
  %a = call i32 %function(ptr byval(%s) %p)
  ; Where only the function says so.
  %b = call i32 @callee(ptr %p, i32 1, ptr %p)
  ret i32 %a
}
; Attributes that say how integers are extended stay.
define void @small(ptr sret(%s) noalias %r, i8 zeroext %a, ptr nonnull %q) {
  call void @small(ptr sret(%s) %r, i8 zeroext %a, ptr nonnull %q)
  ret void
}
