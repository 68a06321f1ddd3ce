; An export has to be defined.
; export: area
; export: nowhere
; error: F0101 `area` is exported but not defined
; error: F0101 `nowhere` is exported but not defined
define void @_start(i32 %info) {
  ret void
}
declare i32 @area(i32)
