; Without constructors the arrays are empty; without a list only the array that is
; declared is made.
@__init_array_start = external global ptr
@__init_array_end = external global ptr
@__dso_handle = external hidden global i8
define i1 @any() {
  %any = icmp ne ptr @__init_array_start, @__init_array_end
  %handle = load i8, ptr @__dso_handle
  ret i1 %any
}
