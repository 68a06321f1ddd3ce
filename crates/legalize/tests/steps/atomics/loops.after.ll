
define internal i32 @f(ptr %p, i32 %n, double %x) {
entry:
  %0 = call i32 @llvm.nacl.atomic.load.i32(ptr %p, i32 6)
  br label %1

1:
  %2 = phi i32 [ %0, %entry ], [ %5, %1 ]
  %3 = icmp ugt i32 %2, %n
  %4 = select i1 %3, i32 %2, i32 %n
  %5 = call i32 @llvm.nacl.atomic.cmpxchg.i32(ptr %p, i32 %2, i32 %4, i32 3, i32 3)
  %6 = icmp eq i32 %5, %2
  br i1 %6, label %7, label %1

7:
  %8 = call i64 @llvm.nacl.atomic.load.i64(ptr %p, i32 6)
  br label %9

9:
  %10 = phi i64 [ %8, %7 ], [ %14, %9 ]
  %11 = bitcast i64 %10 to double
  %12 = fadd double %11, %x
  %13 = bitcast double %12 to i64
  %14 = call i64 @llvm.nacl.atomic.cmpxchg.i64(ptr %p, i64 %10, i64 %13, i32 6, i32 6)
  %15 = icmp eq i64 %14, %10
  br i1 %15, label %16, label %9

16:
  %17 = bitcast i64 %14 to double
  br label %end

end:
  %r = phi i32 [ %5, %16 ]
  ret i32 %r
}

declare i32 @llvm.nacl.atomic.load.i32(ptr, i32)

declare i32 @llvm.nacl.atomic.cmpxchg.i32(ptr, i32, i32, i32, i32)

declare i64 @llvm.nacl.atomic.load.i64(ptr, i32)

declare i64 @llvm.nacl.atomic.cmpxchg.i64(ptr, i64, i64, i32, i32)
