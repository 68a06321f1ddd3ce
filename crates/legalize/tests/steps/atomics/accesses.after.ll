
define internal i32 @f(ptr %p, float %x) {
  %a = call i32 @llvm.nacl.atomic.load.i32(ptr %p, i32 3)
  %b = call i32 @llvm.nacl.atomic.load.i32(ptr %p, i32 6)
  %c = call i8 @llvm.nacl.atomic.load.i8(ptr %p, i32 6)
  %1 = call i32 @llvm.nacl.atomic.load.i32(ptr %p, i32 6)
  %d = inttoptr i32 %1 to ptr
  %2 = call i64 @llvm.nacl.atomic.load.i64(ptr %p, i32 6)
  %e = bitcast i64 %2 to double
  call void @llvm.nacl.atomic.store.i64(i64 1, ptr %p, i32 4)
  call void @llvm.nacl.atomic.store.i16(i16 2, ptr %p, i32 6)
  call void @llvm.nacl.atomic.store.i32(i32 3, ptr %p, i32 6)
  %3 = bitcast float %x to i32
  call void @llvm.nacl.atomic.store.i32(i32 %3, ptr %p, i32 6)
  %4 = ptrtoint ptr %d to i32
  call void @llvm.nacl.atomic.store.i32(i32 %4, ptr %p, i32 6)
  ret i32 %a
}

declare i32 @llvm.nacl.atomic.load.i32(ptr, i32)

declare i8 @llvm.nacl.atomic.load.i8(ptr, i32)

declare i64 @llvm.nacl.atomic.load.i64(ptr, i32)

declare void @llvm.nacl.atomic.store.i64(i64, ptr, i32)

declare void @llvm.nacl.atomic.store.i16(i16, ptr, i32)

declare void @llvm.nacl.atomic.store.i32(i32, ptr, i32)
