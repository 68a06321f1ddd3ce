%number = external global int		; <int*> [#uses=1]
%table = external global [8 x int]		; <[8 x int]*> [#uses=1]
%address = internal constant int* %number		; <int**> [#uses=0]
%same = internal constant int* %number		; <int**> [#uses=0]
%element = internal constant int* getelementptr ([8 x int]* %table, long 0, long 3)		; <int**> [#uses=0]
%shifted = internal constant long shr (long add (long cast (int* %number to long), long 3), ubyte 4)		; <long*> [#uses=0]
%order = internal constant bool setge (int* %number, int* getelementptr ([8 x int]* %table, long 0, long 3))		; <bool*> [#uses=0]
%chosen = internal constant int* select (bool setge (int* %number, int* getelementptr ([8 x int]* %table, long 0, long 3)), int* %number, int* getelementptr ([8 x int]* %table, long 0, long 3))		; <int**> [#uses=0]
%action_address = internal constant int* cast (void ()* %action to int*)		; <int**> [#uses=0]
%function = internal constant void ()* %action		; <void ()**> [#uses=0]
%no_string = internal constant [2 x sbyte] [ sbyte cast (int* %number to sbyte), sbyte 5 ]		; <[2 x sbyte]*> [#uses=0]

implementation   ; Functions:

declare void %action()
