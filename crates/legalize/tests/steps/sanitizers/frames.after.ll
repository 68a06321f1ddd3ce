target triple = "le32-unknown-nacl"

@__sanitizer_frame = internal thread_local global ptr null

@__sanitizer_variables = internal constant [1 x { ptr, i32 }] [{ ptr, i32 } { ptr @number, i32 4 }]

@__sanitizer_variable_count = internal constant i32 1

@number = global i32 7

@fixed = constant i32 8

@own = thread_local global i32 9

@0 = internal constant [2 x i8] c"f\00"

@1 = internal constant [4 x i8] c"a.c\00"

@2 = internal constant { ptr, ptr, i32, i32, ptr } { ptr @0, ptr @1, i32 4, i32 5, ptr null }

@3 = internal constant { ptr, ptr, i32, i32, ptr } { ptr @0, ptr @1, i32 5, i32 7, ptr null }

@4 = internal constant [8 x i8] c"inlined\00"

@5 = internal constant { ptr, ptr, i32, i32, ptr } { ptr @4, ptr @1, i32 2, i32 3, ptr @3 }

declare void @g()

declare void @llvm.trap()

define i32 @f(i1 %c) {
  %1 = alloca { ptr, ptr }
  %2 = load ptr, ptr @__sanitizer_frame
  store ptr %2, ptr %1
  %3 = getelementptr i8, ptr %1, i32 4
  br i1 %c, label %more, label %end

more:
  store ptr @2, ptr %3
  store ptr %1, ptr @__sanitizer_frame
  call void @g()
  store ptr @5, ptr %3
  store ptr %1, ptr @__sanitizer_frame
  call void @g()
  br label %end

end:
  %v = load i32, ptr @__sanitizer_variable_count, align 4
  store ptr %2, ptr @__sanitizer_frame
  ret i32 %v
}

define void @trapping() {
  call void @llvm.trap()
  unreachable
}

define void @unknown() {
  call void @g()
  ret void
}
