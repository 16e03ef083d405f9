-- The motion of bodies that attract each other, by small steps.
-- ==
-- input { 1 0.1f64 [[0f64, 0f64, 0f64], [1f64, 0f64, 0f64]] [[0f64, 0f64, 0f64], [0f64, 0f64, 0f64]] [1f64, 1f64] }
-- output { [[0.010000000000000002f64, 0f64, 0f64], [0.99f64, 0f64, 0f64]] }
type vector = {x: f64, y: f64, z: f64}

def zero : vector = {x = 0, y = 0, z = 0}
def add (a: vector) (b: vector) : vector = {x = a.x + b.x, y = a.y + b.y, z = a.z + b.z}
def scale (k: f64) (a: vector) : vector = {x = k * a.x, y = k * a.y, z = k * a.z}
def dot (a: vector) (b: vector) : f64 = a.x * b.x + a.y * b.y + a.z * b.z

def attraction (p: vector) (q: vector, mass: f64) : vector =
  let d = add q (scale (-1) p)
  let r2 = dot d d
  in if r2 == 0 then zero else scale (mass / (r2 * f64.sqrt r2)) d

def step [n] (dt: f64) (masses: [n]f64) (positions: [n]vector, speeds: [n]vector)
    : ([n]vector, [n]vector) =
  let force p = reduce_comm add zero (map (attraction p) (zip positions masses))
  let speeds = map2 (\v p -> add v (scale dt (force p))) speeds positions
  in (map2 (\p v -> add p (scale dt v)) positions speeds, speeds)

def to_vector (a: [3]f64) : vector = {x = a[0], y = a[1], z = a[2]}

entry main [n] (steps: i32) (dt: f64) (positions: [n][3]f64) (speeds: [n][3]f64) (masses: [n]f64)
    : [n][3]f64 =
  let (positions, _) =
    iterate steps (step dt masses) (map to_vector positions, map to_vector speeds)
  in map (\p -> [p.x, p.y, p.z]) positions
