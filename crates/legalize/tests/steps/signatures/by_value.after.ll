
%s = type { i32, double }

define internal i32 @callee(ptr %p, i32 %n, ptr %q) {
  %v = load i32, ptr %p, align 4
  ret i32 %v
}

define internal i32 @caller(ptr %p) {
  %1 = alloca [19 x i8], align 16
  call void @llvm.memcpy.p0.p0.i32(ptr %1, ptr %p, i32 16, i1 false)
  %2 = getelementptr i8, ptr %1, i32 16
  call void @llvm.memcpy.p0.p0.i32(ptr %2, ptr %p, i32 3, i1 false)
  %a = call i32 @callee(ptr %1, i32 1, ptr %2)
  ret i32 %a
}

define internal i32 @indirect(ptr %function, ptr %p) {
  %1 = alloca [19 x i8], align 16
  call void @llvm.memcpy.p0.p0.i32(ptr %1, ptr %p, i32 16, i1 false)
  %a = call i32 %function(ptr %1)
  call void @llvm.memcpy.p0.p0.i32(ptr %1, ptr %p, i32 16, i1 false)
  %2 = getelementptr i8, ptr %1, i32 16
  call void @llvm.memcpy.p0.p0.i32(ptr %2, ptr %p, i32 3, i1 false)
  %b = call i32 @callee(ptr %1, i32 1, ptr %2)
  ret i32 %a
}

define internal void @small(ptr %r, i8 zeroext %a, ptr %q) {
  call void @small(ptr %r, i8 zeroext %a, ptr %q)
  ret void
}

declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)
