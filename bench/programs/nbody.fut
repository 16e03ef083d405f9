-- The motion of bodies that attract each other, by small steps. Positions and speeds are three coordinates each.
-- Floats within 4 ulps of the largest: a reciprocal root may be an ulp off.
-- Checklist: 127.
-- ==
-- nobench input { 1 0.1f32 [0f32, 1f32] [0f32, 0f32] [0f32, 0f32] [0f32, 0f32] [0f32, 0f32] [0f32, 0f32] [1f32, 1f32] }
-- output { [0.010000001f32, 0.99f32] [0f32, 0f32] [0f32, 0f32] }
-- compiled random input { 1i32 0.1f32 [10000]f32 [10000]f32 [10000]f32 [10000]f32 [10000]f32 [10000]f32 [10000]f32 }
type vector = {x: f32, y: f32, z: f32}

def zero : vector = {x = 0, y = 0, z = 0}
def add (a: vector) (b: vector) : vector = {x = a.x + b.x, y = a.y + b.y, z = a.z + b.z}
def scale (k: f32) (a: vector) : vector = {x = k * a.x, y = k * a.y, z = k * a.z}
def dot (a: vector) (b: vector) : f32 = a.x * b.x + a.y * b.y + a.z * b.z

-- Keeps the force between bodies that meet finite.
def softening : f32 = 1e-9

def attraction (p: vector) (q: vector, mass: f32) : vector =
  let d = add q (scale (-1) p)
  let r2 = dot d d + softening
  let inverse = f32.rsqrt r2
  in scale (mass * inverse * inverse * inverse) d

def step [n] (dt: f32) (masses: [n]f32) (positions: [n]vector, speeds: [n]vector)
    : ([n]vector, [n]vector) =
  let force p = reduce add zero (map (attraction p) (zip positions masses))
  let speeds = map2 (\v p -> add v (scale dt (force p))) speeds positions
  in (map2 (\p v -> add p (scale dt v)) positions speeds, speeds)

entry main [n]
           (steps: i32)
           (dt: f32)
           (xs: [n]f32)
           (ys: [n]f32)
           (zs: [n]f32)
           (us: [n]f32)
           (vs: [n]f32)
           (ws: [n]f32)
           (masses: [n]f32)
    : ([n]f32, [n]f32, [n]f32) =
  let vectors = map3 (\x y z -> {x, y, z})
  let (positions, _) = iterate steps (step dt masses) (vectors xs ys zs, vectors us vs ws)
  in unzip3 (map (\p -> (p.x, p.y, p.z)) positions)
