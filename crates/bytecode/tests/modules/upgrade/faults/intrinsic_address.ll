; error: L1101: the initialiser of %p: today's LLVM cannot express it
declare void %llvm.memcpy(sbyte*, sbyte*, uint, uint)
%p = global void (sbyte*, sbyte*, uint, uint)* %llvm.memcpy
