
@table = internal global [2 x ptr] [ptr @memmove, ptr @memset]

declare ptr @memcpy(ptr, ptr, i32)

define internal ptr @memmove(ptr %0, ptr %1, i32 %2) {
  call void @llvm.memmove.p0.p0.i32(ptr %0, ptr %1, i32 %2, i1 false)
  ret ptr %0
}

define internal ptr @memset(ptr %0, i32 %1, i32 %2) {
  %4 = trunc i32 %1 to i8
  call void @llvm.memset.p0.i32(ptr %0, i8 %4, i32 %2, i1 false)
  ret ptr %0
}

declare i32 @setjmp(ptr) #0

declare void @longjmp(ptr, i32)

define internal ptr @copy(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i32(ptr %to, ptr %from, i32 5, i1 false)
  call void @llvm.memset.p0.i32(ptr %to, i8 65, i32 3, i1 false)
  ret ptr %to
}

define internal i32 @first(ptr %buffer) {
  %r = call i32 @llvm.nacl.setjmp(ptr %buffer)
  ret i32 %r
}

define internal void @back(ptr %buffer) {
  call void @llvm.nacl.longjmp(ptr %buffer, i32 2)
  unreachable
}

declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)

declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)

declare i32 @llvm.nacl.setjmp(ptr)

declare void @llvm.nacl.longjmp(ptr, i32)

declare void @llvm.memmove.p0.p0.i32(ptr, ptr, i32, i1)

attributes #0 = { returns_twice }
