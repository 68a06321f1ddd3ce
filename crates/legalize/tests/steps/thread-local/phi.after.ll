
@c = internal global i32 0

define internal ptr @f(i1 %which) {
entry:
  %0 = call ptr @llvm.nacl.read.tp()
  %1 = getelementptr i8, ptr %0, i32 -8
  %2 = getelementptr i8, ptr %0, i32 -4
  %3 = getelementptr i8, ptr %2, i32 2
  br i1 %which, label %one, label %two

one:
  br label %end

two:
  br label %end

end:
  %p = phi ptr [ %1, %one ], [ %3, %two ]
  %q = phi ptr [ @c, %one ], [ null, %two ]
  ret ptr %p
}

declare ptr @llvm.nacl.read.tp()
