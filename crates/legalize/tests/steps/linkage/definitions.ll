; All that is defined becomes internal, and says nothing to a linker.
$group = comdat any
@count = common global i32 0, align 4
@weak = weak global i32 1, section "elsewhere"
@shown = hidden local_unnamed_addr constant i32 2
@own = private unnamed_addr constant i32 3
@elsewhere = external global i32
@only_inlined = available_externally constant i32 4
@llvm.used = appending global [1 x ptr] [ptr @own], section "llvm.metadata"
@llvm.compiler.used = appending global [1 x ptr] [ptr @weak], section "llvm.metadata"
define linkonce_odr void @f() comdat($group) gc "shadow-stack" {
  store i32 0, ptr @elsewhere
  ret void
}
define available_externally i32 @g() {
  ret i32 4
}
define void @_start(i32 %info) {
  ret void
}
