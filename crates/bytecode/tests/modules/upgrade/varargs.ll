; Lists of variable arguments: read in any order, copied, passed on.
%fmt = internal constant [16 x sbyte] c"%d %d %d %d %d\0A\00"
%nums = internal constant [13 x sbyte] c"%d, %d, %.1f\00"
%nl = internal constant [2 x sbyte] c"\0A\00"
%f2 = internal constant [12 x sbyte] c"%.2f %.3f \0A\00"
%p1 = internal constant [4 x sbyte] c"%s\0A\00"
declare int %printf(sbyte*, ...)
declare int %vprintf(sbyte*, sbyte*)
declare sbyte* %llvm.va_start()
declare sbyte* %llvm.va_copy(sbyte*)
declare void %llvm.va_end(sbyte*)
; The first argument is read twice and the third before the second.
void %anyorder(int %n, ...) {
	%ap = call sbyte* %llvm.va_start()
	%a1 = vaarg sbyte* %ap, int
	%a2 = vaarg sbyte* %ap, int
	%ap1 = vanext sbyte* %ap, int
	%ap2 = vanext sbyte* %ap1, int
	%c = vaarg sbyte* %ap2, int
	%b = vaarg sbyte* %ap1, int
	%copy = call sbyte* %llvm.va_copy(sbyte* %ap1)
	%b2 = vaarg sbyte* %copy, int
	%f = getelementptr [16 x sbyte]* %fmt, long 0, long 0
	call int (sbyte*, ...)* %printf(sbyte* %f, int %a1, int %a2, int %b, int %c, int %b2)
	call void %llvm.va_end(sbyte* %ap)
	ret void
}
; All small types, and float, which are passed wider.
void %small(int %n, ...) {
	%ap = call sbyte* %llvm.va_start()
	%sb = vaarg sbyte* %ap, sbyte
	%ap1 = vanext sbyte* %ap, sbyte
	%ub = vaarg sbyte* %ap1, ubyte
	%ap2 = vanext sbyte* %ap1, ubyte
	%sh = vaarg sbyte* %ap2, short
	%ap3 = vanext sbyte* %ap2, short
	%us = vaarg sbyte* %ap3, ushort
	%ap4 = vanext sbyte* %ap3, ushort
	%bo = vaarg sbyte* %ap4, bool
	%ap5 = vanext sbyte* %ap4, bool
	%fl = vaarg sbyte* %ap5, float
	%ap6 = vanext sbyte* %ap5, float
	%do = vaarg sbyte* %ap6, double
	%ap7 = vanext sbyte* %ap6, double
	%lo = vaarg sbyte* %ap7, long
	%ap8 = vanext sbyte* %ap7, long
	%st = vaarg sbyte* %ap8, sbyte*
	%f = getelementptr [16 x sbyte]* %fmt, long 0, long 0
	%sbi = cast sbyte %sb to int
	%ubi = cast ubyte %ub to int
	%shi = cast short %sh to int
	%usi = cast ushort %us to int
	%boi = cast bool %bo to int
	call int (sbyte*, ...)* %printf(sbyte* %f, int %sbi, int %ubi, int %shi, int %usi, int %boi)
	%g = getelementptr [12 x sbyte]* %f2, long 0, long 0
	%fld = cast float %fl to double
	call int (sbyte*, ...)* %printf(sbyte* %g, double %fld, double %do)
	%hi = shr long %lo, ubyte 32
	%hii = cast long %hi to int
	call int (sbyte*, ...)* %printf(sbyte* %f, int %hii, int 0, int 0, int 0, int 0)
	%s = getelementptr [4 x sbyte]* %p1, long 0, long 0
	call int (sbyte*, ...)* %printf(sbyte* %s, sbyte* %st)
	ret void
}
; A list is passed on twice, and is the same both times.
void %twice(sbyte* %format, sbyte* %list) {
	call int %vprintf(sbyte* %format, sbyte* %list)
	%n = getelementptr [2 x sbyte]* %nl, long 0, long 0
	call int (sbyte*, ...)* %printf(sbyte* %n)
	call int %vprintf(sbyte* %format, sbyte* %list)
	call int (sbyte*, ...)* %printf(sbyte* %n)
	ret void
}
void %logf(sbyte* %format, ...) {
	%ap = call sbyte* %llvm.va_start()
	call void %twice(sbyte* %format, sbyte* %ap)
	%second = vanext sbyte* %ap, int
	%v = vaarg sbyte* %second, int
	%f = getelementptr [16 x sbyte]* %fmt, long 0, long 0
	call int (sbyte*, ...)* %printf(sbyte* %f, int %v, int 0, int 0, int 0, int 0)
	call void %llvm.va_end(sbyte* %ap)
	ret void
}
; The list of the time before is used after the next one was made.
int %pairs(int %n, ...) {
entry:
	%ap = call sbyte* %llvm.va_start()
	br label %head
head:
	%i = phi int [ 0, %entry ], [ %i2, %body ]
	%s = phi int [ 0, %entry ], [ %s3, %body ]
	%cur = phi sbyte* [ %ap, %entry ], [ %next, %body ]
	%c = setlt int %i, %n
	br bool %c, label %body, label %exit
body:
	%next = vanext sbyte* %cur, int
	%b = vaarg sbyte* %next, int
	%a = vaarg sbyte* %cur, int
	%m = mul int %a, %b
	%s3 = add int %s, %m
	%i2 = add int %i, 1
	br label %head
exit:
	ret int %s
}
; A list in memory, as compilers of the time kept it.
int %inmemory(int %n, ...) {
	%slot = alloca sbyte*
	%ap = call sbyte* %llvm.va_start()
	store sbyte* %ap, sbyte** %slot
	%l1 = load sbyte** %slot
	%a = vaarg sbyte* %l1, int
	%n1 = vanext sbyte* %l1, int
	store sbyte* %n1, sbyte** %slot
	%l2 = load sbyte** %slot
	%b = vaarg sbyte* %l2, int
	%r = sub int %a, %b
	ret int %r
}
int %main() {
	call void (int, ...)* %anyorder(int 3, int 10, int 20, int 30)
	%text = getelementptr [13 x sbyte]* %nums, long 0, long 0
	call void (int, ...)* %small(int 9, sbyte -5, ubyte 250, short -300, ushort 60000, bool true, float 1.25, double 2.5, long 38654705664, sbyte* %text)
	call void (sbyte*, ...)* %logf(sbyte* %text, int 1, int 2, double 3.5)
	%p = call int (int, ...)* %pairs(int 3, int 2, int 3, int 5, int 7)
	%q = call int (int, ...)* %inmemory(int 2, int 100, int 1)
	%f = getelementptr [16 x sbyte]* %fmt, long 0, long 0
	call int (sbyte*, ...)* %printf(sbyte* %f, int %p, int %q, int 0, int 0, int 0)
	ret int 0
}
