
define internal ptr @f(ptr %p, i32 %i) {
  %1 = shl i32 %i, 2
  %2 = ptrtoint ptr %p to i32
  %3 = add i32 %2, %1
  %a = inttoptr i32 %3 to ptr
  %4 = add i32 %3, 8
  %b = inttoptr i32 %4 to ptr
  %5 = add i32 %3, 12
  %c = inttoptr i32 %5 to ptr
  store ptr %b, ptr %c, align 8
  ret ptr %c
}
