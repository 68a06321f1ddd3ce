
define internal i32 @main(i32 %count) {
  ret i32 %count
}

define internal void @nothing() {
  ret void
}

define internal ptr @pointer(ptr %p, i64 %wide, float %f) {
  ret ptr %p
}

define internal i32 @f(i32 %n, double %d) {
  %a = call i32 @main(i32 %n)
  %b = call i32 @main(i32 0)
  call void @nothing()
  %1 = call i32 @main(i32 0)
  %2 = inttoptr i32 %n to ptr
  %3 = zext i32 %n to i64
  %4 = fptrunc double %d to float
  %5 = call ptr @pointer(ptr %2, i64 %3, float %4)
  %d.result = ptrtoint ptr %5 to i32
  %e = call ptr @pointer(ptr null, i64 1, float 0.000000e+00)
  ret i32 %d.result
}
