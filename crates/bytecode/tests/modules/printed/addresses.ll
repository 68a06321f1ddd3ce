%table = global [2 x int (int)*] [ int (int)* %double, int (int)* null ]		; <[2 x int (int)*]*> [#uses=0]
%later = global int* %number		; <int**> [#uses=0]
%number = global int 5		; <int*> [#uses=2]
%number = global double 0x4018000000000000		; <double*> [#uses=1]
%real = global double* %number		; <double**> [#uses=0]
%method = global void (int)* %double		; <void (int)**> [#uses=0]

implementation   ; Functions:

declare void %double(int)

int %double(int %number) {
	%twice = mul int %number, 2		; <int> [#uses=1]
	%again = call int %triple( int %twice )		; <int> [#uses=1]
	%result = call int %double( int %again )		; <int> [#uses=2]
	call void %double( int %result )
	ret int %result
}

int %triple(int %x) {
	%y = load int* %number		; <int> [#uses=1]
	%z = mul int %x, %y		; <int> [#uses=1]
	ret int %z
}
