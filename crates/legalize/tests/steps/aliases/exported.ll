; What an exported alias stands for takes its name, unless it is exported too. A place within a
; variable has no name of its own.
; export: area
; export: size
; export: length
; export: second
define void @_start(i32 %info) {
  ret void
}
define internal i32 @area_of(i32 %width) {
  ret i32 %width
}
@area = alias i32 (i32), ptr @area_of
@length = global i32 1
@size = alias i32, ptr @length
@table = global [2 x i32] zeroinitializer
@second = alias i32, getelementptr (i32, ptr @table, i32 1)
