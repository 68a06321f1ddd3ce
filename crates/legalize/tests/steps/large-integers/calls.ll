; Parameters are parts; a result is stored where the first parameter points to.
define i128 @f(i32 %n, i128 %v, i8 signext %c) {
  %r = call i128 @f(i32 %n, i128 %v, i8 signext %c)
  %s = call i8 @g(i128 %r)
  ret i128 %r
}
declare i8 @g(i128)
