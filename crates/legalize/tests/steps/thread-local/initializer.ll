; No variable can begin with the address of a thread-local one.
; error: F0103 `list` is initialised
@a = thread_local global i32 0
@list = global { i32, ptr } { i32 1, ptr getelementptr (i8, ptr @a, i32 1) }
