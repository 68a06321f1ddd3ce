
define internal ptr @taken() {
entry:
  br label %end

end:
  ret ptr inttoptr (i32 -1 to ptr)
}

define internal void @lost(ptr %to) {
  unreachable
}
