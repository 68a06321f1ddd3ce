
define internal ptr @memset(ptr %p, i32 %c, i32 %n) {
  ret ptr %p
}

define internal ptr @f(ptr %p) {
  %r = call ptr @memset(ptr %p, i32 0, i32 4)
  ret ptr %r
}
