; Values go through: alone, in pairs, and by addresses; what nothing goes into is zero.
define i32 @f(i32 %x, i64 %y, ptr %p) {
  %one = call i32 asm sideeffect "", "=r,0"(i32 %x)
  %two = call { i64, i32 } asm "", "=r,=r,1,0,r"(i32 %one, i64 %y, i32 5)
  %second = extractvalue { i64, i32 } %two, 1
  call void asm sideeffect "", "=*m,*m"(ptr elementtype(i32) %p, ptr elementtype(i32) %p)
  %none = call i32 asm " ", "=r"()
  %sum = add i32 %second, %none
  ret i32 %sum
}
