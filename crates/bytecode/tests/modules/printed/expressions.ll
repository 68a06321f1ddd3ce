	%Record = type { int, [4 x { short, double }] }
%record = external global %Record		; <%Record*> [#uses=1]
%array = external global [10 x int]		; <[10 x int]*> [#uses=2]
%number = external global int		; <int*> [#uses=6]
%cast = global long cast (int* %number to long)		; <long*> [#uses=0]
%same = global int cast (int 5 to int)		; <int*> [#uses=0]
%element = global int* getelementptr ([10 x int]* %array, long 0, long 3)		; <int**> [#uses=0]
%field = global double* getelementptr (%Record* %record, int 0, uint 1, ulong 2, uint 1)		; <double**> [#uses=0]
%far = global int* getelementptr (int* %number, long -1)		; <int**> [#uses=0]
%select = global int select (bool seteq (int* %number, int* null), int 1, int 2)		; <int*> [#uses=0]
%add = global int add (int 1, int 2)		; <int*> [#uses=0]
%sub = global double sub (double 0x3FF0000000000000, double 0x4000000000000000)		; <double*> [#uses=0]
%mul = global ulong mul (ulong cast (int* %number to ulong), ulong 3)		; <ulong*> [#uses=0]
%div = global int div (int 7, int 0)		; <int*> [#uses=0]
%rem = global int rem (int 7, int 2)		; <int*> [#uses=0]
%and = global bool and (bool true, bool false)		; <bool*> [#uses=0]
%or = global uint or (uint 1, uint 2)		; <uint*> [#uses=0]
%xor = global ubyte xor (ubyte 1, ubyte 2)		; <ubyte*> [#uses=0]
%shl = global uint shl (uint 1, ubyte 4)		; <uint*> [#uses=0]
%shr = global int shr (int -1, ubyte 40)		; <int*> [#uses=0]
%compare = global [6 x bool] [ bool seteq (int 1, int 1), bool setne (int 1, int 1), bool setle (int 1, int 1), bool setge (int 1, int 1), bool setlt (int 1, int 1), bool setgt (int 1, int 1) ]		; <[6 x bool]*> [#uses=0]
%bytes = global [2 x sbyte] [ sbyte cast (int* %number to sbyte), sbyte 1 ]		; <[2 x sbyte]*> [#uses=0]

implementation   ; Functions:

declare void %procedure()

int %user() {
	%a = load int* getelementptr ([10 x int]* %array, long 0, long 9)		; <int> [#uses=1]
	%b = call int cast (void ()* %procedure to int (int)*)( int %a )		; <int> [#uses=1]
	%c = call int cast (void ()* %procedure to int (int)*)( int add (int 1, int 2) )		; <int> [#uses=0]
	%d = add int cast (int* %number to int), %b		; <int> [#uses=0]
	ret int add (int cast (int* %number to int), int 1)
}
