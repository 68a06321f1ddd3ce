; ModuleID = 'x.c'
source_filename = "a\\b.c"
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.a = type { i32, %struct.b* }
%struct.b = type { [4 x i8], %struct.a }
%"q\\\22" = type opaque

$any = comdat any

$"c\\" = comdat noduplicates

@x = internal unnamed_addr global %struct.a zeroinitializer, align 4
@y = external global i8
@s = local_unnamed_addr addrspace(1) constant [3 x i8] c"a\\\00", align 1
@t = thread_local(initialexec) global float 0x3FF3C0CA20000000, comdat($any)
@d = global double 0x40FE240B33333333, comdat($"c\\")
@e = global double 0x427F4000
@q = external global %"q\\\22"
@v = global i32 7 #0
@l = dso_local global i32 0
@part = global i32 0, partition "p"
@0 = private global float 2.500000e+00
@"a\\b" = hidden global i8 0

@al = weak alias i32, getelementptr inbounds (%struct.a, %struct.a* @x, i32 0, i32 0)

@if = ifunc void (), void ()* ()* @res

; Function Attrs: nounwind
declare i32 @printf(i8* nocapture readonly, ...) #1

declare i32 @pers(...)

declare void @llvm.foo(metadata)

declare void @im(i1 immarg)

define void ()* @res() {
  ret void ()* null
}

; Function Attrs: nounwind readonly speculatable uwtable alignstack(8)
define hidden i32 @f(%struct.a* noalias byval(%struct.a) align 4 %l, i32 %0) #2 gc "g" personality i32 (...)* @pers {
  %n = alloca i64, i64 1, align 8
  %m = alloca i32
  %p = getelementptr inbounds %struct.a, %struct.a* %l, i32 0, i32 0
  %w = load i32, i32* %p, align 4, !tag !0
  %k = load volatile i32, i32* %p
  %c = icmp eq i32 %w, 0
  br i1 %c, label %2, label %3

2:                                                ; preds = %1
  %r = call i32 (i8*, ...) @printf(i8* null, i32 %w) #5
  call void @llvm.foo(metadata !1)
  %ff = fadd fast double 1.000000e+00, 2.500000e+00
  %fc = fmul contract double %ff, 2.000000e+00
  %fa = fmul reassoc nnan afn double %ff, 2.000000e+00
  %fn = fneg double %ff
  %se = select fast i1 %c, double %ff, double %fc
  %fr = freeze i32 %r
  ret i32 %r

3:                                                ; preds = %1
  %i = invoke i32 (...) @pers(i32 1)
          to label %4 unwind label %5

4:                                                ; preds = %3
  store atomic i32 1, i32* %p syncscope("agent") seq_cst, align 4
  fence syncscope("singlethread") acquire
  %u = atomicrmw add i32* %p, i32 1 seq_cst
  %z = cmpxchg weak i32* %p, i32 1, i32 2 acq_rel monotonic
  ret i32 %i

5:                                                ; preds = %3
  %lp = landingpad { i8*, i32 }
          cleanup
  resume { i8*, i32 } %lp

6:                                                ; No predecessors!
  unreachable
}

declare win64cc void @w()

declare amdgpu_hs void @h()

declare amdgpu_ls void @ls()

declare aarch64_vector_pcs void @vp()

declare tailcc void @tc()

define void @"s r"(i8* sret %0, <vscale x 2 x i64> %1) {
  ret void
}

; Function Attrs: nocf_check optforfuzzing
declare void @g4() #3

; Function Attrs: nofree nosync sanitize_memtag willreturn
declare void @g5() #4

attributes #0 = { "k"="v" }
attributes #1 = { nounwind "no-frame-pointer-elim"="true" }
attributes #2 = { nounwind readonly speculatable uwtable alignstack=8 "a"="c\\d" "b" }
attributes #3 = { nocf_check optforfuzzing }
attributes #4 = { nofree nosync sanitize_memtag willreturn }
attributes #5 = { readnone strictfp }

!llvm.ident = !{!0}

!0 = !{!"x\\", i32 4, null}
!1 = distinct !{!0}
