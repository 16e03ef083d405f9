-- A picture of balls over a floor: for each pixel a ray goes on by the distance to the nearest surface until it is at one.
-- Floats within 128 ulps: each step of a ray begins where the one before ended, so errors add up.
-- ==
-- nobench input { 5i64 4i64 }
-- output { [[0f32, 0f32, 0f32, 0f32, 0f32], [0f32, 0f32, 0f32, 0f32, 0f32], [0f32, 0f32, 0f32, 0f32, 0f32], [0.1f32, 0.6564027f32, 0.7268734f32, 0.1f32, 0.53645515f32]] }
-- compiled input { 1280i64 720i64 }
type vector = {x: f32, y: f32, z: f32}

def add (a: vector) (b: vector) : vector = {x = a.x + b.x, y = a.y + b.y, z = a.z + b.z}
def scale (k: f32) (a: vector) : vector = {x = k * a.x, y = k * a.y, z = k * a.z}
def dot (a: vector) (b: vector) : f32 = a.x * b.x + a.y * b.y + a.z * b.z
def length (a: vector) : f32 = f32.sqrt (dot a a)
def unit (a: vector) : vector = scale (1 / length a) a

-- The distance from the middle of the nearest cell, whose side is 4.
def cell (x: f32) : f32 = x - 4 * f32.floor (x / 4 + 0.5)

-- To a ball in each cell, and to the floor.
def distance (p: vector) : f32 =
  let ball = length {x = cell p.x, y = p.y, z = cell p.z} - 1
  in f32.min ball (p.y + 1)

def far : f32 = 60
def near : f32 = 0.001

-- How far the ray goes, in at most 160 steps.
def march (from: vector) (to: vector) : f32 =
  (loop (t, d, steps) = (0, distance from, 0i32)
   while d > near && t < far && steps < 160 do
     let t = t + d
     in (t, distance (add from (scale t to)), steps + 1)).0

-- Where the distance grows fastest.
def normal (p: vector) : vector =
  let e = 0.01
  let slope (d: vector) = distance (add p d) - distance (add p (scale (-1) d))
  in unit {x = slope {x = e, y = 0, z = 0}, y = slope {x = 0, y = e, z = 0}, z = slope {x = 0, y = 0, z = e}}

def sun : vector = unit {x = 0.6, y = 0.7, z = -0.4}

-- What is at the end of a ray is bright as the sun stands on it, unless it lies in a shadow.
def brightness (from: vector) (to: vector) : f32 =
  let t = march from to
  in if t >= far
     then 0
     else let p = add from (scale t to)
          let n = normal p
          let light = f32.max 0 (dot n sun)
          in if light > 0 && march (add p (scale 0.02 n)) sun < far
             then 0.1
             else 0.1 + 0.9 * light

entry main (width: i64) (height: i64) : [height][width]f32 =
  let eye = {x = 2, y = 1.5, z = -6}
  in tabulate_2d height width (\i j ->
                                 let x = (f32.i64 j - f32.i64 width / 2) / f32.i64 height
                                 let y = (f32.i64 height / 2 - f32.i64 i) / f32.i64 height
                                 in brightness eye (unit {x, y, z = 1}))
