; error: F0207 `swiftself`
define void @f(ptr %function) {
  call swiftcc void %function(ptr swiftself %function)
  ret void
}
