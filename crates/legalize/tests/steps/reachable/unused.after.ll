
@used = internal global i32 1

@list = internal global ptr @by_data

define void @_start(i32 %info) {
entry:
  br i1 true, label %end, label %other

other:
  call void @by_code()
  br label %end

end:
  %v = phi ptr [ @list, %entry ], [ @used, %other ]
  ret void
}

define internal void @by_code() {
  %v = call double @llvm.floor.f64(double 1.500000e+00)
  ret void
}

define internal void @by_data() {
  ret void
}

define internal double @floor(double %v) {
  ret double %v
}

declare double @llvm.floor.f64(double)
