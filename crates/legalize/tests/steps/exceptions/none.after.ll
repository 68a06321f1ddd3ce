
@type = external constant ptr

declare i32 @callee(i32)

declare i32 @__gxx_personality_v0(...)

declare i32 @llvm.eh.typeid.for.p0(ptr)

define i32 @f(i32 %n) {
entry:
  %v = call i32 @callee(i32 %n)
  br label %good

good:
  %w = phi i32 [ %v, %entry ]
  ret i32 %w
}
