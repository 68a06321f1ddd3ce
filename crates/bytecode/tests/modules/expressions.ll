; Constant expressions of every kind; none of them is folded.
%Record = type { int, [4 x { short, double }] }
%record = external global %Record
%array = external global [10 x int]
%number = external global int
%cast = global long cast (int* %number to long)
%same = global int cast (int 5 to int)
%element = global int* getelementptr ([10 x int]* %array, long 0, long 3)
%field = global double* getelementptr (%Record* %record, int 0, uint 1, ulong 2, uint 1)
%far = global int* getelementptr (int* %number, long 18446744073709551615)
%select = global int select (bool seteq (int* %number, int* null), int 1, int 2)
%add = global int add (int 1, int 2)
%sub = global double sub (double 1.0, double 2.0)
%mul = global ulong mul (ulong cast (int* %number to ulong), ulong 3)
%div = global int div (int 7, int 0)
%rem = global int rem (int 7, int 2)
%and = global bool and (bool true, bool false)
%or = global uint or (uint 1, uint 2)
%xor = global ubyte xor (ubyte 1, ubyte 2)
%shl = global uint shl (uint 1, ubyte 4)
%shr = global int shr (int -1, ubyte 40)
%compare = global [6 x bool] [ bool seteq (int 1, int 1), bool setne (int 1, int 1), bool setle (int 1, int 1), bool setge (int 1, int 1), bool setlt (int 1, int 1), bool setgt (int 1, int 1) ]
%bytes = global [2 x sbyte] [ sbyte cast (int* %number to sbyte), sbyte 1 ]

declare void %procedure()

int %user() {
	%a = load int* getelementptr ([10 x int]* %array, long 0, long 9)
	%b = call int cast (void ()* %procedure to int (int)*)(int %a)
	%c = call int (int)* cast (void ()* %procedure to int (int)*)(int add (int 1, int 2))
	%d = add int cast (int* %number to int), %b
	ret int add (int cast (int* %number to int), int 1)
}
