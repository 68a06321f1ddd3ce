%text = constant [6 x sbyte] c"hello\00"		; <[6 x sbyte]*> [#uses=0]
%unsigned = constant [3 x ubyte] c"a\5Cb"		; <[3 x ubyte]*> [#uses=0]
%lone = constant [4 x sbyte] c"\5Cx \5C"		; <[4 x sbyte]*> [#uses=0]
%zeros = constant [2 x sbyte] zeroinitializer		; <[2 x sbyte]*> [#uses=0]
%empty = constant [0 x ubyte] zeroinitializer		; <[0 x ubyte]*> [#uses=0]
%lines = constant [3 x sbyte] c"a\0Ab"		; <[3 x sbyte]*> [#uses=0]
%same = constant [3 x sbyte] c"abc"		; <[3 x sbyte]*> [#uses=0]
%spaced = constant [1 x sbyte] c"!"		; <[1 x sbyte]*> [#uses=0]

implementation   ; Functions:
