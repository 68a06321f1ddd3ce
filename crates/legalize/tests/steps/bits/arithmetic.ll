; Arithmetic modulo two and comparisons are made of `and` and `xor`.
define i1 @all(i1 %a, i1 %b) {
  %add = add i1 %a, %b
  %mul = mul i1 %a, %add
  %div = udiv i1 %mul, %b
  %rem = srem i1 %div, %b
  %shl = shl i1 %div, %rem
  %ult = icmp ult i1 %shl, %b
  %sge = icmp sge i1 %ult, %b
  %eq = icmp eq i1 %sge, %a
  %slt = icmp slt i1 %eq, %a
  ret i1 %slt
}
define i32 @switch(i1 %a) {
  switch i1 %a, label %no [ i1 true, label %yes ]
yes:
  ret i32 1
no:
  ret i32 0
}
