; An export has to be defined.
; export: area
; export: nowhere
; error: F0101 `area` is exported and defined nowhere
; error: F0101 `nowhere` is exported and defined nowhere
define void @_start(i32 %info) {
  ret void
}
declare i32 @area(i32)
