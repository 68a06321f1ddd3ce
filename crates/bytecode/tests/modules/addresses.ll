; Addresses of what comes later, and of things that share a name.
%table = global [2 x int (int)*] [ int (int)* %double, int (int)* null ]
%later = global int* %number
%number = global int 5
%number = global double 6.0
%real = global double* %number
%method = global void (int)* %double

declare void %double(int)

int %double(int %number) {
	%twice = mul int %number, 2
	%again = call int %triple(int %twice)
	%result = call int (int)* %double(int %again)
	call void %double(int %result)
	ret int %result
}

int %triple(int %x) {
	%y = load int* %number
	%z = mul int %x, %y
	ret int %z
}
