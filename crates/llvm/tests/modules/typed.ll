; Pointers that say what they point to, for LLVM 14 and before.
%node = type { i32, %node*, [2 x i8*], void (i32)* }
%byvalue = type { i32, i32 }

@head = global %node { i32 1, %node* @head, [2 x i8*] [i8* getelementptr inbounds ([3 x i8], [3 x i8]* @text, i32 0, i32 1), i8* bitcast (%node* @head to i8*)], void (i32)* @taker }
@text = constant [3 x i8] c"ab\00"
@shared = alias i8, bitcast (%node* @head to i8*)

define void @taker(i32 %x) {
  ret void
}

define void @walk(%byvalue* sret(%byvalue) %s, %byvalue* byval(%byvalue) %b, %node* %n) {
entry:
  %field = getelementptr inbounds %node, %node* %n, i32 0, i32 1
  %next = load %node*, %node** %field
  %f = getelementptr %node, %node* %next, i64 0, i32 3
  %function = load void (i32)*, void (i32)** %f
  call void %function(i32 4)
  %raw = bitcast %node* %next to i8*
  store i8 1, i8* %raw
  %back = bitcast i8* %raw to i32*
  %old = cmpxchg i32* %back, i32 1, i32 2 seq_cst seq_cst
  %was = extractvalue { i32, i1 } %old, 0
  %sum = atomicrmw add i32* %back, i32 %was seq_cst
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* align 4 %raw, i8* %raw, i32 8, i1 false)
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %raw)
  %size = call i32 @llvm.objectsize.i32.p0i8(i8* %raw, i1 false, i1 true, i1 false)
  %saved = call i8* @llvm.stacksave()
  call void @llvm.stackrestore(i8* %saved)
  call void asm "", "*m"(i32* elementtype(i32) %back)
  %loaded = load i32, i32* %back
  br label %loop
loop:
  %p = phi i32* [ %back, %entry ], [ %q, %loop ]
  %q = getelementptr i32, i32* %p, i32 1
  %v = load i32, i32* %q
  %c = icmp eq i32* %q, null
  br i1 %c, label %out, label %loop
out:
  ret void
}

declare void @llvm.memcpy.p0i8.p0i8.i32(i8*, i8*, i32, i1)
declare void @llvm.lifetime.start.p0i8(i64, i8*)
declare i32 @llvm.objectsize.i32.p0i8(i8*, i1, i1, i1)
declare i8* @llvm.stacksave()
declare void @llvm.stackrestore(i8*)
