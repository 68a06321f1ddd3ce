; Accesses of other sizes than 1, 2, 4 and 8 bytes are never atomic.
declare i1 @llvm.nacl.atomic.is.lock.free(i32, ptr)
define i1 @f(ptr %p) {
  %a = call i1 @llvm.nacl.atomic.is.lock.free(i32 4, ptr %p)
  %b = call i1 @llvm.nacl.atomic.is.lock.free(i32 16, ptr %p)
  %c = and i1 %a, %b
  ret i1 %c
}
