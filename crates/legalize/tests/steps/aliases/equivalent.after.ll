
@table = global [2 x ptr] [ptr @f, ptr @f]

declare void @f()
