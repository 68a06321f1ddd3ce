; Structs and arrays as parameters and results.
define { i32, double } @f([2 x i32] %pair, i32 %n, {} %empty) {
  %r = call { i32, double } @f([2 x i32] %pair, i32 %n, {} %empty)
  ret { i32, double } %r
}
; Through pointers, and with constants.
define i32 @g(ptr %function) {
  %r = call [2 x i32] %function([2 x i32] [i32 1, i32 2], { i8 } zeroinitializer)
  %e = extractvalue [2 x i32] %r, 0
  call void %function({ i8 } undef)
  ret i32 %e
}
declare { i32, i32 } @declared()
define void @h(i1 %c) {
  br i1 %c, label %a, label %b
a:
  %unused = call { i32, i32 } @declared()
  ret void
b:
  ret void
}
; Intrinsics return what they return.
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
define i1 @i(i32 %n) {
  %r = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %n, i32 1)
  %o = extractvalue { i32, i1 } %r, 1
  ret i1 %o
}
