
define internal i32 @f(ptr %p, i32 %n, ptr %q, float %x) {
  %a = call i32 @llvm.nacl.atomic.rmw.i32(i32 1, ptr %p, i32 %n, i32 3)
  %b = call i32 @llvm.nacl.atomic.rmw.i32(i32 2, ptr %p, i32 %n, i32 4)
  %c = call i32 @llvm.nacl.atomic.rmw.i32(i32 3, ptr %p, i32 %n, i32 5)
  %d = call i32 @llvm.nacl.atomic.rmw.i32(i32 4, ptr %p, i32 %n, i32 6)
  %e = call i32 @llvm.nacl.atomic.rmw.i32(i32 5, ptr %p, i32 %n, i32 6)
  %g = call i32 @llvm.nacl.atomic.rmw.i32(i32 6, ptr %p, i32 %n, i32 6)
  %1 = ptrtoint ptr %q to i32
  %2 = call i32 @llvm.nacl.atomic.rmw.i32(i32 6, ptr %p, i32 %1, i32 3)
  %h = inttoptr i32 %2 to ptr
  %3 = bitcast float %x to i32
  %4 = call i32 @llvm.nacl.atomic.rmw.i32(i32 6, ptr %p, i32 %3, i32 3)
  %i = bitcast i32 %4 to float
  ret i32 %a
}

declare i32 @llvm.nacl.atomic.rmw.i32(i32, ptr, i32, i32)
