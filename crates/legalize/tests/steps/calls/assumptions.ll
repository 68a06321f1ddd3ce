; What is assumed of a pointer is in bundles.
declare void @llvm.assume(i1)
define void @f(ptr %p) {
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i32 8), "nonnull"(ptr %p) ]
  ret void
}
