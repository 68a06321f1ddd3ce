; Choices, phis and switches.
define i32 @flow(ptr %p, i1 %c) {
entry:
  %v = load i128, ptr %p
  switch i128 %v, label %done [ i128 -1, label %loop
                                i128 36893488147419103232, label %done ]
loop:
  %i = phi i128 [ 0, %entry ], [ %next, %loop ]
  %next = select i1 %c, i128 undef, i128 %i
  br i1 %c, label %loop, label %done
done:
  %r = phi i128 [ %v, %entry ], [ %v, %entry ], [ %next, %loop ]
  %t = trunc i128 %r to i32
  ret i32 %t
}
