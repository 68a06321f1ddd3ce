
declare i1 @llvm.nacl.atomic.is.lock.free(i32, ptr)

define internal i1 @f(ptr %p) {
  %a = call i1 @llvm.nacl.atomic.is.lock.free(i32 4, ptr %p)
  %c = and i1 %a, false
  ret i1 %c
}
