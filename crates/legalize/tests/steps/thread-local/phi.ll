; Addresses in phis are computed at the beginning of the function.
@a = thread_local global i32 0
@b = thread_local global i32 0
@c = global i32 0
define ptr @f(i1 %which) {
entry:
  br i1 %which, label %one, label %two
one:
  br label %end
two:
  br label %end
end:
  %p = phi ptr [ @a, %one ], [ getelementptr (i8, ptr @b, i32 2), %two ]
  %q = phi ptr [ @c, %one ], [ null, %two ]
  ret ptr %p
}
