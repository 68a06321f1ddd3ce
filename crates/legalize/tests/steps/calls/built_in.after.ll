
@table = internal global [2 x ptr] [ptr @memmove, ptr @_setjmp]

declare ptr @memcpy(ptr, ptr, i32)

declare ptr @memmove(ptr, ptr, i32)

declare ptr @memset(ptr, i32, i32)

declare i8 @setjmp()

declare i8 @_setjmp()

declare void @longjmp(ptr, i32)

define internal i32 @f(ptr %p, i64 %n) {
  %1 = call ptr @memcpy(ptr null, ptr null, i32 0)
  %a = ptrtoint ptr %1 to i8
  %2 = call ptr @memcpy(ptr %p, ptr %p, i32 3)
  %b = ptrtoint ptr %2 to i8
  %3 = inttoptr i32 1 to ptr
  %4 = trunc i64 %n to i32
  %5 = call ptr @memset(ptr %3, i32 %4, i32 0)
  %c = ptrtoint ptr %5 to i32
  %6 = call i32 @setjmp(ptr null)
  %d = trunc i32 %6 to i8
  %e = call i32 @setjmp(ptr %p)
  %7 = inttoptr i32 %c to ptr
  call void @longjmp(ptr %7, i32 0)
  ret i32 0
}
