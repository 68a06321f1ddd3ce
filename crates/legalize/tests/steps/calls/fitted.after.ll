
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
  %1 = call i32 @main(i32 %n)
  %2 = call i32 @main(i32 0)
  call void @nothing()
  %3 = call i32 @main(i32 0)
  %4 = inttoptr i32 %n to ptr
  %5 = zext i32 %n to i64
  %6 = fptrunc double %d to float
  %7 = call ptr @pointer(ptr %4, i64 %5, float %6)
  %8 = ptrtoint ptr %7 to i32
  %9 = call ptr @pointer(ptr null, i64 1, float 0.000000e+00)
  ret i32 %8
}
