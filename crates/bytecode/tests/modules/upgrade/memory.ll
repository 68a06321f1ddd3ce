; Memory of the heap and the stack, addresses, and what fills memory.
%Cell = type { int, %Cell* }
%fmt = internal constant [7 x sbyte] c"%d %d\0A\00"
declare int %printf(sbyte*, ...)
declare void %llvm.memcpy(sbyte*, sbyte*, uint, uint)
declare void %llvm.memset(sbyte*, ubyte, uint, uint)
declare void %llvm.memmove(sbyte*, sbyte*, uint, uint)
void %show(int %a, int %b) {
	%f = getelementptr [7 x sbyte]* %fmt, long 0, long 0
	call int (sbyte*, ...)* %printf(sbyte* %f, int %a, int %b)
	ret void
}
%Cell* %cons(int %head, %Cell* %tail) {
	%c = malloc %Cell
	%h = getelementptr %Cell* %c, long 0, ubyte 0
	store int %head, int* %h
	%t = getelementptr %Cell* %c, long 0, ubyte 1
	store %Cell* %tail, %Cell** %t
	ret %Cell* %c
}
int %sum(%Cell* %list) {
entry:
	br label %head
head:
	%c = phi %Cell* [ %list, %entry ], [ %next, %body ]
	%s = phi int [ 0, %entry ], [ %s2, %body ]
	%end = seteq %Cell* %c, null
	br bool %end, label %out, label %body
body:
	%h = getelementptr %Cell* %c, long 0, ubyte 0
	%v = load int* %h
	%s2 = add int %s, %v
	%t = getelementptr %Cell* %c, long 0, ubyte 1
	%next = load %Cell** %t
	free %Cell* %c
	br label %head
out:
	ret int %s
}
int %main() {
	%a = call %Cell* %cons(int 3, %Cell* null)
	%b = call %Cell* %cons(int 40, %Cell* %a)
	%c = call %Cell* %cons(int 500, %Cell* %b)
	%s = call int %sum(%Cell* %c)
	call void %show(int %s, int 0)		; 543 0
	%n = add uint 2, 3
	%array = malloc int, uint %n
	%last = getelementptr int* %array, long 4
	store int 77, int* %last
	%before = getelementptr int* %last, long -4
	store int 66, int* %before
	%first = load int* %array
	%x = load int* %last
	call void %show(int %first, int %x)	; 66 77
	%frame = alloca int, uint %n
	%to = cast int* %frame to sbyte*
	%from = cast int* %array to sbyte*
	call void %llvm.memcpy(sbyte* %to, sbyte* %from, uint 20, uint 4)
	%second = getelementptr int* %frame, long 1
	%to2 = cast int* %second to sbyte*
	call void %llvm.memmove(sbyte* %to2, sbyte* %to, uint 4, uint 0)
	%y = load int* %second
	call void %llvm.memset(sbyte* %to, ubyte 255, uint 4, uint 1)
	%z = load int* %frame
	call void %show(int %y, int %z)		; 66 -1
	%far = getelementptr sbyte* %to, uint 4294967295
	%fari = cast sbyte* %far to ulong
	%toi = cast sbyte* %to to ulong
	%d = sub ulong %fari, %toi
	%d1 = shr ulong %d, ubyte 31
	%d2 = cast ulong %d1 to int
	%near = getelementptr sbyte* %to, int -1
	%neari = cast sbyte* %near to ulong
	%e = sub ulong %toi, %neari
	%e1 = cast ulong %e to int
	call void %show(int %d2, int %e1)	; 1 1
	free int* %array
	ret int 0
}
