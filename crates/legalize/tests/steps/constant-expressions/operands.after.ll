
@g = internal global [8 x i32] zeroinitializer

define internal i32 @f(i1 %c) {
entry:
  %0 = getelementptr [8 x i32], ptr @g, i32 0, i32 3
  store i32 1, ptr %0, align 4
  %a = load i32, ptr %0, align 4
  %1 = ptrtoint ptr @g to i64
  %2 = getelementptr i8, ptr @g, i32 4
  %3 = ptrtoint ptr %2 to i64
  %4 = sub i64 %3, %1
  %5 = trunc i64 %4 to i32
  %b = add i32 %a, %5
  br i1 %c, label %then, label %end

then:
  %6 = getelementptr [8 x i32], ptr @g, i32 0, i32 3
  store i32 2, ptr %6, align 4
  br label %end

end:
  ret i32 %b
}
