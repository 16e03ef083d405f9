-- Constructors with several payloads of any type.
type t = #a i32 (i32, bool) {x: f32} | #b ([2]i32)
def f (t: t) = match t case #a n (m, b) {x} -> (if b then n + m else i32.f32 x) case #b xs -> xs[0] + xs[1]
