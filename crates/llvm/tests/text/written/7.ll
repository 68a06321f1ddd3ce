; ModuleID = 'x.c'
source_filename = "a\5Cb.c"
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.a = type { i32, %struct.b* }
%struct.b = type { [4 x i8], %struct.a }
%"q\5C\22" = type opaque

$any = comdat any

$"c\5C" = comdat noduplicates

@x = internal unnamed_addr global %struct.a zeroinitializer, align 4
@y = external global i8
@s = local_unnamed_addr addrspace(1) constant [3 x i8] c"a\5C\00", align 1
@t = thread_local(initialexec) global float 0x3FF3C0CA20000000, comdat($any)
@d = global double 0x40FE240B33333333, comdat($"c\5C")
@e = global double 0x427F4000
@q = external global %"q\5C\22"
@v = global i32 7 #0
@l = dso_local global i32 0
@0 = private global float 2.500000e+00
@"a\5Cb" = hidden global i8 0

@al = weak alias i32, getelementptr inbounds (%struct.a, %struct.a* @x, i32 0, i32 0)

@if = ifunc void (), void ()* ()* @res

; Function Attrs: nounwind
declare i32 @printf(i8* nocapture readonly, ...) #1

declare i32 @pers(...)

declare void @llvm.foo(metadata)

define void ()* @res() {
  ret void ()* null
}

; Function Attrs: nounwind readonly speculatable uwtable alignstack(8)
define hidden i32 @f(%struct.a* byval noalias align 4 %l, i32) #2 gc "g" personality i32 (...)* @pers {
  %n = alloca i64, i64 1, align 8
  %m = alloca i32
  %p = getelementptr inbounds %struct.a, %struct.a* %l, i32 0, i32 0
  %w = load i32, i32* %p, align 4, !tag !0
  %k = load volatile i32, i32* %p
  %c = icmp eq i32 %w, 0
  br i1 %c, label %2, label %3

; <label>:2:                                      ; preds = %1
  %r = call i32 (i8*, ...) @printf(i8* null, i32 %w) #4
  call void @llvm.foo(metadata !1)
  %ff = fadd fast double 1.000000e+00, 2.500000e+00
  %fc = fmul contract double %ff, 2.000000e+00
  %fa = fmul reassoc nnan afn double %ff, 2.000000e+00
  ret i32 %r

; <label>:3:                                      ; preds = %1
  %i = invoke i32 (...) @pers(i32 1)
          to label %4 unwind label %5

; <label>:4:                                      ; preds = %3
  store atomic i32 1, i32* %p syncscope("agent") seq_cst, align 4
  fence syncscope("singlethread") acquire
  %u = atomicrmw add i32* %p, i32 1 seq_cst
  %z = cmpxchg weak i32* %p, i32 1, i32 2 acq_rel monotonic
  ret i32 %i

; <label>:5:                                      ; preds = %3
  %lp = landingpad { i8*, i32 }
          cleanup
  resume { i8*, i32 } %lp
                                                  ; No predecessors!
  unreachable
}

declare win64cc void @w()

declare amdgpu_hs void @h()

declare amdgpu_ls void @ls()

declare cc18 void @tc()

declare cc100 void @gfx()

define void @"s r"(i8* sret, i32) {
  ret void
}

; Function Attrs: nocf_check optforfuzzing
declare void @g4() #3

attributes #0 = { "k"="v" }
attributes #1 = { nounwind "no-frame-pointer-elim"="true" }
attributes #2 = { nounwind readonly speculatable uwtable alignstack=8 "a"="c\5Cd" "b" }
attributes #3 = { nocf_check optforfuzzing }
attributes #4 = { readnone strictfp }

!llvm.ident = !{!0}

!0 = !{!"x\5C", i32 4, null}
!1 = distinct !{!0}
