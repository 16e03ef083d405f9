-- A definition to be written later.
def f (x: i32) (y: f32) : bool = ???
