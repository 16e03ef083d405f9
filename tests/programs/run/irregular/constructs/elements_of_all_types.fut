-- Elements of all types in rows; sums with arrays in them; rows beside rows in tuples and records.
-- ==
-- entry: bools
-- input { empty([0][?]bool) }
-- output { empty([0]bool) empty([0]bool) empty([0][?]i64) }
-- input { empty([1][?: 0]bool) }
-- output { [true] [false] empty([1][?: 0]i64) }
-- input { [[true, true, true], [true, true, true], []] }
-- output { [true, true, true] [true, true, false] [[0i64, 1i64, 2i64], [0i64, 1i64, 2i64], []] }
-- input { [[true], [true], [], [], [true, true]] }
-- output { [true, true, true, true, true] [true, true, false, false, true] [[0i64], [0i64], [], [], [0i64, 1i64]] }

-- ==
-- entry: bytes
-- input { empty([0][?]i8) }
-- output { empty([0]i8) empty([0][?]u64) empty([0][?]bool) }
-- input { empty([1][?: 0]i8) }
-- output { [0i8] empty([1][?: 0]u64) empty([1][?: 0]bool) }
-- input { [[-52i8, -84i8], [53i8, -6i8, 91i8], [76i8, 67i8, 63i8]] }
-- output { [120i8, -118i8, -50i8] [[204u64, 172u64], [53u64, 250u64, 91u64], [76u64, 67u64, 63u64]] [[false, false],
-- [true, false, true], [true, true, true]] }
-- input { [[-51i8, 15i8, -52i8], [40i8, -122i8, 107i8, -5i8], [60i8, 10i8, 48i8], [-95i8, -62i8], []] }
-- output { [-88i8, 20i8, 118i8, 99i8, 0i8] [[205u64, 15u64, 204u64], [40u64, 134u64, 107u64, 251u64], [60u64, 10u64,
-- 48u64], [161u64, 194u64], []] [[false, true, false], [true, false, true, false], [true, true, true], [false,
-- false], []] }

-- ==
-- entry: halves
-- input { empty([0][?]f16) }
-- output { empty([0]f16) empty([0][?]f16) empty([0][?]f16) }
-- input { empty([1][?: 0]f16) }
-- output { [0.0f16] empty([1][?: 0]f16) empty([1][?: 0]f16) }
-- input { [[-1.25f16, -1.5f16], [-0.25f16, -0.5f16], [1.5f16, 2.0f16, 1.0f16]] }
-- output { [-2.75f16, -0.75f16, 4.5f16] [[-1.25f16, -1.25f16], [-0.25f16, -0.25f16], [1.5f16, 2.0f16, 2.0f16]] [[],
-- [], [1.5f16, 2.0f16, 1.0f16]] }
-- input { [[0.25f16, 0.75f16, 0.75f16, -0.75f16], [0.0f16, 1.0f16, 0.25f16, 0.25f16], [0.75f16, -0.5f16], [0.25f16,
-- -0.5f16], []] }
-- output { [1.0f16, 1.5f16, 0.25f16, -0.25f16, 0.0f16] [[0.25f16, 0.75f16, 0.75f16, 0.75f16], [0.0f16, 1.0f16,
-- 1.0f16, 1.0f16], [0.75f16, 0.75f16], [0.25f16, 0.25f16], []] [[0.25f16, 0.75f16, 0.75f16], [1.0f16, 0.25f16,
-- 0.25f16], [0.75f16], [0.25f16], []] }

-- ==
-- entry: people
-- input { empty([0][?]u8) empty([0][?]i32) }
-- output { empty([0][?]u8) empty([0][?]i32) empty([0]i32) }
-- input { [[100u8, 104u8, 102u8]] empty([1][?: 0]i32) }
-- output { empty([0][?]u8) empty([0][?]i32) empty([0]i32) }
-- input { [[101u8, 104u8], [], []] [[18i32, 2i32, 16i32, 18i32], [4i32], [4i32, 6i32]] }
-- output { [[101u8, 104u8]] [[19i32, 3i32, 17i32, 19i32]] [56i32] }
-- input { [[], [104u8, 101u8, 98u8, 102u8, 99u8, 105u8], [100u8, 99u8, 97u8, 104u8], [103u8, 104u8, 102u8, 97u8],
-- [102u8, 103u8, 99u8]] [[10i32, 1i32], [4i32, 1i32], [7i32], [], [18i32, 13i32, 4i32, 12i32]] }
-- output { [[102u8, 103u8, 99u8]] [[19i32, 14i32, 5i32, 13i32]] [50i32] }

-- ==
-- entry: shapes
-- input { empty([0]i32) empty([0][?]f32) }
-- output { empty([0]f32) }
-- input { [2i32] empty([1][?: 0]f32) }
-- output { [-1.0f32] }
-- input { [0i32, 2i32, 2i32] [[-3.5f32, 2.0f32], [9.5f32, -3.5f32, -7.5f32], [-8.5f32, 1.5f32]] }
-- output { [2.0f32, -1.0f32, -1.0f32] }
-- input { [2i32, 0i32, 1i32, 1i32, 1i32] [[0.5f32, 9.0f32], [-2.0f32, 7.0f32, 4.5f32], [-3.0f32, 6.5f32], [],
-- [7.5f32, 1.5f32]] }
-- output { [-1.0f32, 11.5f32, -19.5f32, -1.0f32, 11.25f32] }

-- ==
-- entry: shapes_stored
-- input { empty([0]i32) empty([0][?]f32) }
-- output { empty([0]f32) 0i64 }
-- input { [2i32] empty([1][?: 0]f32) }
-- output { [-1.0f32] 0i64 }
-- input { [0i32, 2i32, 2i32] [[-3.5f32, 2.0f32], [9.5f32, -3.5f32, -7.5f32], [-8.5f32, 1.5f32]] }
-- output { [2.0f32, -1.0f32, -1.0f32] 1i64 }
-- input { [2i32, 0i32, 1i32, 1i32, 1i32] [[0.5f32, 9.0f32], [-2.0f32, 7.0f32, 4.5f32], [-3.0f32, 6.5f32], [],
-- [7.5f32, 1.5f32]] }
-- output { [-1.0f32, 11.5f32, -19.5f32, -1.0f32, 11.25f32] 3i64 }

-- ==
-- entry: unzipped
-- input { empty([0][?]u8) empty([0][?]i32) }
-- output { empty([0][?]i32) empty([0][?]u8) empty([0][?]u8) }
-- input { [[100u8, 104u8, 102u8]] empty([1][?: 0]i32) }
-- output { empty([1][?: 0]i32) [[100u8, 104u8, 102u8]] [[102u8, 104u8, 100u8]] }
-- input { [[101u8, 104u8], [], []] [[18i32, 2i32, 16i32, 18i32], [4i32], [4i32, 6i32]] }
-- output { [[4i32, 6i32], [4i32], [18i32, 2i32, 16i32, 18i32]] [[], [], [101u8, 104u8]] [[], [], [104u8, 101u8]] }
-- input { [[], [104u8, 101u8, 98u8, 102u8, 99u8, 105u8], [100u8, 99u8, 97u8, 104u8], [103u8, 104u8, 102u8, 97u8],
-- [102u8, 103u8, 99u8]] [[10i32, 1i32], [4i32, 1i32], [7i32], [], [18i32, 13i32, 4i32, 12i32]] }
-- output { [[18i32, 13i32, 4i32, 12i32], [], [7i32], [4i32, 1i32], [10i32, 1i32]] [[102u8, 103u8, 99u8], [103u8,
-- 104u8, 102u8, 97u8], [100u8, 99u8, 97u8, 104u8], [104u8, 101u8, 98u8, 102u8, 99u8, 105u8], []] [[99u8, 103u8,
-- 102u8], [97u8, 102u8, 104u8, 103u8], [104u8, 97u8, 99u8, 100u8], [105u8, 99u8, 102u8, 98u8, 101u8, 104u8], []] }

-- ==
-- entry: words
-- input { empty([0][?]u64) }
-- output { empty([0]u64) empty([0][?]u16) }
-- input { empty([1][?: 0]u64) }
-- output { [0u64] empty([1][?: 0]u16) }
-- input { [[11763772574730866736u64, 2380319474363482070u64, 7168250011483588671u64], [], []] }
-- output { [16227448362161055705u64, 0u64, 0u64] [[41793u16, 8456u16, 25466u16], [], []] }
-- input { [[647927670526005009u64], [1123904217802345353u64, 8729577954761036763u64], [4421585128629548417u64,
-- 15660309377150672073u64], [3097237909825038652u64], [742583528960033337u64]] }
-- output { [647927670526005009u64, 8556091660188047442u64, 16431445188415973704u64, 3097237909825038652u64,
-- 742583528960033337u64] [[2301u16], [3992u16, 31013u16], [15708u16, 55636u16], [11003u16], [2638u16]] }

entry halves [n] (xss: [n][?]f16) : ([n]f16, [n][?]f16, [n][?]f16) =
  (map f16.sum xss, map (scan f16.max (-f16.inf)) xss, map (filter (> 0)) xss)

entry bytes [n] (xss: [n][?]i8) : ([n]i8, [n][?]u64, [n][?]bool) =
  (map (reduce (+) 0) xss, map (map u64.i8) xss, map (map (\x -> x > 0)) xss)

entry bools [n] (xss: [n][?]bool) : ([n]bool, [n]bool, [n][?]i64) =
  (map and xss, map or xss, map (\xs -> map (.0) (filter (.1) (zip (indices xs) xs))) xss)

entry words [n] (xss: [n][?]u64) : ([n]u64, [n][?]u16) =
  (map (reduce (^) 0) xss, map (map (\x -> u16.u64 (x >> 48))) xss)

type~ shape = #dots []f32 | #box (f32, f32) | #nothing

def measure (s: shape) : f32 =
  match s
  case #dots xs -> f32.sum xs
  case #box (w, h) -> w * h
  case #nothing -> -1

def shape_of (kind: i32) (xs: []f32) : shape =
  let k = length xs
  let positive = filter (> 0) xs
  in match kind
     case 0 -> #dots positive
     case 1 -> if k >= 2 then #box (xs[0], xs[1]) else #nothing
     case _ -> #nothing

entry shapes [n] (kinds: [n]i32) (xss: [n][?]f32) : [n]f32 =
  map2 (\k xs -> measure (shape_of k xs)) kinds xss

-- Through an array of sums with rows in them.
entry shapes_stored [n] (kinds: [n]i32) (xss: [n][?]f32) : ([n]f32, i64) =
  let stored = map2 shape_of kinds xss : [n](#dots ([?]f32) | #box (f32, f32) | #nothing)
  let some = filter (\s -> match s case #nothing -> false case _ -> true) stored
  in (map measure stored, length some)

type~ person = {name: []u8, ages: []i32, score: i32}

entry people [n] (names: [n][?]u8) (ages: [n][?]i32) : ([][?]u8, [][?]i32, []i32) =
  let all_people =
    map2 (\name ages -> {name, ages, score = i32.sum ages}) names ages :
      [n]{name: [?]u8, ages: [?]i32, score: i32}
  let grown = filter (\p -> p.score > 20) all_people
  let older =
    map (\p -> p with score = p.score + i32.i64 (length p.name)) grown :
      []{name: [?]u8, ages: [?]i32, score: i32}
  in (map (.name) older, map (\p -> map (+ 1) p.ages) older, map (.score) older)

entry unzipped [n] (names: [n][?]u8) (ages: [n][?]i32) : ([n][?]i32, [n][?]u8, [n][?](u8)) =
  let both = zip3 names ages (map reverse names : [n][?]u8)
  let turned = reverse both
  let (a, b, c) = unzip3 turned
  in (b, a, c)
