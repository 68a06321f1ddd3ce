; Calls with attributes, conventions, bundles and assembly.
%big = type { i32, [6 x i32] }

declare i32 @callee(i32, ...)
declare void @takes(ptr sret(%big), ptr byval(%big) align 4, i8 zeroext, i16 signext)
declare void @in.alloca(ptr inalloca(%big))
declare noalias nonnull align 16 dereferenceable(32) ptr @make(i64) #0
declare i32 @twice(ptr) #1

define fastcc i32 @calls(i32 %x, ptr %f, ptr nocapture readonly dereferenceable_or_null(8) %p) #2 {
  %1 = call i32 (i32, ...) @callee(i32 %x)
  %2 = tail call i32 (i32, ...) @callee(i32 %x, double 1.0, ptr %p)
  %3 = call fastcc i32 %f(i32 inreg %2) nounwind
  %4 = notail call zeroext i8 @small(i8 signext 3)
  %5 = call i32 @twice(ptr %p) #3
  %6 = call coldcc i32 @cold(i32 %5) [ "deopt"(i32 1, ptr %p), "other"() ]
  %7 = call reassoc nnan float @floating(float 1.0)
  call cc 77 void @numbered()
  ret i32 %6
}

declare i8 @small(i8)
declare coldcc i32 @cold(i32)
declare float @floating(float)
declare cc 77 void @numbered()

define i32 @must(i32 %x) {
  %1 = musttail call i32 @must(i32 %x)
  ret i32 %1
}

define void @passes(ptr %p) {
  call void @takes(ptr sret(%big) %p, ptr byval(%big) align 4 %p, i8 zeroext 1, i16 signext 2)
  ret void
}

define i32 @assembly(i32 %x, ptr %p) {
  call void asm sideeffect "", "~{memory}"()
  %1 = call i32 asm "mov $1, $0", "=r,r"(i32 %x)
  %2 = call i32 asm sideeffect alignstack inteldialect "nop", "=r,r,~{cc}"(i32 %1)
  call void asm "store", "*m,r"(ptr elementtype(i32) %p, i32 %2)
  ret i32 %2
}

define void @metadata() {
  %1 = call i32 @llvm.read_register.i32(metadata !0)
  %2 = call float @llvm.experimental.constrained.fadd.f32(float 1.0, float 2.0, metadata !"round.tonearest", metadata !"fpexcept.strict") #4
  ret void
}

declare i32 @llvm.read_register.i32(metadata)
declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)

attributes #0 = { allocsize(0) cold noinline "key"="value" "alone" }
attributes #1 = { returns_twice }
attributes #2 = { noreturn nounwind uwtable alignstack=16 "frame-pointer"="all" }
attributes #3 = { returns_twice nounwind }
attributes #4 = { strictfp }

!0 = !{!"esp"}
