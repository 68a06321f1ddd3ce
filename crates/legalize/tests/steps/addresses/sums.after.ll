source_filename = "<stdin>"

%pair = type { i32, [4 x i16] }

define internal ptr @f(ptr %p, i32 %i, i16 %small, i64 %wide) {
  %1 = mul i32 %i, 12
  %2 = ptrtoint ptr %p to i32
  %3 = add i32 %2, %1
  %4 = add i32 %3, 8
  %a = inttoptr i32 %4 to ptr
  %5 = sext i16 %small to i32
  %6 = shl i32 %5, 3
  %7 = ptrtoint ptr %p to i32
  %8 = add i32 %7, %6
  %9 = trunc i64 %wide to i32
  %10 = shl i32 %9, 1
  %11 = add i32 %8, %10
  %b = inttoptr i32 %11 to ptr
  %12 = ptrtoint ptr %p to i32
  %13 = add i32 %12, %i
  %c = inttoptr i32 %13 to ptr
  %14 = ptrtoint ptr %p to i32
  %15 = add i32 %14, -4
  %d = inttoptr i32 %15 to ptr
  %16 = ptrtoint ptr %p to i32
  %17 = add i32 %16, -8
  %e = inttoptr i32 %17 to ptr
  %18 = ptrtoint ptr %p to i32
  %19 = add i32 %18, 8
  %g = inttoptr i32 %19 to ptr
  ret ptr %a
}
