-- What the clients in this folder use: values of all kinds as parameters and results.

type point = {x: f32, y: f32}
type figure = #circle f32 | #nothing | #rectangle point f32
type~ path = #closed i32 | #open ([]f32)
type line [n] = {from: point, marks: [n]i32, to: point}
module colours = { type t = {r: u8, g: u8, b: u8} }

-- Arrays come back as they are.
entry id_i8 (xs: []i8) = xs
entry id_i16 (xs: []i16) = xs
entry id_i32 (xs: []i32) = xs
entry id_i64 (xs: []i64) = xs
entry id_u8 (xs: []u8) = xs
entry id_u16 (xs: []u16) = xs
entry id_u32 (xs: []u32) = xs
entry id_u64 (xs: []u64) = xs
entry id_f16 (xs: []f16) = xs
entry id_f32 (xs: []f32) = xs
entry id_f64 (xs: []f64) = xs
entry id_bool (xs: []bool) = xs
entry id_f64_2d (xss: [][]f64) = xss
entry id_u8_4d (xssss: [][][][]u8) = xssss

entry sum (xs: []i32) : i32 = i32.sum xs
entry scale (k: f64) (xs: []f64) : []f64 = map (* k) xs
entry transposed [n] [m] (xss: [n][m]i32) : [m][n]i32 = transpose xss
entry add [n] (xs: [n]i32) (ys: [n]i32) : [n]i32 = map2 (+) xs ys
entry three (xs: [3]i32) : i32 = xs[0] + xs[1] + xs[2]
entry get (xs: []i32) (i: i64) : i32 = xs[i]
entry fill (xs: *[]i32) (v: i32) : *[]i32 = xs with [0] = v
entry zeros (n: i64) : []f64 = replicate n 0
entry scalars (a: i8) (b: u16) (c: f32) (d: bool) : f64 =
  f64.i8 a + f64.u16 b + f64.f32 c + (if d then 1000 else 0)
entry both (x: i32) : (i32, []i32) = (x + 1, [x, x])
entry nothing () : i32 = 7
entry primed' (x': i32) : i32 = x' + 1

entry move (p: point) (by: f32) : point = {x = p.x + by, y = p.y + by}
entry mirror (ps: []point) : []point = map (\p -> {x = p.y, y = p.x}) ps
entry corner (ps: [][]point) : point = ps[0, 0]
entry mixed (c: colours.t) : colours.t = {r = c.b, g = c.g, b = c.r}
entry reversed (l: line []) : i32 = l.marks[0]
entry unnamed (r: {a: i32, b: (f32, [2]i64)}) = {sum = r.a + i32.i64 (r.b.1[0] + r.b.1[1]), half = r.b.0 / 2}

entry area (f: figure) : f32 =
  match f
  case #circle r -> 3 * r * r
  case #nothing -> 0
  case #rectangle p h -> (p.y - p.x) * h
entry larger (f: figure) : figure =
  match f
  case #circle r -> #circle (2 * r)
  case #nothing -> #nothing
  case #rectangle p h -> #rectangle p (2 * h)
entry figures (n: i64) : []figure = tabulate n (\i -> if i % 2 == 0 then #circle (f32.i64 i) else #nothing)
entry path_length (p: path) : i64 =
  match p
  case #closed n -> i64.i32 n
  case #open xs -> length xs

-- A number that can be set when a context is made.
entry tuned (n: i64) : i64 = #[param(chunk)] n
