-- How often each of 1024 numbers occurs.
-- ==
-- nobench input { 3i64 [0, 2, 2] } output { [1, 0, 2] }
-- "uniform" compiled script input { data 0i64 134217728i64 }
-- "skewed" compiled script input { data 1i64 134217728i64 }
-- "one bin" compiled script input { data 2i64 134217728i64 }
entry main [n] (bins: i64) (xs: [n]i32) : [bins]i32 =
  hist (+) 0 bins (map i64.i32 xs) (replicate n 1)

entry data (kind: i64) (n: i64) : (i64, [n]i32) =
  let number i =
    let h = i64.u32 ((u32.i64 i * 2654435761) >> 12)
    in match kind
       case 0 -> h % 1024
       case 1 -> if h % 4 == 0 then h / 4 % 1024 else h / 4 % 8
       case _ -> 7
  in (1024, map (\i -> i32.i64 (number i)) (iota n))
