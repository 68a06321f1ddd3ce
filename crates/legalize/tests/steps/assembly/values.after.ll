
define internal i32 @f(i32 %x, i64 %y, ptr %p) {
  %1 = insertvalue { i64, i32 } undef, i64 %y, 0
  %two = insertvalue { i64, i32 } %1, i32 %x, 1
  %second = extractvalue { i64, i32 } %two, 1
  %sum = add i32 %second, 0
  ret i32 %sum
}
