; Tail calls, conventions and bundles. Pointers are called as the call says.
define fastcc i32 @f(ptr %function) {
  %a = call coldcc i32 %function(i32 1)
  %b = notail call fastcc i32 @f(ptr null) [ "deopt"(i32 1) ]
  %c = musttail call fastcc i32 @f(ptr null)
  ret i32 %c
}
