; Functions that PNaCl has built in, declared as old sources and configure scripts do.
; run: @copied(i32 1) == i32 66
; run: @through_a_pointer(i32 0) == i32 65
; run: @jumped(i32 5) == i32 5
; run: @never_called(i32 0) == i32 0
@buffer = global [1024 x i8] zeroinitializer
@text = constant [4 x i8] c"ABC\00"
@table = global [2 x ptr] [ptr @memmove, ptr @_setjmp]
declare signext i8 @memcpy(...)
declare signext i8 @memmove(...)
declare i32 @setjmp(...) returns_twice
declare signext i8 @_setjmp(...)
declare void @longjmp(...)
define i32 @copied(i32 %n) {
  %place = alloca [8 x i8]
  %r = call ptr (...) @memcpy(ptr %place, ptr @text, i32 4)
  %at = getelementptr i8, ptr %r, i32 %n
  %byte = load i8, ptr %at
  %value = zext i8 %byte to i32
  ret i32 %value
}
define i32 @through_a_pointer(i32 %n) {
  %place = alloca [8 x i8]
  %function = load ptr, ptr @table
  %r = call ptr %function(ptr %place, ptr @text, i32 4)
  %byte = load i8, ptr %r
  %value = zext i8 %byte to i32
  ret i32 %value
}
define i32 @jumped(i32 %n) {
  %r = call i32 (...) @setjmp(ptr @buffer)
  %first = icmp eq i32 %r, 0
  br i1 %first, label %again, label %done
again:
  call void (...) @longjmp(ptr @buffer, i32 %n)
  unreachable
done:
  ret i32 %r
}
define i32 @never_called(i32 %n) {
  %is = icmp ne i32 %n, 0
  br i1 %is, label %call, label %done
call:
  %a = call signext i8 (...) @memcpy()
  %b = call signext i8 (...) @_setjmp()
  br label %done
done:
  ret i32 0
}
