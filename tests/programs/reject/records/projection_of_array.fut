-- An array has no fields.
def f (ps: []{x: i32}) = ps.x
