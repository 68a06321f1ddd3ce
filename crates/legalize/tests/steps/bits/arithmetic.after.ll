
define internal i32 @all(i32 %0, i32 %1) {
  %a = trunc i32 %0 to i1
  %b = trunc i32 %1 to i1
  %3 = xor i1 %a, %b
  %4 = and i1 %a, %3
  %5 = xor i1 %4, %b
  %6 = and i1 %5, %b
  %7 = xor i1 %6, %b
  %8 = and i1 %7, %6
  %9 = xor i1 %8, true
  %10 = xor i1 %9, %a
  %11 = xor i1 %10, true
  %12 = xor i1 %11, %a
  %13 = and i1 %12, %11
  %14 = zext i1 %13 to i32
  ret i32 %14
}

define internal i32 @switch(i32 %0) {
  %a = trunc i32 %0 to i1
  %2 = zext i1 %a to i8
  switch i8 %2, label %no [
    i8 1, label %yes
  ]

yes:
  ret i32 1

no:
  ret i32 0
}
