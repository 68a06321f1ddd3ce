; What is only said to an optimiser goes, and what is passed through stays.
define i32 @f(i32 %a, ptr %p) {
  %local = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %local)
  %positive = icmp sgt i32 %a, 0
  call void @llvm.assume(i1 %positive)
  %likely = call i32 @llvm.expect.i32(i32 %a, i32 1)
  %marker = call ptr @llvm.invariant.start.p0(i64 4, ptr %p)
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)
  %same = call ptr @llvm.launder.invariant.group.p0(ptr %p)
  store i32 %likely, ptr %same
  call void @llvm.invariant.end.p0(ptr %marker, i64 4, ptr %p)
  %known = call i1 @llvm.is.constant.i32(i32 %a)
  br i1 %known, label %yes, label %no
yes:
  call void @llvm.debugtrap()
  call void @llvm.ubsantrap(i8 1)
  unreachable
no:
  call void @llvm.lifetime.end.p0(i64 4, ptr %local)
  %stack = call ptr @llvm.stacksave.p0()
  call void @llvm.stackrestore.p0(ptr %stack)
  %thread = call ptr @llvm.thread.pointer()
  store i32 1, ptr %thread
  %back = call ptr @llvm.returnaddress(i32 0)
  store ptr %back, ptr %p
  %rounding = call i32 @llvm.get.rounding()
  ret i32 %rounding
}
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @llvm.assume(i1)
declare i32 @llvm.expect.i32(i32, i32)
declare ptr @llvm.invariant.start.p0(i64, ptr)
declare void @llvm.invariant.end.p0(ptr, i64, ptr)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare i1 @llvm.is.constant.i32(i32)
declare void @llvm.debugtrap()
declare void @llvm.ubsantrap(i8)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare ptr @llvm.thread.pointer()
declare ptr @llvm.returnaddress(i32)
declare i32 @llvm.get.rounding()
