-- Cells of heart muscle, each a system of 91 differential equations: a voltage, gates of currents, ions, buffers, and three proteins
-- that bind calcium in 15 states each. Fehlberg's method of orders 7 and 8 integrates over intervals of one millisecond, with steps
-- as long as the error allows. The model is a made-up one, as large and as stiff as those of physiologists.
-- Floats within 4096 ulps of the largest: lengths of steps follow from errors, which are small differences.
-- Checklist: 127.
-- ==
-- nobench script input { data 1 1i64 }
-- output { [[-62.12644f32, 0.21466778f32, 0.57568914f32, 0.3911448f32, 0.67368644f32, 0.5915884f32, 0.32631606f32,
--          0.26695183f32, 0.76498f32, 0.31619418f32, 0.7164457f32, 0.5543312f32, 0.35409632f32, 0.26509166f32,
--          0.49149328f32, 0.19658026f32, 0.76641476f32, 0.51436627f32, 0.39023757f32, 0.26122165f32, 0.50857085f32,
--          0.45151904f32, 0.85975194f32, 0.43947768f32, 0.44305724f32, 8.838481f32, 127.52405f32, 0.0009238241f32,
--          0.0013057694f32, 0.0013639366f32, 0.52889776f32, 0.60491025f32, 129.97537f32, 9.988408f32, 0.22199602f32,
--          0.25350738f32, 0.10472219f32, 0.13489632f32, 0.16712293f32, 0.19882755f32, 0.2280452f32, 0.26055145f32,
--          0.11342573f32, 0.14145087f32, 0.17481227f32, 0.20675395f32, 0.11662019f32, 0.124182746f32, 0.07277165f32,
--          0.08406164f32, 0.09539411f32, 0.10671371f32, 0.117652774f32, 0.121862814f32, 0.074133754f32,
--          0.085391685f32, 0.096722715f32, 0.10801048f32, 0.11850953f32, 0.12022883f32, 0.08081359f32,
--          0.08506523f32, 0.09637757f32, 0.10770484f32, 0.118815996f32, 0.12464368f32, 0.07511729f32, 0.08637334f32,
--          0.09770495f32, 0.10901096f32, 0.11973596f32, 0.12243381f32, 0.076482944f32, 0.087671615f32,
--          0.09849682f32, 0.10417255f32, 0.119913034f32, 0.12748137f32, 0.07608596f32, 0.087358445f32,
--          0.09869046f32, 0.110009626f32, 0.12094841f32, 0.1251613f32, 0.07745817f32, 0.08868587f32, 0.1000164f32,
--          0.111303754f32, 0.12180291f32, 0.12352818f32, 0.08414475f32]] }
-- compiled script input { data 3 256i64 }
def equations : i64 = 91
def gates : i64 = 24
def currents : i64 = 12
def ions : i64 = 9
def buffers : i64 = 12
def modules : i64 = 3
def bound : i64 = 15
def first_gate : i64 = 1
def first_ion : i64 = first_gate + gates
def first_buffer : i64 = first_ion + ions
def first_bound : i64 = first_buffer + buffers

-- ---- The model

-- How fast a gate changes at a voltage.
def gate_change (g: i64) (v: f32) (part: f32) : f32 =
  let k = f32.i64 g
  let side = if g % 2 == 0 then 1 else -1
  let x = (v + 60 - 4 * k) / (5 + f32.i64 (g % 5))
  let steady = 1 / (1 + f32.exp (-side * x))
  let delay = 1 + f32.i64 (g % 7) + 2 / (1 + x * x)
  in (steady - part) / delay

-- The voltage at which as much of an ion goes in as out.
def reversal (outside: f32) (inside: f32) : f32 = 26.7 * f32.log (outside / inside)

-- Calcium near a buffer or a protein: in the cell, under its membrane, or in the cleft.
def calcium (ys: [91]f32) (i: i64) : f32 = ys[first_ion + 2 + i % 3]

def derivative (ps: [16]f32) (ys: [91]f32) : *[91]f32 =
  let v = ys[0]
  let sodium = reversal 140 ys[first_ion]
  let potassium = reversal 5.4 ys[first_ion + 1]
  let calcium_out = 0.5 * reversal 1.8 ys[first_ion + 2]
  let current c =
    let from = if c % 3 == 0 then sodium else if c % 3 == 1 then potassium else calcium_out
    in ps[c] * ys[first_gate + 2 * c] * ys[first_gate + 2 * c + 1] * (v - from)
  let (total, of_sodium, of_potassium, of_calcium) =
    loop (total, a, b, c) = (0, 0, 0, 0) for i < currents do
      let x = current i
      in ( total + x
         , if i % 3 == 0 then a + x else a
         , if i % 3 == 1 then b + x else b
         , if i % 3 == 2 then c + x else c)
  let store = ys[first_ion + 5]
  let cytosol = ys[first_ion + 2]
  let uptake = ps[12] * cytosol * cytosol / (0.0001 + cytosol * cytosol)
  let release = ps[13] * (store - ys[first_ion + 4]) / (1 + f32.exp (-(v + 20) / 10))
  let pump = ps[14] * ys[first_ion] / (10 + ys[first_ion])
  let dys = replicate 91 0
  let dys = dys with [0] = ps[15] - total - pump
  let dys = loop dys for g < gates do dys with [first_gate + g] = gate_change g v ys[first_gate + g]
  let dys = dys with [first_ion] = -0.001 * of_sodium - 0.003 * pump
  let dys = dys with [first_ion + 1] = -0.001 * of_potassium + 0.002 * pump
  let dys = dys with [first_ion + 2] = 0.1 * (ys[first_ion + 3] - cytosol) - uptake
  let dys = dys with [first_ion + 3] =
    0.1 * (cytosol - ys[first_ion + 3]) + 0.2 * (ys[first_ion + 4] - ys[first_ion + 3]) - 0.00001 * of_calcium
  let dys = dys with [first_ion + 4] = 0.2 * (ys[first_ion + 3] - ys[first_ion + 4]) + release
  let dys = dys with [first_ion + 5] = uptake - release + 0.05 * (ys[first_ion + 6] - store)
  let dys = dys with [first_ion + 6] = 0.05 * (store - ys[first_ion + 6])
  let dys = dys with [first_ion + 7] = 0.01 * (ys[first_ion + 1] - ys[first_ion + 7])
  let dys = dys with [first_ion + 8] = 0.01 * (ys[first_ion] - ys[first_ion + 8])
  let dys =
    loop dys for i < buffers do
      let held = ys[first_buffer + i]
      in dys with [first_buffer + i] = (1 + f32.i64 i) * calcium ys i * (1 - held) - 0.1 * held
  in loop dys for i < modules * bound do
       let (m, s) = (i / bound, i % bound)
       let state k = ys[first_bound + m * bound + (s + k) % bound]
       let on = (0.5 + 0.1 * f32.i64 s) * calcium ys m
       let off = 0.05 + 0.01 * f32.i64 s
       in dys with [first_bound + i] = on * (state (bound - 1) - state 0) + off * (state 1 - state 0)

-- ---- Fehlberg's method

def stages : i64 = 13

-- The weights of earlier stages in each stage.
def stage_weights : [13][12]f32 =
  [ [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  , [2 / 27, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  , [1 / 36, 1 / 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  , [1 / 24, 0, 1 / 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  , [5 / 12, 0, -25 / 16, 25 / 16, 0, 0, 0, 0, 0, 0, 0, 0]
  , [1 / 20, 0, 0, 1 / 4, 1 / 5, 0, 0, 0, 0, 0, 0, 0]
  , [-25 / 108, 0, 0, 125 / 108, -65 / 27, 125 / 54, 0, 0, 0, 0, 0, 0]
  , [31 / 300, 0, 0, 0, 61 / 225, -2 / 9, 13 / 900, 0, 0, 0, 0, 0]
  , [2, 0, 0, -53 / 6, 704 / 45, -107 / 9, 67 / 90, 3, 0, 0, 0, 0]
  , [-91 / 108, 0, 0, 23 / 108, -976 / 135, 311 / 54, -19 / 60, 17 / 6, -1 / 12, 0, 0, 0]
  , [2383 / 4100, 0, 0, -341 / 164, 4496 / 1025, -301 / 82, 2133 / 4100, 45 / 82, 45 / 164, 18 / 41, 0, 0]
  , [3 / 205, 0, 0, 0, 0, -6 / 41, -3 / 205, -3 / 41, 3 / 41, 6 / 41, 0, 0]
  , [-1777 / 4100, 0, 0, -341 / 164, 4496 / 1025, -289 / 82, 2193 / 4100, 51 / 82, 33 / 164, 12 / 41, 0, 1]
  ]

-- The weights of stages in the result.
def weights : [13]f32 =
  [41 / 840, 0, 0, 0, 0, 34 / 105, 9 / 35, 9 / 35, 9 / 280, 9 / 280, 41 / 840, 0, 0]

def tolerance : f32 = 0.0001

-- The state after a step of this length, and how large its error is, where 1 is the most that is accepted.
def step (ps: [16]f32) (length: f32) (ys: [91]f32) : (*[91]f32, f32) =
  let slopes =
    loop slopes = replicate 13 (replicate 91 0) for s < stages do
      let moved =
        tabulate 91 (\i -> ys[i] + length * (loop sum = 0 for k < s do sum + stage_weights[s, k] * slopes[k, i]))
      in slopes with [s] = derivative ps moved
  let new i = ys[i] + length * (loop sum = 0 for s < stages do sum + weights[s] * slopes[s, i])
  let error i =
    let e = length * (41 / 840) * (slopes[0, i] + slopes[10, i] - slopes[11, i] - slopes[12, i])
    in f32.abs e / (tolerance * (1 + f32.abs ys[i]))
  in (tabulate 91 new, loop most = 0 for i < equations do f32.max most (error i))

-- The state a millisecond later.
def interval (ps: [16]f32) (start: *[91]f32) : *[91]f32 =
  let (ys, _, _) =
    loop (ys, time, length) = (start, 0, 0.25) while time < 1 do
      let length = f32.min length (1 - time)
      let (new, error) = step ps length ys
      let factor = f32.max 0.2 (f32.min 4 (0.8 / f32.sqrt (f32.sqrt (f32.sqrt (f32.max 0.000001 error)))))
      in if error <= 1 || length < 0.001 then (new, time + length, length * factor) else (ys, time, length * factor)
  in ys

entry main [n] (intervals: i32) (starts: [n][91]f32) (ps: [n][16]f32) : [n][91]f32 =
  map2 (\start p -> loop ys = copy start for _i < intervals do interval p ys) starts ps

-- Data for timing.
entry data (intervals: i32) (n: i64) : (i32, [n][91]f32, [n][16]f32) =
  let start i k =
    let x = f32.i64 ((i * 31 + k * 17) % 101) / 101
    in if k == 0 then -80 + 20 * x
       else if k < first_ion then 0.2 + 0.6 * x
       else if k == first_ion then 8 + 4 * x
       else if k == first_ion + 1 then 120 + 20 * x
       else if k < first_ion + 5 then 0.0005 + 0.001 * x
       else if k < first_ion + 7 then 0.5 + 0.5 * x
       else if k == first_ion + 7 then 130
       else if k == first_ion + 8 then 10
       else if k < first_bound then 0.1 + 0.2 * x
       else (1 + x) / 15
  let parameter i k =
    let x = f32.i64 ((i * 7 + k * 29) % 53) / 53
    in if k < currents then 0.05 + 0.1 * x
       else if k == 12 then 0.01 + 0.01 * x
       else if k == 13 then 0.001 + 0.002 * x
       else if k == 14 then 0.5 + 0.5 * x
       else 1 + 4 * x
  in (intervals, tabulate_2d n 91 start, tabulate_2d n 16 parameter)
