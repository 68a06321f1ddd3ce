; Lengths have 32 bits; sizes are known of allocas and variables only.
target datalayout = "e-p:32:32-i64:64"
target triple = "le32-unknown-nacl"
@buffer = global [10 x i32] zeroinitializer
define void @copies(ptr %to, ptr %from, i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr %from, i64 %n, i1 true)
  call void @llvm.memmove.p0.p0.i64(ptr %to, ptr %from, i64 12, i1 false)
  call void @llvm.memset.p0.i32(ptr %to, i8 1, i32 8, i1 false)
  ret void
}
define i32 @sizes(ptr %unknown) {
  %local = alloca [3 x i16]
  %second = getelementptr [3 x i16], ptr %local, i32 0, i32 1
  %a = call i32 @llvm.objectsize.i32.p0(ptr %second, i1 false, i1 true, i1 false)
  %b = call i32 @llvm.objectsize.i32.p0(ptr @buffer, i1 true, i1 true, i1 false)
  %c = call i32 @llvm.objectsize.i32.p0(ptr %unknown, i1 false, i1 true, i1 false)
  %d = call i32 @llvm.objectsize.i32.p0(ptr %unknown, i1 true, i1 true, i1 false)
  %ab = add i32 %a, %b
  %cd = sub i32 %c, %d
  %r = xor i32 %ab, %cd
  ret i32 %r
}
define ptr @aligned(ptr %p) {
  %r = call ptr @llvm.ptrmask.p0.i32(ptr %p, i32 -16)
  %s = call ptr @llvm.load.relative.i32(ptr %r, i32 4)
  ret ptr %s
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)
declare i32 @llvm.objectsize.i32.p0(ptr, i1, i1, i1)
declare ptr @llvm.ptrmask.p0.i32(ptr, i32)
declare ptr @llvm.load.relative.i32(ptr, i32)
