; error: F0208 needs a constant size
declare i1 @llvm.nacl.atomic.is.lock.free(i32, ptr)
define i1 @f(i32 %n, ptr %p) {
  %a = call i1 @llvm.nacl.atomic.is.lock.free(i32 %n, ptr %p)
  ret i1 %a
}
