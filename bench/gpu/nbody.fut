-- The forces between all pairs of bodies.
-- Floats within 4 ulps of the largest: softening is far below one.
-- ==
-- nobench input { [0f32, 1f32] [0f32, 0f32] [0f32, 0f32] [1f32, 2f32] } output { [2.0f32, -1.0f32] [0f32, 0f32] [0f32, 0f32] }
-- "10^5" compiled script input { data 100000i64 }
entry main [n] (xs: [n]f32) (ys: [n]f32) (zs: [n]f32) (masses: [n]f32) : ([n]f32, [n]f32, [n]f32) =
  let add (a: f32, b: f32, c: f32) (d: f32, e: f32, f: f32) = (a + d, b + e, c + f)
  let force x y z (u, v, w, mass) =
    let dx = u - x
    let dy = v - y
    let dz = w - z
    let inverse = f32.rsqrt (dx * dx + dy * dy + dz * dz + 1e-9)
    let strength = mass * inverse * inverse * inverse
    in (strength * dx, strength * dy, strength * dz)
  let bodies = zip4 xs ys zs masses
  in unzip3 (map3 (\x y z -> reduce_comm add (0, 0, 0) (map (force x y z) bodies)) xs ys zs)

entry data (n: i64) : ([n]f32, [n]f32, [n]f32, [n]f32) =
  let number k i = f32.u32 ((u32.i64 (i * 4 + k) * 2654435761) >> 8) / 16777216
  in (map (number 0) (iota n), map (number 1) (iota n), map (number 2) (iota n), map (number 3) (iota n))
