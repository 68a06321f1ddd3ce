global int 1		; <int*>:0 [#uses=1]
global int 2		; <int*>:1 [#uses=2]
global double 0x4008000000000000		; <double*>:0 [#uses=1]
%first = global int* %0		; <int**> [#uses=0]
%second = global int* %1		; <int**> [#uses=0]
%real = global double* %0		; <double**> [#uses=0]

implementation   ; Functions:

int %numbers(int, int %named, double) {
; <label>:0
	add int %0, %named		; <int>:1 [#uses=1]
	add int %1, 1		; <int>:2 [#uses=2]
	load int* %1		; <int>:3 [#uses=3]
	alloca int		; <int*>:2 [#uses=1]
	store int %2, int* %2
	setlt int %2, %3		; <bool>:0 [#uses=1]
	br bool %0, label %1, label %2

; <label>:1		; preds = %0
	%later = add int %3, 1		; <int> [#uses=1]
	br label %2

; <label>:2		; preds = %0, %1
	phi int [ %3, %0 ], [ %later, %1 ]		; <int>:4 [#uses=1]
	ret int %4
}
