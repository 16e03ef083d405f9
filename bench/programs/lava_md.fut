-- Forces between particles in a box that is divided into smaller ones: each particle is attracted by all of its own
-- small box and of those beside it. A particle is a potential and three coordinates.
-- Floats within 64 ulps of the largest: sums in another order, and the exponential function.
-- Checklist: 127.
-- ==
-- nobench input { 0.5f32 [2i64, 1i64] [[0i64, 1i64], [1i64, 0i64]]
--   [[[0f32, 0f32, 0f32, 0f32], [1f32, 1f32, 0f32, 0f32]], [[1f32, 0f32, 1f32, 0f32], [0f32, 0f32, 0f32, 0f32]]]
--   [[1f32, 2f32], [4f32, 1f32]] }
-- output { [[[5.639184f32, -2.4261227f32, -4.8522453f32, 0.0f32], [3.8976405f32, 5.3691583f32, -2.9430356f32,
--          0.0f32]], [[3.0326533f32, 0.0f32, 1.2130613f32, 0.0f32], [3.4261227f32, 0.0f32, -4.8522453f32, 0.0f32]]] }
-- compiled script input { data 4i64 32i64 }
type particle = {v: f32, x: f32, y: f32, z: f32}

def dot (a: particle) (b: particle) : f32 = a.x * b.x + a.y * b.y + a.z * b.z

def add (a: particle) (b: particle) : particle =
  {v = a.v + b.v, x = a.x + b.x, y = a.y + b.y, z = a.z + b.z}

def force (decay: f32) (p: particle) (q: particle, charge: f32) : particle =
  let r2 = p.v + q.v - dot p q
  let potential = charge * f32.exp (-decay * r2)
  let strength = 2 * potential
  in {v = potential,
      x = strength * (p.x - q.x),
      y = strength * (p.y - q.y),
      z = strength * (p.z - q.z)}

entry main [boxes] [most] [n]
           (alpha: f32)
           (counts: [boxes]i64)
           (neighbours: [boxes][most]i64)
           (positions: [boxes][n][4]f32)
           (charges: [boxes][n]f32) : [boxes][n][4]f32 =
  let zero: particle = {v = 0, x = 0, y = 0, z = 0}
  let decay = 2 * alpha * alpha
  let particles = map (map (\p -> {v = p[0], x = p[1], y = p[2], z = p[3]})) positions
  let of_box box p = reduce_comm add zero (map (force decay p) (zip particles[box] charges[box]))
  let of_particle count near p = loop sum = zero for k < count do add sum (of_box near[k] p)
  let forces =
    map3 (\count near home -> map (of_particle count near) home) counts neighbours particles
  in map (map (\f -> [f.v, f.x, f.y, f.z])) forces

-- Data for timing: boxes in a cube, with all boxes that touch them.
entry data (side: i64) (n: i64)
    : (f32,
       [side * side * side]i64,
       [side * side * side][27]i64,
       [side * side * side][n][4]f32,
       [side * side * side][n]f32) =
  let boxes = side * side * side
  let neighbours box =
    let (x, y, z) = (box / (side * side), box / side % side, box % side)
    let inside i = i >= 0 && i < side
    in loop (count, near) = (0, replicate 27 0) for k < 27 do
         let (a, b, c) = (x + k / 9 - 1, y + k / 3 % 3 - 1, z + k % 3 - 1)
         in if inside a && inside b && inside c
            then (count + 1, near with [count] = (a * side + b) * side + c)
            else (count, near)
  let (counts, near) = unzip (map neighbours (iota boxes))
  let number (k: i64) = f32.i64 (k * 7919 % 10 + 1) / 10
  in ( 0.5
     , counts
     , near
     , tabulate_3d boxes n 4 (\b i c -> number ((b * n + i) * 4 + c))
     , tabulate_2d boxes n (\b i -> number (b * n + i + 3))
     )
