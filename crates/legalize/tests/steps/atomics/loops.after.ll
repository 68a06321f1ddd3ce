
define internal i32 @f(ptr %p, i32 %n, double %x) {
entry:
  %0 = call i32 @llvm.nacl.atomic.load.i32(ptr %p, i32 6)
  br label %1

1:
  %2 = phi i32 [ %0, %entry ], [ %a, %1 ]
  %3 = icmp ugt i32 %2, %n
  %4 = select i1 %3, i32 %2, i32 %n
  %a = call i32 @llvm.nacl.atomic.cmpxchg.i32(ptr %p, i32 %2, i32 %4, i32 3, i32 3)
  %5 = icmp eq i32 %a, %2
  br i1 %5, label %6, label %1

6:
  %7 = call i64 @llvm.nacl.atomic.load.i64(ptr %p, i32 6)
  br label %8

8:
  %9 = phi i64 [ %7, %6 ], [ %13, %8 ]
  %10 = bitcast i64 %9 to double
  %11 = fadd double %10, %x
  %12 = bitcast double %11 to i64
  %13 = call i64 @llvm.nacl.atomic.cmpxchg.i64(ptr %p, i64 %9, i64 %12, i32 6, i32 6)
  %14 = icmp eq i64 %13, %9
  br i1 %14, label %15, label %8

15:
  %b = bitcast i64 %13 to double
  br label %end

end:
  %r = phi i32 [ %a, %15 ]
  ret i32 %r
}

declare i32 @llvm.nacl.atomic.load.i32(ptr, i32)

declare i32 @llvm.nacl.atomic.cmpxchg.i32(ptr, i32, i32, i32, i32)

declare i64 @llvm.nacl.atomic.load.i64(ptr, i32)

declare i64 @llvm.nacl.atomic.cmpxchg.i64(ptr, i64, i64, i32, i32)
