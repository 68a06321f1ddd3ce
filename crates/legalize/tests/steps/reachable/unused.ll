; What nothing leads to goes: blocks, functions, variables.
@used = global i32 1
@unused = global i32 2
@list = global ptr @by_data
define void @_start(i32 %info) {
entry:
  br i1 true, label %end, label %other
dead:
  store i32 0, ptr @unused
  br label %end
other:
  call void @by_code()
  br label %end
end:
  %v = phi ptr [ @list, %entry ], [ @used, %other ], [ @unused, %dead ]
  ret void
}
define void @by_code() {
  %v = call double @llvm.floor.f64(double 1.5)
  ret void
}
define void @by_data() {
  ret void
}
define double @floor(double %v) {
  ret double %v
}
define double @ceil(double %v) {
  ret double %v
}
define void @by_itself() {
  call void @by_itself()
  call void @missing()
  ret void
}
declare void @missing()
declare double @llvm.floor.f64(double)
