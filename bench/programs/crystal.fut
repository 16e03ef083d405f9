-- A quasicrystal: waves in several directions, added up, as an image.
-- Integers, so that a step of colour is right or wrong; those of the test do not lie near the border of a step.
-- Checklist: 127.
-- ==
-- nobench input { 3i64 30f32 5i64 0.5f32 }
-- output { [[10526975i32, 8158463i32, 8158463i32], [5789951i32, 329215i32, 329215i32], [12369151i32, 9934847i32,
--          9934847i32]] }
-- compiled input { 2000i64 30f32 50i64 0f32 }
def wave (angle: f32) (time: f32) (x: f32, y: f32) : f32 =
  (f32.cos (f32.cos angle * x + f32.sin angle * y + time) + 1) / 2

-- Up and down between 0 and 1.
def wrap (v: f32) : f32 =
  let whole = f32.floor v
  let rest = v - whole
  in if i32.f32 whole & 1 == 1 then 1 - rest else rest

-- From blue over white.
def colour (v: f32) : i32 =
  let part = i32.f32 (255 * v)
  in part << 16 | part << 8 | 255

def pixel (degree: i64) (time: f32) (p: (f32, f32)) : i32 =
  let angle i = f32.pi / f32.i64 degree * f32.i64 i
  in colour (wrap (f32.sum (map (\i -> wave (angle i) time p) (iota degree))))

entry main (size: i64) (scale: f32) (degree: i64) (time: f32) : [size][size]i32 =
  let place i = (f32.i64 i / f32.i64 size - 0.5) * 2 * f32.pi * scale
  in tabulate_2d size size (\i j -> pixel degree time (place j, place i))
