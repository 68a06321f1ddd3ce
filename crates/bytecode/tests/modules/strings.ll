; Arrays of bytes, as strings and written out.
%text = constant [6 x sbyte] c"hello\00"
%unsigned = constant [3 x ubyte] c"a\5Cb"
%lone = constant [4 x sbyte] c"\x \"
%zeros = constant [2 x sbyte] c"\00\00"
%empty = constant [0 x ubyte] c""
%lines = constant [3 x sbyte] c"a
b"
%same = constant [3 x sbyte] [ sbyte 97, sbyte 98, sbyte 99 ]
%spaced = constant [1 x sbyte] c "!"
