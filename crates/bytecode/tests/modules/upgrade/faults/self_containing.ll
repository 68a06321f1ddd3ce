; error: L1101: variable %t: cannot upgrade a structure in memory, because it has no size
%T = type { %T }
%t = external global %T
