
declare void @llvm.assume(i1)

define internal void @f(ptr %p) {
  call void @llvm.assume(i1 true)
  ret void
}
