-- Integers of up to 32 bits are divided as vectors in loops that end at different times: signs, zeros and the lowest number.
-- ==
-- entry: divisor
-- input { [12i32, 18i32, -12i32, 7i32, 0i32, 1i32, 720720i32, 2147483647i32] }
-- output { [12i32, 18i32, 12i32, 7i32, 720720i32, 1i32, 720720i32, 1i32] }

-- ==
-- entry: signed
-- input { [7i32, -7i32, 7i32, -7i32, -2147483648i32, -2147483648i32, 2147483647i32, -1i32]
--         [2i32, 2i32, -2i32, -2i32, -1i32, 1i32, 3i32, 2147483647i32] }
-- output { [3i32, -4i32, -4i32, 3i32, -2147483648i32, -2147483648i32, 715827882i32, -1i32]
--          [1i32, 1i32, -1i32, -1i32, 0i32, 0i32, 1i32, 2147483646i32]
--          [3i32, -3i32, -3i32, 3i32, -2147483648i32, -2147483648i32, 715827882i32, 0i32]
--          [1i32, -1i32, 1i32, -1i32, 0i32, 0i32, 1i32, -1i32] }
-- input { [1i32] [0i32] } error: division by zero

-- ==
-- entry: unsigned
-- input { [4294967295u32, 4294967295u32, 4294967294u32, 0u32] [1u32, 4294967295u32, 4294967295u32, 9u32] }
-- output { [4294967295u32, 1u32, 0u32, 0u32] [0u32, 0u32, 4294967294u32, 0u32] }

-- ==
-- entry: bytes
-- input { [-128i8, 127i8, -128i8] [-1i8, -3i8, 127i8] } output { [-128i8, -43i8, -2i8] [0i8, -2i8, 126i8] }

-- ==
-- entry: all_bytes
-- input { } output { true }

-- ==
-- entry: nearest
-- input { 65536i64 } output { true }
entry divisor (xs: []i32) =
  map (\x -> (loop (a, b) = (i32.abs x, 720720) while b != 0 do (b, a % b)).0) xs

-- Loops that are left after their first iteration.
entry signed (xs: []i32) (ys: []i32) =
  unzip4 (map2 (\x y ->
                  let (_, a, b, c, d) =
                    loop (go_on, _, _, _, _) = (true, 0, 0, 0, 0) while go_on do
                      (x != x, x / y, x % y, x i32.// y, x i32.%% y)
                  in (a, b, c, d)) xs ys)

entry unsigned (xs: []u32) (ys: []u32) =
  unzip (map2 (\x y ->
                 let (_, a, b) =
                   loop (go_on, _, _) = (true, 0, 0) while go_on do (x != x, x / y, x % y)
                 in (a, b)) xs ys)

entry bytes (xs: []i8) (ys: []i8) =
  unzip (map2 (\x y ->
                 let (_, a, b) =
                   loop (go_on, _, _) = (true, 0, 0) while go_on do (x != x, x / y, x % y)
                 in (a, b)) xs ys)

-- What is divided and what is left make up what there was.
entry all_bytes : bool =
  let holds (x: i16) (y: i16) =
    y == 0
    || (let (_, quotient, rest) =
          loop (go_on, _, _) = (true, 0, 0) while go_on do (x != x, x / y, x % y)
        in quotient * y + rest == x
           && i16.abs rest < i16.abs y
           && (rest == 0 || (rest < 0) == (y < 0)))
  in and (flatten (tabulate_2d 256 256 (\x y ->
                                          holds (i16.i64 (x * 257 - 32768))
                                                (i16.i64 (y * 255 - 32640)))))

-- The largest multiple of each number, and the number before it, of which the quotient is nearest to the next whole one.
entry nearest (n: i64) : bool =
  let holds (y: u32) =
    let quotient = u32.highest / y
    let x = quotient * y
    let (_, whole, less) =
      loop (go_on, _, _) = (true, 0, 0) while go_on do (x != x, x / y, (x - 1) / y)
    in whole == quotient && less == quotient - 1
  in and (map (\i -> holds (u32.i64 (1 + i * i))) (iota n))
