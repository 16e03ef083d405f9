-- How a chip heats up: the temperature of each cell of a grid, from the power that it uses, its neighbours and the air.
-- Checklist: 127.
-- ==
-- nobench input { 2 [[320f32, 330f32, 340f32], [325f32, 335f32, 345f32]] [[0.1f32, 0f32, 0.2f32], [0f32, 0.5f32, 0f32]] }
-- output { [[319.968018f32, 329.966675f32, 339.965332f32], [324.967346f32, 334.966003f32, 344.964661f32]] }
-- compiled script input { (360, temperatures 1024 1024, powers 1024 1024) }

-- What Rodinia's benchmark HotSpot says of the chip, in metres, watts and kelvins.
def chip_width : f32 = 0.016
def chip_height : f32 = 0.016
def chip_thickness : f32 = 0.0005
def capacity_factor : f32 = 0.5
def specific_heat : f32 = 1.75e6
def conductivity : f32 = 100
def maximal_power_density : f32 = 3.0e6
def precision : f32 = 0.001
def air : f32 = 80

def step [n] [m] (powers: [n][m]f32) (grid: [n][m]f32) : [n][m]f32 =
  let width = chip_width / f32.i64 m
  let height = chip_height / f32.i64 n
  let capacity = capacity_factor * specific_heat * chip_thickness * width * height
  let resistance_x = width / (2 * conductivity * chip_thickness * height)
  let resistance_y = height / (2 * conductivity * chip_thickness * width)
  let resistance_z = chip_thickness / (conductivity * height * width)
  let maximal_slope = maximal_power_density / (capacity_factor * chip_thickness * specific_heat)
  let dt = precision / maximal_slope
  let at i j = grid[i64.max 0 (i64.min (n - 1) i), i64.max 0 (i64.min (m - 1) j)]
  let cell i j =
    let t = at i j
    let from_column = (at (i - 1) j + at (i + 1) j - 2 * t) / resistance_y
    let from_row = (at i (j - 1) + at i (j + 1) - 2 * t) / resistance_x
    let from_air = (air - t) / resistance_z
    in t + dt / capacity * (powers[i, j] + from_column + from_row + from_air)
  in tabulate_2d n m cell

entry main [n] [m] (steps: i32) (grid: [n][m]f32) (powers: [n][m]f32) : [n][m]f32 =
  iterate steps (step powers) grid

-- Data for timing.
entry temperatures (n: i64) (m: i64) : [n][m]f32 =
  tabulate_2d n m (\i j -> 320 + f32.i64 ((i * 7 + j * 13) % 31))

entry powers (n: i64) (m: i64) : [n][m]f32 =
  tabulate_2d n m (\i j -> if (i / 64 + j / 64) % 2 == 0 then 0.001 else 0)
