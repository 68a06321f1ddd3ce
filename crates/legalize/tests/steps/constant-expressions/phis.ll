; What a phi is given is computed at the end of the block that it comes from,
; once for all edges.
@g = global [8 x i8] zeroinitializer
define ptr @f(i32 %n, ptr %p) {
entry:
  switch i32 %n, label %other [
    i32 1, label %end
    i32 2, label %end
  ]
other:
  br label %end
end:
  %r = phi ptr [ getelementptr (i8, ptr @g, i32 1), %entry ], [ getelementptr (i8, ptr @g, i32 1), %entry ], [ %p, %other ]
  %s = phi i32 [ 0, %entry ], [ 0, %entry ], [ ptrtoint (ptr @g to i32), %other ]
  store i32 %s, ptr %r
  ret ptr %r
}
