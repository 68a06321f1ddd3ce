
%pair = type { i32, i32 }

@first = constant ptr null

@second = constant ptr null

@__pnacl_eh_type_table = internal constant [3 x ptr] [ptr null, ptr @first, ptr @second], align 4

@__pnacl_eh_action_table = internal constant [6 x { i32, i32 }] [{ i32, i32 } { i32 0, i32 0 }, { i32, i32 } { i32 1, i32 1 }, { i32, i32 } { i32 2, i32 2 }, { i32, i32 } { i32 3, i32 3 }, { i32, i32 } { i32 -1, i32 0 }, { i32, i32 } { i32 -2, i32 5 }], align 4

@__pnacl_eh_filter_table = internal constant [4 x i32] [i32 0, i32 2, i32 3, i32 0], align 4

@__pnacl_eh_stack = internal thread_local global ptr null, align 4

declare i32 @callee(i8 signext, ptr byval(%pair))

declare i32 @__gxx_personality_v0(...)

declare i32 @llvm.eh.typeid.for.p0(ptr)

declare void @llvm.donothing()

define i32 @f(ptr %indirect, ptr %p) {
entry:
  %0 = alloca { [1024 x i8], ptr, i32 }, align 8
  %1 = alloca i32
  %2 = getelementptr i8, ptr %0, i32 1024
  %3 = getelementptr i8, ptr %0, i32 1028
  %4 = load ptr, ptr @__pnacl_eh_stack
  store ptr %4, ptr %2
  store i32 1, ptr %3
  store ptr %0, ptr @__pnacl_eh_stack
  %5 = call i32 @__pnacl_eh_invoke.0(ptr %indirect, i32 7, ptr %0)
  store ptr %4, ptr @__pnacl_eh_stack
  %6 = icmp ne i32 %5, 0
  br i1 %6, label %cleaned, label %one

one:
  store i32 4, ptr %3
  store ptr %0, ptr @__pnacl_eh_stack
  %7 = call i32 @__pnacl_eh_invoke.1(i8 1, ptr %p, ptr %0, ptr %1)
  store ptr %4, ptr @__pnacl_eh_stack
  %v = load i32, ptr %1
  %8 = icmp ne i32 %7, 0
  br i1 %8, label %caught, label %two

two:
  store i32 6, ptr %3
  store ptr %0, ptr @__pnacl_eh_stack
  %9 = call i32 @__pnacl_eh_invoke.1(i8 2, ptr %p, ptr %0, ptr %1)
  store ptr %4, ptr @__pnacl_eh_stack
  %w = load i32, ptr %1
  %10 = icmp ne i32 %9, 0
  br i1 %10, label %filtered, label %three

three:
  call void @llvm.donothing()
  br label %four

four:
  %sum = add i32 %v, %w
  ret i32 %sum

cleaned:
  %11 = load ptr, ptr %0
  %12 = getelementptr i8, ptr %0, i32 4
  %13 = load i32, ptr %12
  %14 = insertvalue { ptr, i32 } undef, ptr %11, 0
  %e = insertvalue { ptr, i32 } %14, i32 %13, 1
  %15 = extractvalue { ptr, i32 } %e, 0
  call void @__pnacl_eh_resume(ptr %15)
  unreachable

caught:
  %16 = load ptr, ptr %0
  %17 = getelementptr i8, ptr %0, i32 4
  %18 = load i32, ptr %17
  %19 = insertvalue { ptr, i32 } undef, ptr %16, 0
  %c = insertvalue { ptr, i32 } %19, i32 %18, 1
  %clause = extractvalue { ptr, i32 } %c, 1
  %is = icmp eq i32 %clause, 2
  %r = zext i1 %is to i32
  ret i32 %r

filtered:
  %20 = load ptr, ptr %0
  %21 = getelementptr i8, ptr %0, i32 4
  %22 = load i32, ptr %21
  %23 = insertvalue { ptr, i32 } undef, ptr %20, 0
  %d = insertvalue { ptr, i32 } %23, i32 %22, 1
  ret i32 -1
}

declare i32 @llvm.nacl.setjmp(ptr)

define internal i32 @__pnacl_eh_invoke.0(ptr %0, i32 %1, ptr %2) {
  %4 = call i32 @llvm.nacl.setjmp(ptr %2)
  %5 = icmp ne i32 %4, 0
  br i1 %5, label %7, label %6

6:
  call void %0(i32 %1)
  ret i32 0

7:
  ret i32 1
}

define internal i32 @__pnacl_eh_invoke.1(i8 %0, ptr %1, ptr %2, ptr %3) {
  %5 = call i32 @llvm.nacl.setjmp(ptr %2)
  %6 = icmp ne i32 %5, 0
  br i1 %6, label %9, label %7

7:
  %8 = call i32 @callee(i8 signext %0, ptr byval(%pair) %1)
  store i32 %8, ptr %3
  ret i32 0

9:
  ret i32 1
}

declare void @__pnacl_eh_resume(ptr)
