-- The flow of a gas around a body, on a grid of cells with four neighbours each, by the equations of Euler for density, momentum
-- and energy, in steps of Runge and Kutta. Neighbour -1 is the body, and any other below zero is where the gas comes from.
-- Floats within 256 ulps of the largest: roots and quotients, in steps that follow each other.
-- Checklist: 127.
-- ==
-- nobench script input { data 2 3i64 2i64 }
-- output { [[1.4253873f32, 1.7017428f32, -0.00047100158f32, 0.0f32, 3.5611324f32], [1.4524487f32, 1.7392201f32,
--          -0.0032126545f32, 0.0f32, 3.6333423f32], [1.4489938f32, 1.747036f32, -0.0019811608f32, 0.0f32,
--          3.6398873f32], [1.4300839f32, 1.7036268f32, 0.0036101202f32, 0.0f32, 3.5686824f32], [1.473718f32,
--          1.7631727f32, 0.0071632974f32, 0.0f32, 3.684206f32], [1.4640032f32, 1.7685643f32, 0.006793781f32, 0.0f32,
--          3.6816683f32]] }
-- compiled script input { data 200 96i64 64i64 }
type vector = {x: f32, y: f32, z: f32}
type state = {density: f32, momentum: vector, energy: f32}

def gamma : f32 = 1.4
def mach : f32 = 1.2
def smoothing : f32 = 0.2
def stages : i32 = 3

def vec (x: f32) (y: f32) (z: f32) : vector = {x, y, z}
def add (a: vector) (b: vector) : vector = vec (a.x + b.x) (a.y + b.y) (a.z + b.z)
def scale (k: f32) (a: vector) : vector = vec (k * a.x) (k * a.y) (k * a.z)
def dot (a: vector) (b: vector) : f32 = a.x * b.x + a.y * b.y + a.z * b.z

def add_states (a: state) (b: state) : state =
  {density = a.density + b.density,
   momentum = add a.momentum b.momentum,
   energy = a.energy + b.energy}

def scale_state (k: f32) (a: state) : state =
  {density = k * a.density, momentum = scale k a.momentum, energy = k * a.energy}

-- ---- What follows from the state of a cell

def velocity (s: state) : vector = scale (1 / s.density) s.momentum

def pressure (s: state) : f32 =
  let v = velocity s
  in (gamma - 1) * (s.energy - 0.5 * s.density * dot v v)

def sound (s: state) : f32 = f32.sqrt (gamma * pressure s / s.density)
def speed (s: state) : f32 = let v = velocity s in f32.sqrt (dot v v)

-- What flows through a face with this normal, which is as long as the face is large.
def flow (s: state) (normal: vector) : state =
  let v = velocity s
  let p = pressure s
  let through = dot v normal
  in { density = dot s.momentum normal
     , momentum = add (scale through s.momentum) (scale p normal)
     , energy = (s.energy + p) * through
     }

-- The gas far away, which moves along x.
def far_state : state =
  let density = 1.4
  let sound = f32.sqrt (gamma * 1 / density)
  let v = vec (mach * sound) 0 0
  in {density, momentum = scale density v, energy = 1 / (gamma - 1) + 0.5 * density * dot v v}

def flux [n] (states: [n]state) (s: state) (neighbours: [4]i32) (normals: [4]vector) : state =
  let zero: state = {density = 0, momentum = vec 0 0 0, energy = 0}
  let face neighbour normal =
    if neighbour >= 0
    then let other = states[i64.i32 neighbour]
         let area = f32.sqrt (dot normal normal)
         let viscosity = 0.5 * smoothing * area * (speed s + speed other + sound s + sound other)
         let damping = scale_state viscosity (add_states s (scale_state (-1) other))
         in add_states damping (scale_state 0.5 (add_states (flow s normal) (flow other normal)))
    else if neighbour == -1
    then zero with momentum = scale (pressure s) normal
    else scale_state 0.5 (add_states (flow s normal) (flow far_state normal))
  in loop sum = zero for k < 4 do add_states sum (face neighbours[k] normals[k])

-- A step of each cell's own length, in stages.
def step [n] (areas: [n]f32) (neighbours: [n][4]i32) (normals: [n][4]vector) (old: [n]state)
    : [n]state =
  let factors = map2 (\s a -> 0.5 / (f32.sqrt a * (speed s + sound s))) old areas
  in loop states = old for stage < stages do
       let k = 1 / f32.i32 (stages - stage)
       let cell start s factor near normal =
         add_states start (scale_state (-factor * k) (flux states s near normal))
       in map5 cell old states factors neighbours normals

entry main [n]
           (steps: i32)
           (areas: [n]f32)
           (neighbours: [n][4]i32)
           (normals: [n][4][3]f32)
           (starts: [n][5]f32) : [n][5]f32 =
  let normals = map (map (\v -> vec v[0] v[1] v[2])) normals
  let states = map (\v -> {density = v[0], momentum = vec v[1] v[2] v[3], energy = v[4]}) starts
  let states = iterate steps (step areas neighbours normals) states
  in map (\s -> [s.density, s.momentum.x, s.momentum.y, s.momentum.z, s.energy]) states

-- Data for timing: a rectangle of cells over a wall, which the gas streams along, and a region of higher density.
entry data (steps: i32) (width: i64) (height: i64)
    : (i32,
       [width * height]f32,
       [width * height][4]i32,
       [width * height][4][3]f32,
       [width * height][5]f32) =
  let n = width * height
  let neighbours c =
    let (i, j) = (c / width, c % width)
    in [ if j == 0 then -2 else i32.i64 (c - 1)
       , if j == width - 1 then -2 else i32.i64 (c + 1)
       , if i == 0 then -1 else i32.i64 (c - width)
       , if i == height - 1 then -2 else i32.i64 (c + width)
       ]
  let start c =
    let (x, y) =
      (f32.i64 (c % width) / f32.i64 width - 0.3, f32.i64 (c / width) / f32.i64 height - 0.3)
    let k = 1 + 0.2 / (1 + 40 * (x * x + y * y))
    let s = scale_state k far_state
    in [s.density, s.momentum.x, s.momentum.y, s.momentum.z, s.energy]
  in ( steps
     , replicate n 1
     , tabulate n neighbours
     , replicate n [[-1, 0, 0], [1, 0, 0], [0, -1, 0], [0, 1, 0]]
     , tabulate n start
     )
