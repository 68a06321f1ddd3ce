; Values of different types share a name, and hide globals.
%x = global int 1
%x = global uint 2

double %planes(int %x, double %x) {
	%y = load int* %x
	%x = alloca int
	store int %y, int* %x
	%z = load uint* %x
	%x = cast uint %z to float
	%x = cast float %x to bool
	br bool %x, label %x, label %y
x:
	ret double %x
y:
	%sum = add double %x, %x
	ret double %sum
}
