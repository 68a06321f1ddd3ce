; error: F0207 a parameter is `nest`
define void @f(ptr nest %p) {
  ret void
}
