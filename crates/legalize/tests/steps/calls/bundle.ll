; Bundles that change what a call does are refused.
; error: F0207 `clang.arc.attachedcall`
declare ptr @llvm.objc.retainAutoreleasedReturnValue(ptr)
define ptr @f(ptr %function) {
  %r = call ptr %function() [ "clang.arc.attachedcall"(ptr @llvm.objc.retainAutoreleasedReturnValue) ]
  ret ptr %r
}
