; error: F0203 calling convention
define void @f(ptr %function) {
  %p = alloca inalloca { i32 }
  call void %function(ptr %p)
  ret void
}
