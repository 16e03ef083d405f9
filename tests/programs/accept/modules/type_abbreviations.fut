-- Parameters of types, and what may be left open where.
type pair 'a 'b = (a, b)
type vector [n] = [n]f32
type matrix [n] [m] 't = [n][m]t
type~ any_vector = ?[n].vector [n]
type~ two_vectors = ([]f32, []f32)
type~ wrapped '~a = {content: a}
type^ callback '^a = a -> i32
type^ builder = (n: i64) -> vector [n]
type tree = #leaf i32 | #node (pair i32 i32)

def total [n] [m] (xss: matrix [n] [m] f32) : f32 = f32.sum (map f32.sum xss)
def first ((a, _): two_vectors) : any_vector = a
def call (f: callback i32) : i32 = f 1
