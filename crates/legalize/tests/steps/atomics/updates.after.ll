
define internal i32 @f(ptr %p, i32 %n, ptr %q, float %x) {
  %1 = call i32 @llvm.nacl.atomic.rmw.i32(i32 1, ptr %p, i32 %n, i32 3)
  %2 = call i32 @llvm.nacl.atomic.rmw.i32(i32 2, ptr %p, i32 %n, i32 4)
  %3 = call i32 @llvm.nacl.atomic.rmw.i32(i32 3, ptr %p, i32 %n, i32 5)
  %4 = call i32 @llvm.nacl.atomic.rmw.i32(i32 4, ptr %p, i32 %n, i32 6)
  %5 = call i32 @llvm.nacl.atomic.rmw.i32(i32 5, ptr %p, i32 %n, i32 6)
  %6 = call i32 @llvm.nacl.atomic.rmw.i32(i32 6, ptr %p, i32 %n, i32 6)
  %7 = ptrtoint ptr %q to i32
  %8 = call i32 @llvm.nacl.atomic.rmw.i32(i32 6, ptr %p, i32 %7, i32 3)
  %9 = inttoptr i32 %8 to ptr
  %10 = bitcast float %x to i32
  %11 = call i32 @llvm.nacl.atomic.rmw.i32(i32 6, ptr %p, i32 %10, i32 3)
  %12 = bitcast i32 %11 to float
  ret i32 %1
}

declare i32 @llvm.nacl.atomic.rmw.i32(i32, ptr, i32, i32)
