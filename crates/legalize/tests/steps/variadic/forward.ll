; A thunk passes on what it was given.
define i32 @thunk(ptr %this, ...) {
  %r = musttail call i32 (ptr, ...) @method(ptr %this, ...)
  ret i32 %r
}
define i32 @method(ptr %this, ...) {
  ret i32 1
}
