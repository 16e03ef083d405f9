-- How often each number occurs. Numbers that are no bin are ignored.
-- ==
-- nobench input { 4i64 [0, 3, 1, 3, 3, 7, -1] } output { [1, 1, 0, 3] }
-- "few bins" compiled script input { (256i64, numbers 256i64 33554432i64) }
-- "many bins" compiled script input { (1048576i64, numbers 1048576i64 33554432i64) }
entry main [n] (bins: i64) (numbers: [n]i32) : [bins]i32 =
  hist (+) 0 bins (map i64.i32 numbers) (replicate n 1)

-- Numbers below a limit that look random, for timing.
entry numbers (limit: i64) (n: i64) : [n]i32 =
  let mix (x: u32) =
    let x = (x ^ (x >> 16)) * 0x45d9f3b
    let x = (x ^ (x >> 16)) * 0x45d9f3b
    in x ^ (x >> 16)
  in tabulate n (\i -> i32.u32 (mix (u32.i64 i + 1) % u32.i64 limit))
