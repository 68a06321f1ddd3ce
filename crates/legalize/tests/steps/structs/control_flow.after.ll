
define internal i32 @f(i1 %c, ptr %p) {
entry:
  %0 = load i32, ptr %p, align 4
  %1 = getelementptr i8, ptr %p, i32 4
  %2 = load i8, ptr %1, align 4
  br label %loop

loop:
  %3 = phi i32 [ %0, %entry ], [ 1, %back ]
  %4 = phi i8 [ %2, %entry ], [ %8, %back ]
  %5 = phi i32 [ 0, %entry ], [ %3, %back ]
  %6 = phi i8 [ 0, %entry ], [ %4, %back ]
  br i1 %c, label %back, label %end

back:
  %7 = select i1 %c, i32 %3, i32 %5
  %8 = select i1 %c, i8 %4, i8 %6
  br label %loop

end:
  %r = freeze i32 %5
  %9 = freeze i8 %6
  ret i32 %r
}

define internal i32 @backwards(ptr %p) {
  br label %define

use:
  ret i32 %r

define:
  %r = load i32, ptr %p, align 4
  %1 = getelementptr i8, ptr %p, i32 4
  %2 = load i8, ptr %1, align 4
  br label %use
}

define internal i32 @unreached() {
  ret i32 0
}
