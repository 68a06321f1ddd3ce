
@labels = internal constant [2 x ptr] [ptr inttoptr (i32 1 to ptr), ptr inttoptr (i32 2 to ptr)]

@distance = internal constant i32 sub (i32 ptrtoint (ptr inttoptr (i32 2 to ptr) to i32), i32 ptrtoint (ptr inttoptr (i32 1 to ptr) to i32))

define internal i32 @f(i32 %n, i1 %again) {
entry:
  %place = getelementptr ptr, ptr @labels, i32 %n
  %to = load ptr, ptr %place, align 8
  %0 = ptrtoint ptr %to to i32
  switch i32 %0, label %1 [
    i32 1, label %one
    i32 2, label %two
  ]

1:
  unreachable

one:
  %v = phi i32 [ %n, %entry ], [ 7, %two ]
  ret i32 %v

two:
  %next = select i1 %again, ptr inttoptr (i32 1 to ptr), ptr inttoptr (i32 2 to ptr)
  %2 = ptrtoint ptr %next to i32
  switch i32 %2, label %1 [
    i32 1, label %one
    i32 2, label %two
  ]
}
