; Exceptions, and nothing was said about them.
; error: F0202 in f: this catches C++ exceptions, and so does another function: choose how to handle them with `--exceptions sjlj`
declare void @may_throw()
declare i32 @__gxx_personality_v0(...)
define void @f() personality ptr @__gxx_personality_v0 {
  invoke void @may_throw() to label %good unwind label %bad
good:
  ret void
bad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}
define void @g() personality ptr @__gxx_personality_v0 {
  invoke void @may_throw() to label %good unwind label %bad
good:
  ret void
bad:
  %e = landingpad { ptr, i32 } catch ptr null
  ret void
}
