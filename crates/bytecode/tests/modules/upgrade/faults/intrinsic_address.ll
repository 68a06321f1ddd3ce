; error: L1101: the initialiser of %p: nothing of today corresponds to it
declare void %llvm.memcpy(sbyte*, sbyte*, uint, uint)
%p = global void (sbyte*, sbyte*, uint, uint)* %llvm.memcpy
