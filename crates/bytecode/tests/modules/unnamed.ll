; Values without names have numbers, in each plane apart: first the globals,
; then what is in the function.
global int 1
"" = global int 2
global double 3.0
%first = global int* %0
%second = global int* %1
%real = global double* %0

int %numbers(int, int %named, double) {
	add int %0, %named
	add int %1, 1
	load int* %1
	alloca int
	store int %2, int* %2
	setlt int %2, %3
	br bool %0, label %1, label %2

	%later = add int %3, 1
	br label %2

	phi int [ %3, %0 ], [ %later, %1 ]
	ret int %4
}
