
define internal i32 @f(ptr %p, float %x) {
  %1 = call i32 @llvm.nacl.atomic.load.i32(ptr %p, i32 3)
  %2 = call i32 @llvm.nacl.atomic.load.i32(ptr %p, i32 6)
  %3 = call i8 @llvm.nacl.atomic.load.i8(ptr %p, i32 6)
  %4 = call i32 @llvm.nacl.atomic.load.i32(ptr %p, i32 6)
  %5 = inttoptr i32 %4 to ptr
  %6 = call i64 @llvm.nacl.atomic.load.i64(ptr %p, i32 6)
  %7 = bitcast i64 %6 to double
  call void @llvm.nacl.atomic.store.i64(i64 1, ptr %p, i32 4)
  call void @llvm.nacl.atomic.store.i16(i16 2, ptr %p, i32 6)
  call void @llvm.nacl.atomic.store.i32(i32 3, ptr %p, i32 6)
  %8 = bitcast float %x to i32
  call void @llvm.nacl.atomic.store.i32(i32 %8, ptr %p, i32 6)
  %9 = ptrtoint ptr %5 to i32
  call void @llvm.nacl.atomic.store.i32(i32 %9, ptr %p, i32 6)
  ret i32 %1
}

declare i32 @llvm.nacl.atomic.load.i32(ptr, i32)

declare i8 @llvm.nacl.atomic.load.i8(ptr, i32)

declare i64 @llvm.nacl.atomic.load.i64(ptr, i32)

declare void @llvm.nacl.atomic.store.i64(i64, ptr, i32)

declare void @llvm.nacl.atomic.store.i16(i16, ptr, i32)

declare void @llvm.nacl.atomic.store.i32(i32, ptr, i32)
