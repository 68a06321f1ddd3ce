
define internal void @f(ptr %0, ptr %1, i32 %n, ptr %2) {
  %4 = alloca [24 x i8], align 8
  %pair = load [2 x i32], ptr %1
  %empty = load {}, ptr %2
  %5 = getelementptr i8, ptr %4, i32 8
  store [2 x i32] %pair, ptr %4
  %6 = getelementptr i8, ptr %4, i32 8
  store {} %empty, ptr %6
  call void @f(ptr %5, ptr %4, i32 %n, ptr %6)
  %r = load { i32, double }, ptr %5
  store { i32, double } %r, ptr %0
  ret void
}

define internal i32 @g(ptr %function) {
  %1 = alloca [20 x i8], align 4
  %2 = getelementptr i8, ptr %1, i32 12
  store [2 x i32] [i32 1, i32 2], ptr %1
  %3 = getelementptr i8, ptr %1, i32 8
  store { i8 } zeroinitializer, ptr %3
  call void %function(ptr %2, ptr %1, ptr %3)
  %r = load [2 x i32], ptr %2
  %e = extractvalue [2 x i32] %r, 0
  store { i8 } undef, ptr %1
  call void %function(ptr %1)
  ret i32 %e
}

declare void @declared(ptr)

define internal void @h(i1 %c) {
  %1 = alloca [8 x i8], align 4
  br i1 %c, label %a, label %b

a:
  call void @declared(ptr %1)
  %unused = load { i32, i32 }, ptr %1
  ret void

b:
  ret void
}

declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)

define internal i1 @i(i32 %n) {
  %r = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %n, i32 1)
  %o = extractvalue { i32, i1 } %r, 1
  ret i1 %o
}
