
@table = internal global [2 x ptr] [ptr @memmove, ptr @_setjmp]

declare ptr @memcpy(ptr, ptr, i32)

declare ptr @memmove(ptr, ptr, i32)

declare ptr @memset(ptr, i32, i32)

declare i8 @setjmp()

declare i8 @_setjmp()

declare void @longjmp(ptr, i32)

define internal i32 @f(ptr %p, i64 %n) {
  %1 = call ptr @memcpy(ptr null, ptr null, i32 0)
  %2 = ptrtoint ptr %1 to i8
  %3 = call ptr @memcpy(ptr %p, ptr %p, i32 3)
  %4 = ptrtoint ptr %3 to i8
  %5 = inttoptr i32 1 to ptr
  %6 = trunc i64 %n to i32
  %7 = call ptr @memset(ptr %5, i32 %6, i32 0)
  %8 = ptrtoint ptr %7 to i32
  %9 = call i32 @setjmp(ptr null)
  %10 = trunc i32 %9 to i8
  %e = call i32 @setjmp(ptr %p)
  %11 = inttoptr i32 %8 to ptr
  call void @longjmp(ptr %11, i32 0)
  ret i32 0
}
