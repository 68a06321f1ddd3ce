; Exports stay with what they lead to, though nothing leads to them.
; export: area
; export: limit
@limit = global i32 1
@scale = global i32 2
@unused = global i32 3
define void @_start(i32 %info) {
  ret void
}
define i32 @area(i32 %width) {
  %factor = load i32, ptr @scale
  %area = mul i32 %width, %factor
  ret i32 %area
}
define i32 @volume(i32 %width) {
  ret i32 %width
}
