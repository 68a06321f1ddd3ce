; Expressions that are no constants today, in variables and in code.
%fmt = internal constant [10 x sbyte] c"%d %d %d\0A\00"
%five = global int 5
%arr = internal global [4 x int] [ int 10, int 20, int 30, int 40 ]
%chosen = global int select (bool seteq (int* %five, int* null), int 3, int 4)
%where = global int* select (bool setne (int* %five, int* null), int* %five, int* null)
%set = constant bool setgt (int* %five, int* null)
%deep = internal constant { int, [2 x { long, ulong }], sbyte } { int 1, [2 x { long, ulong }] [ { long, ulong } { long 2, ulong div (ulong cast (int* %five to ulong), ulong 1) }, { long, ulong } zeroinitializer ], sbyte 9 }
%last = global int* getelementptr ([4 x int]* %arr, uint 0, uint 3)
%diff = global long sub (long cast (int* getelementptr ([4 x int]* %arr, long 0, long 2) to long), long cast ([4 x int]* %arr to long))
declare int %printf(sbyte*, ...)
void %show(int %a, int %b, int %c) {
	%f = getelementptr [10 x sbyte]* %fmt, long 0, long 0
	call int (sbyte*, ...)* %printf(sbyte* %f, int %a, int %b, int %c)
	ret void
}
int %inphi(bool %c) {
entry:
	br bool %c, label %a, label %b
a:
	br label %join
b:
	br label %join
join:
	%p = phi int* [ select (bool seteq (int* %five, int* null), int* null, int* %five), %a ], [ getelementptr ([4 x int]* %arr, long 0, long 1), %b ]
	%v = load int* %p
	ret int %v
}
int %main() {
	%a = load int* %chosen
	%w = load int** %where
	%b = load int* %w
	%s = load bool* %set
	%c = cast bool %s to int
	call void %show(int %a, int %b, int %c)	; 4 5 1
	%p = getelementptr { int, [2 x { long, ulong }], sbyte }* %deep, long 0, ubyte 1, long 0, ubyte 1
	%q = load ulong* %p
	%r = cast ulong %q to int*
	%d = load int* %r
	%l = load int** %last
	%e = load int* %l
	%x = load long* %diff
	%g = cast long %x to int
	call void %show(int %d, int %e, int %g)	; 5 40 8
	%h = call int %inphi(bool true)
	%i = call int %inphi(bool false)
	%j = add int cast (bool setne (int* %five, int* null) to int), 6
	call void %show(int %h, int %i, int %j)	; 5 20 7
	ret int 0
}
