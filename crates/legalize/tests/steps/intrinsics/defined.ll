; A function that the module defines is an ordinary one.
define ptr @memset(ptr %p, i32 %c, i32 %n) {
  ret ptr %p
}
define ptr @f(ptr %p) {
  %r = call ptr @memset(ptr %p, i32 0, i32 4)
  ret ptr %r
}
