
define internal i1 @f(ptr %p, i32 %old, i32 %new, ptr %q) {
  %1 = call i32 @llvm.nacl.atomic.cmpxchg.i32(ptr %p, i32 %old, i32 %new, i32 6, i32 6)
  %2 = icmp eq i32 %1, %old
  %3 = insertvalue { i32, i1 } undef, i32 %1, 0
  %a = insertvalue { i32, i1 } %3, i1 %2, 1
  %4 = call i32 @llvm.nacl.atomic.cmpxchg.i32(ptr %p, i32 %old, i32 %new, i32 5, i32 3)
  %5 = icmp eq i32 %4, %old
  %6 = insertvalue { i32, i1 } undef, i32 %4, 0
  %b = insertvalue { i32, i1 } %6, i1 %5, 1
  %7 = call i32 @llvm.nacl.atomic.cmpxchg.i32(ptr %p, i32 %old, i32 %new, i32 6, i32 6)
  %8 = icmp eq i32 %7, %old
  %9 = insertvalue { i32, i1 } undef, i32 %7, 0
  %c = insertvalue { i32, i1 } %9, i1 %8, 1
  %10 = call i32 @llvm.nacl.atomic.cmpxchg.i32(ptr %p, i32 %old, i32 %new, i32 6, i32 6)
  %11 = icmp eq i32 %10, %old
  %12 = insertvalue { i32, i1 } undef, i32 %10, 0
  %d = insertvalue { i32, i1 } %12, i1 %11, 1
  %13 = call i32 @llvm.nacl.atomic.cmpxchg.i32(ptr %p, i32 %old, i32 %new, i32 6, i32 6)
  %14 = icmp eq i32 %13, %old
  %15 = insertvalue { i32, i1 } undef, i32 %13, 0
  %e = insertvalue { i32, i1 } %15, i1 %14, 1
  %16 = ptrtoint ptr %q to i32
  %17 = ptrtoint ptr null to i32
  %18 = call i32 @llvm.nacl.atomic.cmpxchg.i32(ptr %p, i32 %16, i32 %17, i32 6, i32 3)
  %19 = icmp eq i32 %18, %16
  %20 = inttoptr i32 %18 to ptr
  %21 = insertvalue { ptr, i1 } undef, ptr %20, 0
  %g = insertvalue { ptr, i1 } %21, i1 %19, 1
  %r = extractvalue { i32, i1 } %a, 1
  ret i1 %r
}

declare i32 @llvm.nacl.atomic.cmpxchg.i32(ptr, i32, i32, i32, i32)
