; Allocation, loads, stores and addresses of parts.
%Record = type { int, [4 x { short, double }] }

double %memory(%Record* %record, uint %count, long %index, int %i) {
	%one = malloc %Record
	%many = malloc %Record, uint %count
	%local = alloca int
	%locals = alloca double*, uint 3
	store int 5, int* %local
	volatile store int 6, int* %local
	%value = load int* %local
	%again = volatile load int* %local
	%old = getelementptr %Record* %one, long 0, ubyte 1, long %index, ubyte 1
	%new = getelementptr %Record* %many, uint %count, uint 1, int %i, uint 1
	%same = getelementptr %Record* %record
	%next = getelementptr %Record* %same, ulong 1
	%number = load double* %old
	store double* %new, double** %locals
	free %Record* %one
	free %Record* %next
	ret double %number
}
