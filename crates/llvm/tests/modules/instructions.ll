; Arithmetic, memory and control flow, with all flags that LLVM 14 to 19 share.
define i32 @arithmetic(i32 %a, i32 %b) {
  %1 = add nuw nsw i32 %a, %b
  %2 = sub nsw i32 %1, %b
  %3 = mul nuw i32 %2, %b
  %4 = udiv exact i32 %3, %b
  %5 = sdiv exact i32 %4, %b
  %6 = urem i32 %5, %b
  %7 = srem i32 %6, %b
  %8 = shl nuw nsw i32 %7, 3
  %9 = lshr exact i32 %8, 1
  %10 = ashr exact i32 %9, 1
  %11 = and i32 %10, %b
  %12 = or i32 %11, %a
  %13 = xor i32 %12, %a
  %14 = freeze i32 %13
  ret i32 %14
}

define float @floating(float %a, double %b, <2 x half> %h) {
  %1 = fadd fast float %a, 1.0
  %2 = fsub nnan ninf float %1, %a
  %3 = fmul nsz arcp float %2, %a
  %4 = fdiv contract afn float %3, %a
  %5 = frem reassoc float %4, %a
  %6 = fneg nsz float %5
  %7 = fptrunc double %b to float
  %8 = fcmp nnan olt float %6, %7
  %9 = select nsz i1 %8, float %6, float %7
  %10 = fpext float %9 to double
  %11 = fptosi double %10 to i32
  %12 = fptoui double %10 to i64
  %13 = sitofp i32 %11 to float
  %14 = uitofp i64 %12 to float
  %15 = fadd float %13, %14
  %16 = fneg <2 x half> %h
  ret float %15
}

define i1 @comparisons(i32 %a, i32 %b, ptr %p, double %x, <2 x i8> %v) {
  %1 = icmp eq i32 %a, %b
  %2 = icmp ne ptr %p, null
  %3 = icmp ugt i32 %a, %b
  %4 = icmp uge i32 %a, %b
  %5 = icmp ult i32 %a, %b
  %6 = icmp ule i32 %a, %b
  %7 = icmp sgt i32 %a, %b
  %8 = icmp sge i32 %a, %b
  %9 = icmp slt i32 %a, %b
  %10 = icmp sle i32 %a, %b
  %11 = fcmp false double %x, 0.0
  %12 = fcmp oeq double %x, 0.0
  %13 = fcmp ogt double %x, 0.0
  %14 = fcmp oge double %x, 0.0
  %15 = fcmp ole double %x, 0.0
  %16 = fcmp one double %x, 0.0
  %17 = fcmp ord double %x, 0.0
  %18 = fcmp uno double %x, 0.0
  %19 = fcmp ueq double %x, 0.0
  %20 = fcmp ugt double %x, 0.0
  %21 = fcmp uge double %x, 0.0
  %22 = fcmp ult double %x, 0.0
  %23 = fcmp ule double %x, 0.0
  %24 = fcmp une double %x, 0.0
  %25 = fcmp true double %x, 0.0
  %26 = icmp sgt <2 x i8> %v, zeroinitializer
  %27 = extractelement <2 x i1> %26, i32 1
  ret i1 %27
}

define i64 @conversions(i64 %a, ptr %p) {
  %1 = trunc i64 %a to i8
  %2 = zext i8 %1 to i32
  %3 = sext i32 %2 to i64
  %4 = inttoptr i64 %3 to ptr
  %5 = ptrtoint ptr %4 to i64
  %6 = bitcast i64 %5 to double
  %7 = bitcast double %6 to <2 x i32>
  %8 = bitcast <2 x i32> %7 to i64
  %9 = addrspacecast ptr %p to ptr addrspace(4)
  %10 = addrspacecast ptr addrspace(4) %9 to ptr
  ret i64 %8
}

define i32 @memory(ptr %p, i32 %n) {
  %1 = alloca i32, align 4
  %2 = alloca [8 x i16], i32 %n, align 16
  %3 = alloca i8, i64 1, align 1
  store i32 %n, ptr %1, align 4
  store volatile i32 1, ptr %1, align 2
  %4 = load i32, ptr %1, align 4
  %5 = load volatile i8, ptr %3, align 1
  %6 = load atomic i32, ptr %1 acquire, align 4
  %7 = load atomic volatile i32, ptr %1 syncscope("singlethread") monotonic, align 4
  store atomic i32 %4, ptr %1 release, align 4
  store atomic i32 %4, ptr %1 syncscope("agent") seq_cst, align 4
  fence seq_cst
  fence syncscope("singlethread") acquire
  %8 = cmpxchg ptr %p, i32 %4, i32 %n acq_rel monotonic, align 4
  %9 = extractvalue { i32, i1 } %8, 0
  %10 = cmpxchg weak volatile ptr %p, i32 %9, i32 %n syncscope("singlethread") seq_cst acquire, align 8
  %11 = atomicrmw add ptr %p, i32 1 seq_cst, align 4
  %12 = atomicrmw volatile nand ptr %p, i32 1 syncscope("agent") monotonic, align 4
  %13 = atomicrmw umax ptr %p, i32 %12 release, align 4
  %14 = atomicrmw fadd ptr %p, float 1.0 acquire, align 4
  %15 = atomicrmw xchg ptr %p, i32 %13 acq_rel, align 4
  %16 = getelementptr inbounds { i32, [4 x i16] }, ptr %p, i32 %n, i32 1, i32 3
  %17 = getelementptr i8, ptr %16, i64 -1
  ret i32 %15
}

define { i32, [2 x i8] } @aggregates({ i32, [2 x i8] } %s, i8 %b) {
  %1 = extractvalue { i32, [2 x i8] } %s, 1, 0
  %2 = insertvalue { i32, [2 x i8] } %s, i8 %b, 1, 1
  %3 = insertvalue { i32, [2 x i8] } %2, i32 7, 0
  ret { i32, [2 x i8] } %3
}

define <4 x i8> @vectors(<2 x i8> %v, i8 %b, i32 %i, <2 x ptr> %p) {
  %1 = insertelement <2 x i8> %v, i8 %b, i32 %i
  %2 = extractelement <2 x i8> %1, i64 0
  %3 = shufflevector <2 x i8> %1, <2 x i8> %v, <4 x i32> <i32 0, i32 3, i32 undef, i32 1>
  %4 = shufflevector <2 x i8> %1, <2 x i8> poison, <2 x i32> zeroinitializer
  %5 = getelementptr i32, <2 x ptr> %p, <2 x i64> <i64 1, i64 2>
  %6 = select <2 x i1> <i1 true, i1 false>, <2 x i8> %4, <2 x i8> %v
  ret <4 x i8> %3
}

define i32 @control(i32 %n, i64 %wide, i128 %huge) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %later = phi i32 [ poison, %entry ], [ %double, %latch ]
  %less = icmp ult i32 %i, %n
  br i1 %less, label %body, label %done
body:
  switch i32 %i, label %latch [
    i32 0, label %one
    i32 -5, label %two
    i32 2147483647, label %one
  ]
one:
  switch i64 %wide, label %latch [
    i64 -9223372036854775808, label %two
  ]
two:
  switch i128 %huge, label %dead [
    i128 170141183460469231731687303715884105727, label %latch
  ]
latch:
  %next = add i32 %i, 1
  %double = shl i32 %next, 1
  br label %loop
dead:
  unreachable
done:
  ret i32 %later
}

define i32 @variable(i32 %n, ...) {
  %list = alloca ptr, align 8
  call void @llvm.va_start(ptr %list)
  %1 = va_arg ptr %list, i32
  %2 = va_arg ptr %list, double
  call void @llvm.va_end(ptr %list)
  ret i32 %1
}

declare void @llvm.va_start(ptr)
declare void @llvm.va_end(ptr)
