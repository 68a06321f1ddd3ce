
%pair = type { i32, [4 x i16] }

define internal ptr @f(ptr %p, i32 %i, i32 %0, i64 %wide) {
  %small = trunc i32 %0 to i16
  %2 = mul i32 %i, 12
  %3 = ptrtoint ptr %p to i32
  %4 = add i32 %3, %2
  %5 = add i32 %4, 8
  %a = inttoptr i32 %5 to ptr
  %6 = sext i16 %small to i32
  %7 = shl i32 %6, 3
  %8 = ptrtoint ptr %p to i32
  %9 = add i32 %8, %7
  %10 = trunc i64 %wide to i32
  %11 = shl i32 %10, 1
  %12 = add i32 %9, %11
  %b = inttoptr i32 %12 to ptr
  %13 = ptrtoint ptr %p to i32
  %14 = add i32 %13, %i
  %c = inttoptr i32 %14 to ptr
  %15 = ptrtoint ptr %p to i32
  %16 = add i32 %15, -4
  %d = inttoptr i32 %16 to ptr
  %17 = ptrtoint ptr %p to i32
  %18 = add i32 %17, -8
  %e = inttoptr i32 %18 to ptr
  %19 = ptrtoint ptr %p to i32
  %20 = add i32 %19, 8
  %g = inttoptr i32 %20 to ptr
  ret ptr %a
}
