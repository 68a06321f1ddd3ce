
define internal i32 @f(i32 %a, ptr %p) {
  %local = alloca i32, align 4
  %positive = icmp sgt i32 %a, 0
  store i32 %a, ptr %p, align 4
  br i1 false, label %yes, label %no

yes:
  call void @llvm.trap()
  call void @llvm.trap()
  unreachable

no:
  %stack = call ptr @llvm.stacksave.p0()
  call void @llvm.stackrestore.p0(ptr %stack)
  %thread = call ptr @llvm.nacl.read.tp()
  store i32 1, ptr %thread, align 4
  store ptr null, ptr %p, align 8
  ret i32 1
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

declare void @llvm.trap()

declare ptr @llvm.nacl.read.tp()
