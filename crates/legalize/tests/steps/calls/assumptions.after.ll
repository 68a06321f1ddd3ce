source_filename = "<stdin>"

declare void @llvm.assume(i1 noundef) #0

define void @f(ptr %p) {
  call void @llvm.assume(i1 true)
  ret void
}

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
