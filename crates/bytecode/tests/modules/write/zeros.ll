; Zeros have no entry in constant pools, but for those of numbers in format 0.
%number = global int 0
%real = global double 0.0
%truth = global bool false
%pointer = global int* null
%array = global [3 x int] zeroinitializer
%pair = global { int, [2 x float] } zeroinitializer
%half = global { int, [2 x float] } { int 0, [2 x float] [ float 0.0, float 1.0 ] }
%nested = global [2 x { short, short* }] [ { short, short* } { short 0, short* null }, { short, short* } { short 1, short* null } ]

int %zero(bool %which) {
	br bool %which, label %first, label %second
first:
	%a = add int 0, 0
	ret int %a
second:
	ret int 0
}
