; What each thread begins with is the same.
; library: libx.pso
; error: F0103 `mine` is thread-local, but its initial value contains an address
target triple = "le32-unknown-nacl"

@theirs = external global i32
@mine = thread_local global ptr @theirs
