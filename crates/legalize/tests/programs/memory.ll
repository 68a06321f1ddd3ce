; The intrinsics on memory have an argument more in PNaCl, the alignment.
; run: @copy() == i32 513
; run: @fill(i32 7) == i32 117901063
@from = constant [4 x i8] c"\01\02\03\04"
@to = global [4 x i8] zeroinitializer
declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)
declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)
define i32 @copy() {
  call void @llvm.memcpy.p0.p0.i32(ptr align 1 @to, ptr align 1 @from, i32 2, i1 false)
  %r = load i32, ptr @to, align 1
  ret i32 %r
}
define i32 @fill(i32 %n) {
  %byte = trunc i32 %n to i8
  call void @llvm.memset.p0.i32(ptr align 4 @to, i8 %byte, i32 4, i1 false)
  %r = load i32, ptr @to, align 1
  ret i32 %r
}
