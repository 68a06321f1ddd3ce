
@__init_array_start = internal constant [0 x ptr] zeroinitializer, align 4

@__dso_handle = internal global i8 0, align 4

define internal i1 @any() {
  %any = icmp ne ptr @__init_array_start, getelementptr inbounds ([0 x ptr], ptr @__init_array_start, i32 1)
  %handle = load i8, ptr @__dso_handle, align 1
  ret i1 %any
}
