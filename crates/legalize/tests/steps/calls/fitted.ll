; Calls by a type that is not that of the definition.
define i32 @main(i32 %count) {
  ret i32 %count
}
define void @nothing() {
  ret void
}
define ptr @pointer(ptr %p, i64 %wide, float %f) {
  ret ptr %p
}
define i32 @f(i32 %n, double %d) {
  ; Arguments too many, and missing ones.
  %a = call i32 @main(i32 %n, ptr null, ptr null)
  %b = call i32 @main()
  ; A result that is wanted, and one that is not.
  %c = call i32 @nothing(i32 %n)
  call void @main(i32 %c)
  ; Conversions.
  %d.result = call i32 @pointer(i32 %n, i32 %n, double %d)
  ; An integer cannot be a floating-point number of another size.
  %e = call ptr @pointer(ptr null, i64 1, i64 1)
  ret i32 %d.result
}
