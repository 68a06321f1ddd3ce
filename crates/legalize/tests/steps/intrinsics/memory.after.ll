target datalayout = "e-p:32:32-i64:64"
target triple = "le32-unknown-nacl"

@buffer = internal global [10 x i32] zeroinitializer

define internal void @copies(ptr %to, ptr %from, i64 %n) {
  %1 = trunc i64 %n to i32
  call void @llvm.memcpy.p0.p0.i32(ptr %to, ptr %from, i32 %1, i1 true)
  call void @llvm.memmove.p0.p0.i32(ptr %to, ptr %from, i32 12, i1 false)
  call void @llvm.memset.p0.i32(ptr %to, i8 1, i32 8, i1 false)
  ret void
}

define internal i32 @sizes(ptr %unknown) {
  %local = alloca [3 x i16], align 2
  %second = getelementptr [3 x i16], ptr %local, i32 0, i32 1
  %ab = add i32 4, 40
  %cd = sub i32 -1, 0
  %r = xor i32 %ab, %cd
  ret i32 %r
}

define internal ptr @aligned(ptr %p) {
  %1 = ptrtoint ptr %p to i32
  %2 = and i32 %1, -16
  %r = inttoptr i32 %2 to ptr
  %3 = getelementptr i8, ptr %r, i32 4
  %4 = load i32, ptr %3
  %s = getelementptr i8, ptr %r, i32 %4
  ret ptr %s
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)

declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)

declare i32 @llvm.objectsize.i32.p0(ptr, i1, i1, i1)

declare ptr @llvm.ptrmask.p0.i32(ptr, i32)

declare ptr @llvm.load.relative.i32(ptr, i32)

declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)

declare void @llvm.memmove.p0.p0.i32(ptr, ptr, i32, i1)
