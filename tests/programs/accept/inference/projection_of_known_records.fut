-- A field of a record whose type is known.
def f (r: {x: i32, y: bool}) = r.x
def g = map (\(r: {x: i32}) -> r.x) [{x = 1}]
def h = map (.x) [{x = 1, y = true}]
def i = map (\r -> r.x + 1) [{x = 1, y = true}]
