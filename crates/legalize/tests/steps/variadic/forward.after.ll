
define internal i32 @thunk(ptr %this, ptr %0) {
  %r = call i32 @method(ptr %this, ptr %0)
  ret i32 %r
}

define internal i32 @method(ptr %this, ptr %0) {
  ret i32 1
}
