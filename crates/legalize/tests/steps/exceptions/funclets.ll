; Exceptions of another system.
; exceptions: sjlj
; error: F0202 uses another exception ABI
declare void @may_throw()
declare i32 @__CxxFrameHandler3(...)
define void @f() personality ptr @__CxxFrameHandler3 {
  invoke void @may_throw() to label %good unwind label %bad
good:
  ret void
bad:
  %pad = cleanuppad within none []
  cleanupret from %pad unwind to caller
}
