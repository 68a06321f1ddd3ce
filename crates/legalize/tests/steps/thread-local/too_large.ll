; A block that no address space has room for.
; error: F0301 thread-local variables take more than
@a = thread_local global [1073741825 x i8] zeroinitializer
