
define internal i32 @all(i32 %0, i32 %1) {
  %a = trunc i32 %0 to i1
  %b = trunc i32 %1 to i1
  %add = xor i1 %a, %b
  %mul = and i1 %a, %add
  %3 = xor i1 %mul, %b
  %ult = and i1 %3, %b
  %4 = xor i1 %ult, %b
  %5 = and i1 %4, %ult
  %sge = xor i1 %5, true
  %6 = xor i1 %sge, %a
  %eq = xor i1 %6, true
  %7 = xor i1 %eq, %a
  %slt = and i1 %7, %eq
  %8 = zext i1 %slt to i32
  ret i32 %8
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
