; The functions of the start code have one type.
; error: F0102 `__nacl_tp_tls_offset` is a symbol of the start code, so it must be an `i32 (i32)`
declare i64 @__nacl_tp_tls_offset(i64)
