-- Forces between bodies by Barnes and Hut's method in two dimensions: a square with more than one body is cut into
-- four, and a square that is far away counts as one body. Both is recursive: the bodies of a square are given to the
-- four smaller ones, together with those whose forces are still asked for. Here no square counts as far away, and a
-- square of one body is that body, so that expected values can be sums over all pairs, from another language.
-- ==
-- input { empty([0]f64) empty([0]f64) empty([0]f64) } output { empty([0]f64) empty([0]f64) }
-- input { [1f64] [3f64] [4f64] } output { [0f64] [0f64] }
-- input { [1f64, 3f64, 1f64, 2f64, 2f64, 4f64, 3f64, 2f64, 1f64, 4f64, 1f64, 2f64, 2f64, 3f64, 3f64, 2f64, 4f64, 2f64,
-- 1f64, 4f64] [20f64, 4f64, 2f64, 17f64, 2f64, 17f64, 22f64, 19f64, 1f64, 8f64, 25f64, 29f64, 12f64, 1f64, 17f64,
-- 15f64, 9f64, 3f64, 7f64, 28f64] [16f64, 24f64, 0f64, 25f64, 20f64, 31f64, 21f64, 24f64, 7f64, 22f64, 29f64, 3f64,
-- 4f64, 18f64, 1f64, 6f64, 0f64, 0f64, 12f64, 18f64] }
-- output { [0.0133283291f64, 0.170792496f64, 2.13233437f64, 0.365964303f64, -0.0450395889f64, 0.00177970973f64,
-- -0.11569076f64, -0.286277692f64, 0.11666303f64, -0.130566159f64, -0.144939776f64, -0.0747508257f64, 0.077791653f64,
-- 0.325507947f64, -0.147096105f64, -0.145359666f64, 0.0403036334f64, -0.83136492f64, 0.0200581855f64, -0.151495033f64]
-- [0.14334144f64, -0.266991751f64, 0.0772440611f64, -0.183423379f64, -0.405096645f64, -0.183566249f64,
-- 0.0467210009f64, 0.0690877485f64, -0.00315111467f64, 0.00559784787f64, -0.117995664f64, 0.0456039548f64,
-- -0.0276058196f64, 0.409023072f64, 0.141904771f64, -0.151092903f64, 0.147430955f64, 0.0801345466f64, 0.0385720383f64,
-- 0.0342381842f64] }
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
