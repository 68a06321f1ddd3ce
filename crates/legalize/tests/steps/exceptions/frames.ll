; Each call that may throw is made by a helper behind a setjmp, direct or not, with a
; result or without; what cannot throw is called as it is.
; exceptions: sjlj
%pair = type { i32, i32 }
@first = constant ptr null
@second = constant ptr null
@__pnacl_eh_type_table = external constant [0 x ptr]
@__pnacl_eh_action_table = external constant [0 x { i32, i32 }]
@__pnacl_eh_filter_table = external constant [0 x i32]
declare i32 @callee(i8 signext, ptr byval(%pair))
declare i32 @__gxx_personality_v0(...)
declare i32 @llvm.eh.typeid.for.p0(ptr)
declare void @llvm.donothing()
define i32 @f(ptr %indirect, ptr %p) personality ptr @__gxx_personality_v0 {
entry:
  invoke void %indirect(i32 7) to label %one unwind label %cleaned
one:
  %v = invoke i32 @callee(i8 signext 1, ptr byval(%pair) %p) to label %two unwind label %caught
two:
  %w = invoke i32 @callee(i8 signext 2, ptr byval(%pair) %p) to label %three unwind label %filtered
three:
  invoke void @llvm.donothing() to label %four unwind label %never
four:
  %sum = add i32 %v, %w
  ret i32 %sum
cleaned:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
caught:
  %c = landingpad { ptr, i32 } cleanup catch ptr @second catch ptr @first catch ptr null
  %clause = extractvalue { ptr, i32 } %c, 1
  %id = call i32 @llvm.eh.typeid.for.p0(ptr @first)
  %is = icmp eq i32 %clause, %id
  %r = zext i1 %is to i32
  ret i32 %r
filtered:
  %d = landingpad { ptr, i32 } filter [2 x ptr] [ptr @first, ptr @second] filter [0 x ptr] zeroinitializer
  ret i32 -1
never:
  %n = landingpad { ptr, i32 } cleanup
  ret i32 -2
}
