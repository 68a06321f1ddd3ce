
declare i32 @__gxx_personality_v0(...)

define void @_start(i32 %info) {
  ret void
}

define void @f() {
  invoke void @_start(i32 0)
          to label %good unwind label %bad

good:
  ret void

bad:
  %e = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %e
}
