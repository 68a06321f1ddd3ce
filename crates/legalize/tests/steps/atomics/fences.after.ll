
define internal void @f() {
  call void @llvm.nacl.atomic.fence(i32 3)
  call void @llvm.nacl.atomic.fence(i32 4)
  call void @llvm.nacl.atomic.fence(i32 5)
  call void @llvm.nacl.atomic.fence(i32 6)
  call void @llvm.nacl.atomic.fence(i32 6)
  ret void
}

declare void @llvm.nacl.atomic.fence(i32)
