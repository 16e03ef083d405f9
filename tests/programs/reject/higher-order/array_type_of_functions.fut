-- Such a type cannot be written either.
def f (fs: []i32 -> i32) (gs: [](i32 -> i32)) = 1
