; A library is no program.
; library: libx.pso
; error: F0003 a library cannot define
target triple = "le32-unknown-nacl"

define void @_start(i32 %info) {
  ret void
}
