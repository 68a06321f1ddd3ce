; Sums carry, shifts move whole parts first, comparisons go from the last part on.
define i1 @computes(ptr %p, ptr %q) {
  %a = load i128, ptr %p
  %b = load i128, ptr %q
  %sum = add i128 %a, %b
  %shifted = lshr i128 %sum, 72
  %product = mul i128 %shifted, %b
  %less = icmp slt i128 %product, %a
  ret i1 %less
}
define i32 @middle(ptr %p, i64 %n) {
  %v = load i100, ptr %p, align 4
  %n100 = zext i64 %n to i100
  %up = shl i100 %v, %n100
  %all = xor i100 %up, -1
  %r = trunc i100 %all to i32
  ret i32 %r
}
