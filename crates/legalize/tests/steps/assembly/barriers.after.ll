
define internal void @f(ptr %p) {
  call void @llvm.nacl.atomic.fence.all()
  store i32 1, ptr %p, align 4
  call void @llvm.nacl.atomic.fence.all()
  store i32 2, ptr %p, align 4
  fence acquire
  ret void
}

declare void @llvm.nacl.atomic.fence.all()
