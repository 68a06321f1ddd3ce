; Blocks are numbered from 1 where their addresses are taken, in code and in data; a
; destination that is named twice is one case, and a phi has one entry for it.
@labels = constant [2 x ptr] [ptr blockaddress(@f, %one), ptr blockaddress(@f, %two)]
@distance = constant i32 sub (i32 ptrtoint (ptr blockaddress(@f, %two) to i32), i32 ptrtoint (ptr blockaddress(@f, %one) to i32))
define i32 @f(i32 %n, i1 %again) {
entry:
  %place = getelementptr ptr, ptr @labels, i32 %n
  %to = load ptr, ptr %place
  indirectbr ptr %to, [label %one, label %two, label %one, label %never]
one:
  %v = phi i32 [ %n, %entry ], [ %n, %entry ], [ 7, %two ]
  ret i32 %v
two:
  %next = select i1 %again, ptr blockaddress(@f, %one), ptr blockaddress(@f, %two)
  indirectbr ptr %next, [label %one, label %two]
never:
  ret i32 0
}
