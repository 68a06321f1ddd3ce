; Each expression is computed in front of its first use in a block, and nested
; ones in front of it.
@g = global [8 x i32] zeroinitializer
define i32 @f(i1 %c) {
entry:
  store i32 1, ptr getelementptr ([8 x i32], ptr @g, i32 0, i32 3)
  %a = load i32, ptr getelementptr ([8 x i32], ptr @g, i32 0, i32 3)
  %b = add i32 %a, trunc (i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @g, i32 4) to i64), i64 ptrtoint (ptr @g to i64)) to i32)
  br i1 %c, label %then, label %end
then:
  store i32 2, ptr getelementptr ([8 x i32], ptr @g, i32 0, i32 3)
  br label %end
end:
  ret i32 %b
}
