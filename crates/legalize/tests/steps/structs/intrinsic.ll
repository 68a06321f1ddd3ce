; error: F0204 `llvm.experimental.stepping` takes or returns
declare { i32, i32 } @llvm.experimental.stepping(i32)
define i32 @f() {
  %r = call { i32, i32 } @llvm.experimental.stepping(i32 0)
  %e = extractvalue { i32, i32 } %r, 0
  ret i32 %e
}
