
define internal i32 @f(ptr %function) {
  %a = call i32 %function(i32 1)
  %b = call i32 @f(ptr null)
  %c = tail call i32 @f(ptr null)
  ret i32 %c
}
