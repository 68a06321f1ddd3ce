; What setjmp returns to must still be there.
; error: F0209 setjmp can only be called directly
declare i32 @setjmp(ptr) returns_twice
define ptr @f() {
  ret ptr @setjmp
}
