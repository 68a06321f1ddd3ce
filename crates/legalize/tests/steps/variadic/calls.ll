; Variable arguments are laid out in one buffer that all calls of the function
; share. It is as large as the largest of them.
define i32 @two() {
  %first = tail call i32 (i32, ...) @callee(i32 1, i32 2, double 3.0, ptr @callee)
  %second = call i32 (i32, ...) @callee(i32 1, i64 7)
  ret i32 %second
}
define i32 @callee(i32 %count, ...) {
  ret i32 %count
}
; Who passes none passes a buffer nevertheless.
define i32 @none() {
  %r = call i32 (i32, ...) @callee(i32 0)
  ret i32 %r
}
; A function that is not known is called by the type that the call has.
define i32 @indirect(ptr %function) {
  %r = call i32 (ptr, ...) %function(ptr null, i32 4)
  ret i32 %r
}
