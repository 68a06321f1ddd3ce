
%pair = type { i32, double }

define internal void @f(ptr %p, ptr %q) {
  %1 = alloca [32 x i8], align 8
  store i32 2, ptr %1
  %2 = getelementptr i8, ptr %1, i32 8
  call void @llvm.memcpy.p0.p0.i32(ptr %2, ptr %q, i32 16, i1 false)
  %3 = getelementptr i8, ptr %1, i32 24
  call void @llvm.memcpy.p0.p0.i32(ptr %3, ptr %q, i32 3, i1 false)
  %4 = getelementptr i8, ptr %1, i32 28
  store i32 5, ptr %4
  call void @g(ptr byval(%pair) align 8 %p, i8 signext 1, ptr %1)
  ret void
}

define internal void @g(ptr byval(%pair) align 8 %p, i8 signext %small, ptr %0) {
  ret void
}

declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)
