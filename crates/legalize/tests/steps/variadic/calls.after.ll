
define internal i32 @two() {
  %1 = alloca [20 x i8], align 8
  store i32 2, ptr %1
  %2 = getelementptr i8, ptr %1, i32 8
  store double 3.000000e+00, ptr %2
  %3 = getelementptr i8, ptr %1, i32 16
  store ptr @callee, ptr %3
  %first = call i32 @callee(i32 1, ptr %1)
  store i64 7, ptr %1
  %second = call i32 @callee(i32 1, ptr %1)
  ret i32 %second
}

define internal i32 @callee(i32 %count, ptr %0) {
  ret i32 %count
}

define internal i32 @none() {
  %1 = alloca [8 x i8], align 8
  %r = call i32 @callee(i32 0, ptr %1)
  ret i32 %r
}

define internal i32 @indirect(ptr %function) {
  %1 = alloca [8 x i8], align 8
  store i32 4, ptr %1
  %r = call i32 %function(ptr null, ptr %1)
  ret i32 %r
}
