-- After how many steps points of the plane escape, at most 255: those from -2 - i to 2 + i, as the rival has them.
-- ==
-- nobench input { 3i64 3i64 } output { [[1, 255, 1], [255, 255, 2], [1, 255, 1]] }
-- "8192" compiled script input { data 8192i64 }
def escape (cr: f32) (ci: f32) : i32 =
  let (_, _, steps) =
    loop (r, i, steps) = (0f32, 0f32, 0) while steps < 255 && r * r + i * i <= 4 do
      (r * r - i * i + cr, 2 * r * i + ci, steps + 1)
  in steps

entry main (width: i64) (height: i64) : [height][width]i32 =
  tabulate_2d height width (\y x ->
                              escape (f32.i64 x * 4 / f32.i64 (width - 1) - 2)
                                     (f32.i64 y * 2 / f32.i64 (height - 1) - 1))

entry data (n: i64) : (i64, i64) = (n, n)
