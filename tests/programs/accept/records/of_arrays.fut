-- Arrays in records, records in arrays.
def f [n] (r: {xs: [n]i32, ys: [n]f32}) = zip r.xs r.ys
def g [n] (ps: [n]{x: i32, y: f32}) : {xs: [n]i32, ys: [n]f32} = {xs = map (.x) ps, ys = map (.y) ps}
def h (r: {xs: []i32}) = r.xs[0] + r.xs[1]
