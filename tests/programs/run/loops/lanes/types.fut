-- State of all kinds of scalars.
-- ==
-- entry: floats
-- input { 70i64 }
-- entry: integers
-- input { 70i64 }
-- entry: bools
-- input { 70i64 }
-- entry: functions
-- input { 40i64 }
entry floats (n: i64) : ([n]u16, [n]u32, [n]u64) =
  unzip3 (tabulate n (\i ->
                        let (h, s, d, _) =
                          loop (h, s, d, k) =
                            (f16.i64 i, f32.i64 i, f64.i64 i, 0) while k < i % 9 && s < 900 do
                            (h * 0.5 + 1, s * 2 - f32.f16 h, d / 3 + f64.f32 s, k + 1)
                        in (f16.to_bits h, f32.to_bits s, f64.to_bits d)))

entry integers (n: i64) : ([n]i8, [n]u8, [n]i16, [n]u16, [n]u64) =
  let run (i: i64) =
    let (a, b, c, d, e, _) =
      loop (a, b, c, d, e, k) =
        (i8.i64 i, u8.i64 i, i16.i64 i, u16.i64 i, u64.i64 i, i % 7) while k > 0 do
        ( a * 3 - i8.u8 b
        , b << u8.i64 (k % 4) | 1
        , c / 3 - i16.i8 a
        , d * 257 ^ u16.i16 c
        , e * 6364136223846793005 + u64.u16 d >> u64.i64 k
        , k - 1
        )
    in (a, b, c, d, e)
  in unzip5 (tabulate n run)

entry bools (n: i64) : [n]bool =
  tabulate n (\i ->
                let (p, q, _) =
                  loop (p, q, k) = (i % 2 == 0, false, i % 10) while k > 0 || (p && k > -5) do
                    (q != (k % 3 == 0), p || k == 4, k - 1)
                in p || q)

-- Functions of the C library, and powers: close enough.
entry functions (n: i64) : ([n]f32, [n]f64) =
  unzip (tabulate n (\i ->
                       let (x, y, _) =
                         loop (x, y, k) = (0.5f32, 0.25f64, i % 6) while k > 0 && x < 100 do
                           ( f32.exp (x / 3) + f32.sin (f32.i64 i)
                           , f64.sqrt (f64.log (y + 2)) + f64.atan2 y 2 + y ** 1.5
                           , k - 1)
                       in (x, y)))
