; Linkages, constants, and definitions that are repeated.
%external = global int 1
%internal = internal global int 2
%linkonce = linkonce constant int 3
%weak = weak global int 4
%appending = appending global [1 x int] [ int 5 ]
%elsewhere = external constant int
%old_word = uninitialized global int
%repeated = external global int
%repeated = constant int 6
%equal = weak global int 7
%equal = weak global int 7
