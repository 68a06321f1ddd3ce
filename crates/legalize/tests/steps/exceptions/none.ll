; Nothing is ever caught: an invoke is a call, and landing pads go.
; exceptions: none
@type = external constant ptr
declare i32 @callee(i32)
declare i32 @__gxx_personality_v0(...)
declare i32 @llvm.eh.typeid.for.p0(ptr)
define i32 @f(i32 %n) personality ptr @__gxx_personality_v0 {
entry:
  %v = invoke i32 @callee(i32 %n) to label %good unwind label %bad
good:
  %w = phi i32 [ %v, %entry ], [ 0, %caught ]
  ret i32 %w
bad:
  %e = landingpad { ptr, i32 } cleanup catch ptr @type
  %clause = extractvalue { ptr, i32 } %e, 1
  %id = call i32 @llvm.eh.typeid.for.p0(ptr @type)
  %is = icmp eq i32 %clause, %id
  br i1 %is, label %caught, label %on
caught:
  br label %good
on:
  resume { ptr, i32 } %e
}
