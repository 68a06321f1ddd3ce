; error: L1101 (function 0, instruction 0): cannot upgrade a case that is not a number
%g = external global int
int %f(ulong %x) {
	switch ulong %x, label %a [ ulong cast (int* %g to ulong), label %b ]
a:
	ret int 1
b:
	ret int 2
}
