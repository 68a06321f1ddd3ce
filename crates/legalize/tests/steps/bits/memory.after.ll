
define internal i32 @exchange(ptr %p, i32 %0) {
  %new = trunc i32 %0 to i1
  %2 = load i8, ptr %p, align 1
  %old = trunc i8 %2 to i1
  %3 = zext i1 %new to i8
  store i8 %3, ptr %p, align 1
  store i8 1, ptr %p, align 1
  %4 = zext i1 %old to i32
  ret i32 %4
}
