
@g = internal global [8 x i8] zeroinitializer

define internal ptr @f(i32 %n, ptr %p) {
entry:
  %0 = getelementptr i8, ptr @g, i32 1
  switch i32 %n, label %other [
    i32 1, label %end
    i32 2, label %end
  ]

other:
  %1 = ptrtoint ptr @g to i32
  br label %end

end:
  %r = phi ptr [ %0, %entry ], [ %0, %entry ], [ %p, %other ]
  %s = phi i32 [ 0, %entry ], [ 0, %entry ], [ %1, %other ]
  store i32 %s, ptr %r, align 4
  ret ptr %r
}
