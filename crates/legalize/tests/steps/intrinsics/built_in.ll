; Functions of C that are declared become intrinsics, and get a body if their
; address is taken.
@table = global [2 x ptr] [ptr @memmove, ptr @memset]
declare ptr @memcpy(ptr, ptr, i32)
declare ptr @memmove(ptr, ptr, i32)
declare ptr @memset(ptr, i32, i32)
declare i32 @setjmp(ptr) returns_twice
declare void @longjmp(ptr, i32) noreturn
define ptr @copy(ptr %to, ptr %from) {
  %r = call ptr @memcpy(ptr %to, ptr %from, i32 5)
  %s = call ptr @memset(ptr %r, i32 65, i32 3)
  ret ptr %s
}
define i32 @first(ptr %buffer) {
  %r = call i32 @setjmp(ptr %buffer)
  ret i32 %r
}
define void @back(ptr %buffer) {
  call void @longjmp(ptr %buffer, i32 2)
  unreachable
}
