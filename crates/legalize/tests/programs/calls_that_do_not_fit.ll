; C without prototypes.
; run: @start() == i32 12
define i32 @main(i32 %count) {
  ret i32 %count
}
define void @nothing() {
  ret void
}
define ptr @pointer(ptr %p, i64 %n) {
  %m = trunc i64 %n to i32
  %q = getelementptr i8, ptr %p, i32 %m
  ret ptr %q
}
define i32 @start() {
  %a = call i32 @main(i32 3, ptr null, ptr null)
  %b = call i32 @nothing(i32 1)
  %c = call i32 @pointer(i32 4, i32 5)
  %d = call i32 @main()
  %e = add i32 %a, %b
  %f = add i32 %e, %c
  %g = add i32 %f, %d
  ret i32 %g
}
