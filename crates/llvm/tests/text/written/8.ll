; ModuleID = 'x.c'
source_filename = "x.c"
target datalayout = "e-p:32:32-i64:64"
target triple = "le32-unknown-nacl"

%struct.list = type { i32, %struct.list* }

$any = comdat any

@x = internal unnamed_addr global %struct.list zeroinitializer, align 4
@y = external global i8
@s = unnamed_addr addrspace(1) constant [3 x i8] c"a\5C\00", align 1
@t = thread_local(initialexec) global float 0x3FF3C0CA20000000, comdat($any)

@a = weak alias i32, getelementptr inbounds (%struct.list, %struct.list* @x, i32 0, i32 0)

; Function Attrs: nounwind
declare i32 @printf(i8* nocapture readonly, ...) #0

declare void @llvm.foo(metadata)

declare i32 @pers(...)

; Function Attrs: nounwind readonly uwtable alignstack(8)
define hidden i32 @f(%struct.list* noalias %l, i32) #1 personality i32 (...)* @pers {
  %n = alloca i64, i64 1, align 8
  %p = getelementptr inbounds %struct.list, %struct.list* %l, i32 0, i32 0
  %v = load i32, i32* %p, align 4, !tag !0
  %c = icmp eq i32 %v, 0
  br i1 %c, label %2, label %3

; <label>:2:                                      ; preds = %1
  %r = call i32 (i8*, ...) @printf(i8* null, i32 %v) #2
  call void @llvm.foo(metadata !1)
  %ff = fadd fast double 1.000000e+00, 2.500000e+00
  ret i32 %r

; <label>:3:                                      ; preds = %1
  %i = invoke i32 (...) @pers(i32 1)
          to label %4 unwind label %5

; <label>:4:                                      ; preds = %3
  store atomic i32 1, i32* %p syncscope("singlethread") seq_cst, align 4
  ret i32 %i

; <label>:5:                                      ; preds = %3
  %e = landingpad { i8*, i32 }
          cleanup
  resume { i8*, i32 } %e
                                                  ; No predecessors!
  unreachable
}

declare fastcc void @g()

attributes #0 = { nounwind "no-frame-pointer-elim"="true" }
attributes #1 = { nounwind readonly uwtable alignstack=8 "a"="c\5Cd" "b" }
attributes #2 = { readnone }

!llvm.ident = !{!0}

!0 = !{!"x", i32 4, null}
!1 = !{!0}
