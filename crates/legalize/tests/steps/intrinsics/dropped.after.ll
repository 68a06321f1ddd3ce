source_filename = "<stdin>"

define i32 @f(i32 %a, ptr %p) {
  %local = alloca i32, align 4
  %positive = icmp sgt i32 %a, 0
  store i32 %a, ptr %p, align 4
  br i1 false, label %yes, label %no

yes:
  call void @llvm.trap()
  call void @llvm.trap()
  unreachable

no:
  %1 = call ptr @llvm.stacksave.p0()
  call void @llvm.stackrestore.p0(ptr %1)
  %2 = call ptr @llvm.nacl.read.tp()
  store i32 1, ptr %2, align 4
  store ptr null, ptr %p, align 8
  ret i32 1
}

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #0

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #0

declare void @llvm.assume(i1 noundef) #1

declare i32 @llvm.expect.i32(i32, i32) #2

declare ptr @llvm.invariant.start.p0(i64 immarg, ptr nocapture) #0

declare void @llvm.invariant.end.p0(ptr, i64 immarg, ptr nocapture) #0

declare void @llvm.prefetch.p0(ptr nocapture readonly, i32 immarg, i32 immarg, i32 immarg) #3

declare ptr @llvm.launder.invariant.group.p0(ptr) #4

declare i1 @llvm.is.constant.i32(i32) #5

declare void @llvm.debugtrap() #6

declare void @llvm.ubsantrap(i8 immarg) #7

declare ptr @llvm.stacksave.p0() #8

declare void @llvm.stackrestore.p0(ptr) #8

declare ptr @llvm.thread.pointer() #2

declare ptr @llvm.returnaddress(i32 immarg) #2

declare i32 @llvm.get.rounding() #9

declare void @llvm.trap()

declare ptr @llvm.nacl.read.tp()

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #4 = { nocallback nofree nosync nounwind speculatable willreturn memory(inaccessiblemem: readwrite) }
attributes #5 = { convergent nocallback nofree nosync nounwind willreturn memory(none) }
attributes #6 = { nounwind }
attributes #7 = { cold noreturn nounwind }
attributes #8 = { nocallback nofree nosync nounwind willreturn }
attributes #9 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
