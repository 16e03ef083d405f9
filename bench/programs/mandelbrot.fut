-- The Mandelbrot set: how many steps it takes each point of a grid to leave a circle of radius two.
-- Checklist: 127.
-- ==
-- nobench input { 5i64 3i64 20 } output { [[0, 2, 20, 1, 0], [20, 20, 20, 2, 1], [0, 2, 20, 1, 0]] }
-- compiled input { 1920i64 1080i64 255 }
type complex = (f32, f32)

def norm_squared ((re, im): complex) : f32 = re * re + im * im

def step (c: complex) (z: complex) : complex =
  (z.0 * z.0 - z.1 * z.1 + c.0, 2 * z.0 * z.1 + c.1)

def escape_time (limit: i32) (c: complex) : i32 =
  (loop (z, n) = (c, 0) while n < limit && norm_squared z <= 4 do (step c z, n + 1)).1

entry main (width: i64) (height: i64) (limit: i32) : [height][width]i32 =
  let point i j : complex =
    ( -2 + 4 * f32.i64 j / f32.i64 (width - 1)
    , -1 + 2 * f32.i64 i / f32.i64 (height - 1)
    )
  in tabulate_2d height width (\i j -> escape_time limit (point i j))
