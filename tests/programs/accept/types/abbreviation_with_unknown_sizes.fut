-- A type whose values have different sizes is declared with type~.
type~ words = []u8
type~ table = {rows: i64, data: []f32}
def f (w: words) : i64 = length w
def g (t: table) : f32 = t.data[0]
def h : words = "abc"
