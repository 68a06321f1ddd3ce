; Functions of C that PNaCl has built in, called by name and by address.
; run: @jumps(i32 7) == i32 14
; run: @copies(i32 0) == i32 65
; run: @copies(i32 1) == i32 66
@buffer = global [1024 x i8] zeroinitializer
@text = constant [4 x i8] c"AAB\00"
@table = constant [2 x ptr] [ptr @memcpy, ptr @memmove]
declare i32 @setjmp(ptr) returns_twice
declare void @longjmp(ptr, i32) noreturn
declare ptr @memcpy(ptr, ptr, i32)
declare ptr @memmove(ptr, ptr, i32)
declare ptr @memset(ptr, i32, i32)
define void @leap(i32 %n) noinline {
  call void @longjmp(ptr @buffer, i32 %n)
  unreachable
}
define i32 @jumps(i32 %n) {
  %r = call i32 @setjmp(ptr @buffer)
  %first = icmp eq i32 %r, 0
  br i1 %first, label %again, label %done
again:
  call void @leap(i32 %n)
  unreachable
done:
  %sum = add i32 %r, %n
  ret i32 %sum
}
define i32 @copies(i32 %which) {
  %place = alloca [8 x i8]
  %filled = call ptr @memset(ptr %place, i32 0, i32 8)
  %entry = getelementptr [2 x ptr], ptr @table, i32 0, i32 %which
  %function = load ptr, ptr %entry
  %r = call ptr %function(ptr %filled, ptr @text, i32 4)
  %at = getelementptr i8, ptr %r, i32 %which
  %next = getelementptr i8, ptr %at, i32 %which
  %byte = load i8, ptr %next
  %value = zext i8 %byte to i32
  ret i32 %value
}
