; Calls of functions that PNaCl has built in are fitted to the types that these have in C.
@table = global [2 x ptr] [ptr @memmove, ptr @_setjmp]
declare signext i8 @memcpy(...)
declare signext i8 @memmove(...)
declare i32 @memset(i32, i64)
declare signext i8 @setjmp(...)
declare signext i8 @_setjmp(...)
declare i32 @longjmp(i32)
define i32 @f(ptr %p, i64 %n) {
  %a = call signext i8 (...) @memcpy()
  %b = call signext i8 (...) @memcpy(ptr %p, ptr %p, i32 3)
  %c = call i32 @memset(i32 1, i64 %n)
  %d = call signext i8 (...) @setjmp()
  %e = call i32 (ptr, ...) @setjmp(ptr %p)
  %f = call i32 @longjmp(i32 %c)
  ret i32 %f
}
