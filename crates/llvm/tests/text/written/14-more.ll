; ModuleID = 'x.c'
source_filename = "c.ll"

%0 = type <{ i8, i16 }>
%opaque = type opaque

@g = external dso_local global i32, section "s", align 16
@e = external thread_local(localexec) constant i64
@c = common global [4 x i16] zeroinitializer, align 2
@w = extern_weak dllimport global %opaque
@h = hidden global half 0xH3C00
@b = protected addrspace(1) externally_initialized global bfloat 0xR3F80
@fp = global x86_fp80 0xK3FFF8000000000000000, align 16
@v = linkonce_odr local_unnamed_addr constant <2 x i8*> <i8* null, i8* inttoptr (i64 5 to i8*)>
@st = private constant %0 <{ i8 1, i16 -2 }>, align 1
@ga = available_externally global i8* getelementptr (i8, i8* bitcast (void ()* @f1 to i8*), i64 4)
@ba = global i8* blockaddress(@f2, %tgt)
@ar = global [2 x float] [float 0x7FF8000000000000, float -0.000000e+00]
@g2 = global i32 poison
@llvm.used = appending global [1 x i8*] [i8* bitcast (i32* @g2 to i8*)], section "llvm.metadata"

@alias1 = hidden alias i8, bitcast (i32* @g2 to i8*)

@ifn = ifunc void (), void ()* ()* @res

; Function Attrs: argmemonly nounwind readonly
declare token @llvm.coro.id(i32, i8* readnone, i8* nocapture readonly, i8*) #0

; Function Attrs: inaccessiblememonly nofree nosync nounwind willreturn
declare void @llvm.assume(i1 noundef) #1

declare void @llvm.foo.md(metadata)

declare i32 @pers(...)

declare extern_weak x86_stdcallcc noalias i8* @ext(i32 inreg signext, i64 zeroext, ...)

define void ()* @res() {
  ret void ()* null
}

; Function Attrs: inlinehint noinline
define weak_odr preserve_mostcc nonnull i8* @f3(i8* nonnull returned align 4 %x) #2 {
  ret i8* %x
}

; Function Attrs: cold inaccessiblemem_or_argmemonly minsize noredzone ssp
define void @f1() #3 {
  ret void
}

define i32 @f2(i32 %n, ...) personality i32 (...)* @pers {
  %a = alloca inalloca i32, align 4
  %b = alloca i8, i32 %n, align 1
  %va = va_arg i8* %b, i32
  %cmp = fcmp fast olt double 1.000000e+00, 2.000000e+00
  %s = select i1 %cmp, i32 1, i32 2
  %e = extractvalue { i32, [2 x i8] } undef, 1, 0
  %i = insertvalue { i32, [2 x i8] } undef, i8 %e, 1, 1
  %ee = extractelement <4 x i32> zeroinitializer, i32 %s
  %ie = insertelement <4 x i32> undef, i32 1, i64 0
  %sh = shufflevector <vscale x 4 x i32> undef, <vscale x 4 x i32> undef, <vscale x 4 x i32> zeroinitializer
  %ext = sext i32 %s to i64
  %ac = addrspacecast i8* %b to i8 addrspace(3)*
  %ld = load volatile i8, i8 addrspace(3)* %ac, align 1
  %la = load atomic i32, i32* %a syncscope("singlethread") acquire, align 4
  store atomic volatile i32 1, i32* %a seq_cst, align 4
  fence syncscope("agent") release
  %sub = sub nuw nsw i32 %la, 1
  %ud = udiv exact i32 %sub, 2
  %ar = ashr exact i32 %ud, 1
  call void @llvm.assume(i1 true) [ "align"(i32* %a, i64 8), "x"() ]
  call void @llvm.foo.md(metadata i32 %n)
  call void @llvm.foo.md(metadata !3)
  call void @llvm.foo.md(metadata !"str")
  %p = call reassoc nnan float @ff(float 1.500000e+00)
  notail call void @f1() #6
  indirectbr i8* blockaddress(@f2, %tgt), [label %tgt, label %x]

tgt:                                              ; preds = %0
  br label %n1

n1:                                               ; preds = %tgt
  invoke void @f1()
          to label %x unwind label %cs

x:                                                ; preds = %y, %n1, %0
  ret i32 0

cs:                                               ; preds = %n1
  %w = catchswitch within none [label %cp] unwind to caller

cp:                                               ; preds = %cs
  %c = catchpad within %w [i8* null, i32 64]
  invoke void @f1() [ "funclet"(token %c) ]
          to label %y unwind label %cl

y:                                                ; preds = %cp
  catchret from %c to label %x

cl:                                               ; preds = %cp
  %k = cleanuppad within %c []
  cleanupret from %k unwind to caller
}

declare float @ff(float)

define i32 @tc(i32 %n, ...) {
  %r = musttail call i32 (i32, ...) @f2(i32 %n, ...)
  ret i32 %r
}

define amdgpu_kernel void @kk() {
  ret void
}

define cc99 void @kl() {
  ret void
}

define swifttailcc void @"q uoted"(i8* swiftself %0, i8** swifterror %1) #4 {
  ret void
}

; Function Attrs: allocsize(1,2) vscale_range(1,2)
define x86_regcallcc void @kr(i8* byval(i8) %0, i32 %1, i32 %2) #5 {
  ret void
}

attributes #0 = { argmemonly nounwind readonly }
attributes #1 = { inaccessiblememonly nofree nosync nounwind willreturn }
attributes #2 = { inlinehint noinline }
attributes #3 = { cold inaccessiblemem_or_argmemonly minsize noredzone ssp "a"="1" "z" }
attributes #4 = { "ab"="c\\d" }
attributes #5 = { allocsize(1,2) vscale_range(1,2) }
attributes #6 = { nounwind }

!named = !{}
!x = !{!0}

!0 = !{null, !1, !2, i64 5, !"a\00b\\"}
!1 = distinct !{!1}
!2 = !{}
!3 = !{!"s", i32 7}
