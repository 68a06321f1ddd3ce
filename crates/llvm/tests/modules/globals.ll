; Variables, aliases, comdats, sections, linkages and what else globals have.
source_filename = "globals"
target datalayout = "e-m:e-p:32:32-i64:64-n32-S128"

%pair = type { i32, ptr }
%hidden = type opaque
%list = type { ptr, [2 x %pair] }

$group = comdat any
$largest = comdat largest

@plain = global i32 5
@constant = internal constant i64 -3, align 8
@text = private unnamed_addr constant [6 x i8] c"a\22\00\FFb\00"
@declared = external global %pair, align 4
@hidden.one = hidden global i8 0
@protected.one = protected global i8 1
@weak.one = weak global i32 7, section "data.rel", align 16
@weak.odr = weak_odr global i32 7, comdat($group)
@once = linkonce_odr global i32 7, comdat($largest)
@common.one = common global [4 x i32] zeroinitializer, align 4
@extern.weak = extern_weak global i32
@tls = thread_local global i32 3
@tls.le = thread_local(localexec) global i32 3
@tls.ie = internal thread_local(initialexec) global i32 undef
@spaced = addrspace(3) global float 1.5
@local = dso_local local_unnamed_addr global i16 -1
@outside = externally_initialized global i32 1
@appended = appending global [1 x ptr] [ptr @plain], section "llvm.metadata"
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @constructor, ptr null }]
@self = global ptr @self
@list = global %list { ptr @list, [2 x %pair] [%pair { i32 1, ptr @plain }, %pair zeroinitializer] }
@0 = private constant i8 9
@nameless = global ptr @0
@"odd name \01" = global i1 true

@other = alias i32, ptr @plain
@inner = weak hidden alias ptr, getelementptr inbounds (%pair, ptr getelementptr inbounds (%list, ptr @list, i32 0, i32 1, i32 1), i32 0, i32 1)
@chosen = ifunc i32 (i32), ptr @resolver

declare void @declared.function(i32, ...)
declare extern_weak fastcc i32 @weak.function()

define internal void @constructor() {
  ret void
}

define ptr @resolver() {
  ret ptr @target
}

define internal i32 @target(i32 %x) unnamed_addr section "text.hot" align 32 {
  ret i32 %x
}

define linkonce_odr hidden i32 @grouped() comdat($group) {
  ret i32 0
}

define void @collected() gc "shadow-stack" {
  ret void
}

define void @prefixed() prefix i32 123 prologue i8 -112 {
  ret void
}
