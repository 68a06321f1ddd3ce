; ModuleID = 'x.c'
source_filename = "a.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%0 = type { i8, i8 }
%struct.a = type { i32, %struct.b* }
%struct.b = type { [4 x i8], %struct.a }

$d = comdat nodeduplicate

$c = comdat any

@x = dso_local global i32 0, align 4
@y = internal unnamed_addr constant [3 x i8] c"ab\00", align 1
@t = thread_local(initialexec) global i32 1, comdat($c)
@n = external global %0
@s = global %struct.a { i32 1, %struct.b* null }
@0 = private global float 2.500000e+00

@al = weak alias i32, i32* @x

; Function Attrs: nofree nounwind
declare i32 @printf(i8* nocapture readonly, ...) #0

; Function Attrs: argmemonly nofree nounwind willreturn
declare void @llvm.memcpy.p0i8.p0i8.i64(i8* noalias nocapture writeonly, i8* noalias nocapture readonly, i64, i1 immarg) #1

declare i32 @__gxx_personality_v0(...)

; Function Attrs: argmemonly nounwind readonly uwtable alignstack(16)
define dso_local i32 @f(i32 %a, i32 %0) local_unnamed_addr #2 comdat($d) personality i32 (...)* @__gxx_personality_v0 {
  %p = alloca i32, align 4
  %q = alloca %struct.a, i64 4, align 8
  store i32 %a, i32* %p, align 4
  %2 = load i32, i32* %p, align 4
  %c = icmp eq i32 %2, 0
  br i1 %c, label %3, label %4

3:                                                ; preds = %1
  %g = getelementptr inbounds %struct.a, %struct.a* %q, i64 0, i32 0
  %r = call i32 (i8*, ...) @printf(i8* getelementptr inbounds ([3 x i8], [3 x i8]* @y, i64 0, i64 0), i32 %2) #3
  %x = atomicrmw add i32* %p, i32 1 seq_cst, align 4
  %z = cmpxchg weak volatile i32* %p, i32 1, i32 2 syncscope("x") acq_rel monotonic, align 4
  %fr = freeze i32 %r
  %ff = fneg fast float 1.000000e+00
  %fd = fadd nnan ninf double 0x3FF3C0C9539B8887, 3.250000e+00
  br label %5

4:                                                ; preds = %1
  %i = invoke i32 @f(i32 1, i32 undef)
          to label %5 unwind label %7

5:                                                ; preds = %4, %3
  %6 = phi i32 [ %r, %3 ], [ %i, %4 ]
  switch i32 %6, label %9 [
    i32 0, label %9
    i32 1, label %dead
  ]

7:                                                ; preds = %4
  %8 = landingpad { i8*, i32 }
          cleanup
          catch i8* null
  resume { i8*, i32 } %8

9:                                                ; preds = %5, %5
  ret i32 %6, !foo !1

dead:                                             ; preds = %5
  unreachable

10:                                               ; No predecessors!
  %sv = shufflevector <2 x i32> zeroinitializer, <2 x i32> undef, <4 x i32> <i32 0, i32 undef, i32 1, i32 3>
  %ia = call i32 asm sideeffect inteldialect "mov $0, $1", "=r,r"(i32 7) #4
  ret i32 %ia
}

define internal fastcc void @g(i8* byval(i8) align 8 %v, i8* sret(i8) dereferenceable(8) "foo"="b\22ar" %0) unnamed_addr section ".x" align 16 gc "shadow" prefix i32 7 {
entry:
  tail call void @llvm.memcpy.p0i8.p0i8.i64(i8* %v, i8* align 4 %v, i64 3, i1 false), !foo !2
  ret void
}

attributes #0 = { nofree nounwind "frame-pointer"="all" }
attributes #1 = { argmemonly nofree nounwind willreturn }
attributes #2 = { argmemonly nounwind readonly uwtable alignstack=16 "b" "no-x"="y" }
attributes #3 = { nounwind }
attributes #4 = { readnone }

!llvm.module.flags = !{!0}
!foo = !{!1, !2}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = distinct !{!1, !2, null}
!2 = !{!"x", i8* bitcast (i32* @x to i8*)}
