	%Record = type { int, [4 x { short, double }] }

implementation   ; Functions:

double %memory(%Record* %record, uint %count, long %index, int %i) {
	%one = malloc %Record		; <%Record*> [#uses=2]
	%many = malloc %Record, uint %count		; <%Record*> [#uses=1]
	%local = alloca int		; <int*> [#uses=4]
	%locals = alloca double*, uint 3		; <double**> [#uses=1]
	store int 5, int* %local
	volatile store int 6, int* %local
	%value = load int* %local		; <int> [#uses=0]
	%again = volatile load int* %local		; <int> [#uses=0]
	%old = getelementptr %Record* %one, long 0, ubyte 1, long %index, ubyte 1		; <double*> [#uses=1]
	%new = getelementptr %Record* %many, uint %count, uint 1, int %i, uint 1		; <double*> [#uses=1]
	%same = getelementptr %Record* %record		; <%Record*> [#uses=1]
	%next = getelementptr %Record* %same, ulong 1		; <%Record*> [#uses=1]
	%number = load double* %old		; <double> [#uses=1]
	store double* %new, double** %locals
	free %Record* %one
	free %Record* %next
	ret double %number
}
