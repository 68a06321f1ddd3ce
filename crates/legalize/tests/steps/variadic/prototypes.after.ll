
define internal i32 @variadic(ptr %p, i32 %n, ptr %0) {
  ret i32 %n
}

define internal i32 @fixed(ptr %p, i32 %n) {
  ret i32 %n
}

define internal i32 @f() {
  %1 = alloca [8 x i8], align 8
  store i32 2, ptr %1
  %a = call i32 @variadic(ptr null, i32 1, ptr %1)
  %b = call i32 @fixed(ptr null, i32 1)
  %c = call i32 @variadic(ptr null, i32 0, ptr %1)
  %d = call i32 @declared(ptr null)
  ret i32 %a
}

declare i32 @declared(...)
