; Calls without a prototype, or with a wrong one, are made as the function that
; is called wants it.
define i32 @variadic(ptr %p, i32 %n, ...) {
  ret i32 %n
}
define i32 @fixed(ptr %p, i32 %n) {
  ret i32 %n
}
define i32 @f() {
  %a = call i32 @variadic(ptr null, i32 1, i32 2)
  %b = call i32 (ptr, ...) @fixed(ptr null, i32 1)
  %c = call i32 @variadic(ptr null)
  ; Nothing is known of this one.
  %d = call i32 @declared(ptr null)
  ret i32 %a
}
declare i32 @declared(...)
