
define internal void @f(ptr %p) {
  call void @llvm.nacl.atomic.fence.all()
  store i32 1, ptr %p
  call void @llvm.nacl.atomic.fence.all()
  store i32 2, ptr %p
  fence acquire
  ret void
}

declare void @llvm.nacl.atomic.fence.all()
