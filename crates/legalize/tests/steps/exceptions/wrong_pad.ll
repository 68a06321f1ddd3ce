; A landing pad of another language.
; exceptions: sjlj
; error: F0202 a landing pad must have type { ptr, i32 }
declare void @may_throw()
declare i32 @personality(...)
define void @f() personality ptr @personality {
  invoke void @may_throw() to label %good unwind label %bad
good:
  ret void
bad:
  %e = landingpad { i64, i32 } cleanup
  ret void
}
