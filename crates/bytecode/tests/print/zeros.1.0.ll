%empty = global {  } { }		; <{  }*> [#uses=0]
%string = global [2 x sbyte] c"\00\00"		; <[2 x sbyte]*> [#uses=0]
%none = global [0 x ubyte] c""		; <[0 x ubyte]*> [#uses=0]
%no_ints = global [0 x int] [ ]		; <[0 x int]*> [#uses=0]
%matrix = global [2 x { { bool, long, float }, int*, [2 x sbyte], [0 x ubyte], [0 x int] }] [ { { bool, long, float }, int*, [2 x sbyte], [0 x ubyte], [0 x int] } { { bool, long, float } { bool false, long 0, float 0x0 }, int* null, [2 x sbyte] c"\00\00", [0 x ubyte] c"", [0 x int] [ ] }, { { bool, long, float }, int*, [2 x sbyte], [0 x ubyte], [0 x int] } { { bool, long, float } { bool false, long 0, float 0x0 }, int* null, [2 x sbyte] c"\00\00", [0 x ubyte] c"", [0 x int] [ ] } ]		; <[2 x { { bool, long, float }, int*, [2 x sbyte], [0 x ubyte], [0 x int] }]*> [#uses=0]
%long_string = global [6 x sbyte] zeroinitializer		; <[6 x sbyte]*> [#uses=0]
%long = global [6 x int*] zeroinitializer		; <[6 x int*]*> [#uses=0]
%six = global { int, int, int, int, int, int } zeroinitializer		; <{ int, int, int, int, int, int }*> [#uses=0]
%short = global [5 x { int, int, int, int, int, int }] [ { int, int, int, int, int, int } zeroinitializer, { int, int, int, int, int, int } zeroinitializer, { int, int, int, int, int, int } zeroinitializer, { int, int, int, int, int, int } zeroinitializer, { int, int, int, int, int, int } zeroinitializer ]		; <[5 x { int, int, int, int, int, int }]*> [#uses=0]
%pointer = global int* null		; <int**> [#uses=0]
%number = global uint 0		; <uint*> [#uses=0]

implementation   ; Functions:
