-- Forces between bodies by Barnes and Hut's method in two dimensions: a square with more than one body is cut into
-- four, and a square that is far away counts as one body. Both is recursive: the bodies of a square are given to the
-- four smaller ones, together with those whose forces are still asked for. Here no square counts as far away, and a
-- square of one body is that body, so that expected values can be sums over all pairs, from another language.
-- Floats within 2 ulps of the largest: forces cancel, and a product that is fused with a sum is not rounded.
-- ==
-- input { empty([0]f64) empty([0]f64) empty([0]f64) } output { empty([0]f64) empty([0]f64) }
-- input { [1f64] [3f64] [4f64] } output { [0f64] [0f64] }
-- input { [1f64, 3f64, 1f64, 2f64, 2f64, 4f64, 3f64, 2f64, 1f64, 4f64, 1f64, 2f64, 2f64, 3f64, 3f64, 2f64, 4f64, 2f64,
-- 1f64, 4f64] [20f64, 4f64, 2f64, 17f64, 2f64, 17f64, 22f64, 19f64, 1f64, 8f64, 25f64, 29f64, 12f64, 1f64, 17f64,
-- 15f64, 9f64, 3f64, 7f64, 28f64] [16f64, 24f64, 0f64, 25f64, 20f64, 31f64, 21f64, 24f64, 7f64, 22f64, 29f64, 3f64,
-- 4f64, 18f64, 1f64, 6f64, 0f64, 0f64, 12f64, 18f64] }
-- output { [0.013328329085599791f64, 0.17079249578565195f64, 2.1323343666453223f64, 0.3659643029925783f64, -0.04503958887405418f64, 0.0017797097298244066f64,
-- -0.11569075980613379f64, -0.28627769218267396f64, 0.11666303024270225f64, -0.13056615894463958f64, -0.14493977629820787f64, -0.07475082573430666f64, 0.07779165301091706f64,
-- 0.3255079474572959f64, -0.14709610536282614f64, -0.14535966600603986f64, 0.04030363338996456f64, -0.8313649204838692f64, 0.020058185499639017f64, -0.1514950328856799f64]
-- [0.14334143955852824f64, -0.2669917511878882f64, 0.07724406114223326f64, -0.1834233786666966f64, -0.4050966447197428f64, -0.1835662485551769f64,
-- 0.046721000904496976f64, 0.0690877485019946f64, -0.0031511146689386267f64, 0.005597847872456731f64, -0.11799566421667422f64, 0.04560395481635964f64,
-- -0.027605819618887265f64, 0.4090230720021247f64, 0.14190477082876024f64, -0.15109290331964753f64, 0.1474309552541921f64, 0.08013454655639257f64, 0.03857203826949275f64,
-- 0.03423818422186125f64] }
type body = {mass: f64, x: f64, y: f64}

def centre [n] (bodies: [n]body) : body =
  let mass = f64.sum (map (.mass) bodies)
  in { mass
     , x = f64.sum (map (\b -> b.mass * b.x) bodies) / mass
     , y = f64.sum (map (\b -> b.mass * b.y) bodies) / mass
     }

def pull (b: body) (from: body) : (f64, f64) =
  let dx = from.x - b.x
  let dy = from.y - b.y
  let d = f64.sqrt (dx * dx + dy * dy + 1e-3)
  in (from.mass * dx / (d * d * d), from.mass * dy / (d * d * d))

def force [n] (far: f64) (bodies: [n]body) (x: f64) (y: f64) (side: f64) (b: body) : (f64, f64) =
  if n == 0
  then (0, 0)
  else let c = centre bodies
       let d = f64.sqrt ((c.x - b.x) ** 2 + (c.y - b.y) ** 2)
       in if n == 1 || side < far * d
          then pull b c
          else let half = side / 2
               let quarters = [(0, 0), (0, half), (half, 0), (half, half)]
               let inside (qx, qy) =
                 filter (\p ->
                           p.x >= x + qx
                           && p.x < x + qx + half
                           && p.y >= y + qy
                           && p.y < y + qy + half)
                        bodies
               let forces =
                 map (\(qx, qy) -> force far (inside (qx, qy)) (x + qx) (y + qy) half b) quarters
               in reduce (\(p, q) (r, s) -> (p + r, q + s)) (0, 0) forces

entry main [n] (masses: [n]f64) (xs: [n]f64) (ys: [n]f64) : ([n]f64, [n]f64) =
  let bodies = map3 (\mass x y -> {mass, x, y}) masses xs ys
  in unzip (map (force 0 bodies 0 0 32) bodies)
