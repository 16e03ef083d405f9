-- What may stand beside a loop in a body that is done for many lanes at once.
-- ==
-- entry: branches
-- input { 17i64 4i64 }
-- output { [[[0i32, 0i32, 0i32, 0i32], [0i32, 1i32, 1i32, 1i32], [0i32, 2i32, 2i32, 34i32], [0i32, 3i32, 1i32, 3i32], [0i32, 4i32, 4i32, 4i32], [0i32, 5i32, 5i32, 35i32], [0i32, 700i32, 4900i32, 35000i32], [0i32, 700i32, 4900i32, 35000i32], [0i32, 700i32, 4900i32, 35000i32], [0i32, 700i32, 4900i32, 35000i32], [0i32, 700i32, 4900i32, 35000i32], [0i32, 700i32, 4900i32, 35000i32], [0i32, 700i32, 4900i32, 35000i32], [0i32, 700i32, 4900i32, 35000i32], [0i32, 700i32, 4900i32, 35000i32], [0i32, 700i32, 4900i32, 35000i32], [0i32, 700i32, 4900i32, 35000i32]], [[0i32, 0i32, 0i32, 0i32], [1i32, 1i32, 1i32, 1i32], [2i32, 34i32, 2i32, 34i32], [3i32, 3i32, 1i32, 3i32], [4i32, 4i32, 4i32, 4i32], [5i32, 35i32, 5i32, 35i32], [7i32, 749i32, 5243i32, 1781i32], [7i32, 749i32, 5243i32, 1781i32], [7i32, 749i32, 5243i32, 1781i32], [7i32, 749i32, 5243i32, 1781i32], [7i32, 749i32, 5243i32, 1781i32], [7i32, 749i32, 5243i32, 1781i32], [7i32, 749i32, 5243i32, 1781i32], [7i32, 749i32, 5243i32, 1781i32], [7i32, 749i32, 5243i32, 1781i32], [7i32, 749i32, 5243i32, 1781i32], [7i32, 749i32, 5243i32, 1781i32]]] }
-- input { 4i64 4i64 }
-- output { [[[0i32, 0i32, 0i32, 0i32], [0i32, 1i32, 1i32, 1i32], [0i32, 2i32, 2i32, 34i32], [0i32, 3i32, 1i32, 3i32]], [[0i32, 0i32, 0i32, 0i32], [1i32, 1i32, 1i32, 1i32], [2i32, 34i32, 2i32, 34i32], [3i32, 3i32, 1i32, 3i32]]] }

-- ==
-- entry: matrices
-- input { 18i64 3i64 2i64 }
-- output { [[2331i32, 1935i32, 2046i32, 2694i32, 2520i32, 3273i32, 2010i32, 2046i32, 3171i32, 2472i32, 2382i32, 2721i32, 2217i32, 3327i32, 1941i32, 2181i32, 3117i32, 3237i32], [4242i32, 3955i32, 4871i32, 4192i32, 4512i32, 4086i32, 3945i32, 3835i32, 4379i32, 3860i32, 3632i32, 3990i32, 3654i32, 4166i32, 4579i32, 4157i32, 3709i32, 3755i32]] }

-- ==
-- entry: literals
-- input { 37i64 }
-- output { [[[1i32, 0i32, 0i32], [2i32, 3i32, 7i32], [5i32, 12i32, 62i32], [10i32, 33i32, 333i32], [17i32, 72i32, 219i32], [26i32, 135i32, 488i32], [37i32, 228i32, 370i32], [50i32, 357i32, 704i32], [65i32, 528i32, 22i32], [82i32, 747i32, 723i32], [101i32, 11i32, 112i32], [122i32, 344i32, 610i32], [145i32, 743i32, 793i32], [170i32, 205i32, 557i32], [197i32, 754i32, 229i32], [226i32, 378i32, 687i32], [257i32, 92i32, 453i32], [290i32, 911i32, 858i32], [325i32, 823i32, 108i32], [362i32, 843i32, 467i32], [401i32, 977i32, 305i32], [442i32, 222i32, 272i32], [485i32, 602i32, 391i32], [530i32, 105i32, 178i32], [577i32, 755i32, 780i32], [626i32, 540i32, 50i32], [677i32, 475i32, 739i32], [730i32, 566i32, 526i32], [785i32, 819i32, 210i32], [842i32, 231i32, 803i32], [901i32, 826i32, 623i32], [962i32, 592i32, 459i32], [16i32, 544i32, 664i32], [81i32, 688i32, 266i32], [148i32, 21i32, 115i32], [217i32, 567i32, 985i32], [288i32, 314i32, 667i32]], [[3i32, 7i32, 23i32], [7i32, 23i32, 164i32], [13i32, 55i32, 719i32], [21i32, 109i32, 276i32], [31i32, 191i32, 882i32], [43i32, 307i32, 91i32], [57i32, 463i32, 165i32], [73i32, 665i32, 122i32], [91i32, 919i32, 901i32], [111i32, 222i32, 437i32], [133i32, 598i32, 844i32], [157i32, 35i32, 463i32], [183i32, 557i32, 36i32], [211i32, 152i32, 808i32], [241i32, 844i32, 611i32], [273i32, 621i32, 38i32], [307i32, 498i32, 545i32], [343i32, 481i32, 535i32], [381i32, 576i32, 523i32], [421i32, 789i32, 229i32], [463i32, 117i32, 716i32], [507i32, 584i32, 474i32], [553i32, 178i32, 585i32], [601i32, 923i32, 807i32], [651i32, 807i32, 703i32], [703i32, 845i32, 770i32], [757i32, 34i32, 541i32], [813i32, 398i32, 723i32], [871i32, 934i32, 290i32], [931i32, 639i32, 639i32], [993i32, 528i32, 665i32], [48i32, 607i32, 917i32], [114i32, 882i32, 691i32], [182i32, 350i32, 168i32], [252i32, 26i32, 534i32], [324i32, 925i32, 64i32], [398i32, 26i32, 296i32]]] }

-- ==
-- entry: gathered
-- input { 23i64 5i64 }
-- output { [[[26647i32, 0i32, 0i32, 0i32, 0i32], [5i32, 27i32, 40i32, 61i32, 39i32], [27i32, 39i32, 40i32, 8i32, 61i32], [40i32, 39i32, 53i32, 61i32, 8i32], [61i32, 55i32, 53i32, 8i32, 39i32], [217425i32, 0i32, 0i32, 0i32, 0i32], [8i32, 53i32, 55i32, 48i32, 49i32], [53i32, 49i32, 55i32, 7i32, 48i32], [55i32, 49i32, 24i32, 48i32, 7i32], [48i32, 49i32, 24i32, 7i32, 49i32], [340072i32, 0i32, 0i32, 0i32, 0i32], [7i32, 24i32, 49i32, 31i32, 21i32], [24i32, 21i32, 49i32, 19i32, 31i32], [49i32, 21i32, 8i32, 31i32, 19i32], [31i32, 5i32, 8i32, 19i32, 21i32], [88248i32, 0i32, 0i32, 0i32, 0i32], [19i32, 8i32, 5i32, 27i32, 40i32], [8i32, 40i32, 5i32, 61i32, 27i32], [5i32, 40i32, 39i32, 27i32, 61i32], [27i32, 6i32, 39i32, 61i32, 40i32], [306262i32, 0i32, 0i32, 0i32, 0i32], [61i32, 39i32, 6i32, 46i32, 43i32], [39i32, 43i32, 6i32, 48i32, 46i32]], [[0i32, 26647i32, 0i32, 0i32, 0i32], [39i32, 5i32, 27i32, 40i32, 61i32], [61i32, 27i32, 39i32, 40i32, 8i32], [8i32, 40i32, 39i32, 53i32, 61i32], [39i32, 61i32, 55i32, 53i32, 8i32], [0i32, 217425i32, 0i32, 0i32, 0i32], [49i32, 8i32, 53i32, 55i32, 48i32], [48i32, 53i32, 49i32, 55i32, 7i32], [7i32, 55i32, 49i32, 24i32, 48i32], [49i32, 48i32, 49i32, 24i32, 7i32], [0i32, 340072i32, 0i32, 0i32, 0i32], [21i32, 7i32, 24i32, 49i32, 31i32], [31i32, 24i32, 21i32, 49i32, 19i32], [19i32, 49i32, 21i32, 8i32, 31i32], [21i32, 31i32, 5i32, 8i32, 19i32], [0i32, 88248i32, 0i32, 0i32, 0i32], [40i32, 19i32, 8i32, 5i32, 27i32], [27i32, 8i32, 40i32, 5i32, 61i32], [61i32, 5i32, 40i32, 39i32, 27i32], [40i32, 27i32, 6i32, 39i32, 61i32], [0i32, 306262i32, 0i32, 0i32, 0i32], [43i32, 61i32, 39i32, 6i32, 46i32], [46i32, 39i32, 43i32, 6i32, 48i32]]] }

-- ==
-- entry: bools
-- input { 22i64 6i64 }
-- output { [[[true, true, true, false, false, false], [false, false, true, true, true, false], [false, true, true, true, false, false], [true, true, true, false, false, false], [false, false, true, true, true, false], [false, true, true, true, false, false], [true, true, true, false, false, false], [false, false, true, true, true, false], [false, true, true, true, false, false], [true, true, true, false, false, false], [false, false, true, true, true, false], [false, true, true, true, false, false], [true, true, true, false, false, false], [false, false, true, true, true, false], [false, true, true, true, false, false], [true, true, true, false, false, false], [false, false, true, true, true, false], [false, true, true, true, false, false], [true, true, true, false, false, false], [false, false, true, true, true, false], [false, true, true, true, false, false], [true, true, true, false, false, false]], [[true, true, true, true, true, true], [false, false, true, true, true, false], [false, true, true, true, false, false], [true, true, true, true, true, true], [false, false, true, true, true, false], [false, true, true, true, false, false], [true, true, true, true, true, true], [false, false, true, true, true, false], [false, true, true, true, false, false], [true, true, true, true, true, true], [false, false, true, true, true, false], [false, true, true, true, false, false], [true, true, true, true, true, true], [false, false, true, true, true, false], [false, true, true, true, false, false], [true, true, true, true, true, true], [false, false, true, true, true, false], [false, true, true, true, false, false], [true, true, true, true, true, true], [false, false, true, true, true, false], [false, true, true, true, false, false], [true, true, true, true, true, true]]] }

-- ==
-- entry: sum_of_paths
-- input { 5i64 4i64 }
-- output { 4528i32 23i32 }
-- input { 100i64 4i64 }
-- output { 104578i32 22i32 }
-- input { 1000i64 3i64 }
-- output { 775818i32 21i32 }

-- Conditions that are the same for all lanes, and such that are not.
entry branches (m: i64) (n: i64) : [2][m][n]i32 =
  let body (k: i64) (i: i64) =
    let start = replicate n (i32.i64 i)
    in loop row = start for j < n do
         let before = if j == 0 then i32.i64 k else if j % 2 == 0 then row[j - 1] else row[j - 1] + 100
         let next = if before % 3 == 0 then before / 3 else if row[j] > 5 then 7 * before else row[j]
         in row with [j] = next
  in #[sequential_inner] map (\k -> map (body k) (iota m)) (iota 2)

-- Arrays of two dimensions, flattened.
entry matrices (m: i64) (n: i64) (p: i64) : [2][m]i32 =
  let body (k: i64) (i: i64) =
    let a = tabulate_2d n p (\x y -> i32.i64 (x * i + y * k + 1))
    let b = loop a = a for s < 3 do
              map2 (\row t -> map (\x -> (x * t + i32.i64 s) % 127) row) a (map i32.sum a)
    let c = flatten b
    in loop sum = 0 for j < p * n do 2 * sum % 10007 + c[j]
  in #[sequential_inner] map (\k -> map (body k) (iota m)) (iota 2)

entry literals (m: i64) : [2][m][3]i32 =
  let body (k: i64) (i: i64) =
    loop v = [i32.i64 i, i32.i64 k, 1] for _j < 5 do [v[1], v[2], (v[0] + v[1] * v[2]) % 1009]
  in #[sequential_inner] map (\k -> map (body k) (iota m)) (iota 2)

-- Each lane reads and writes at places of its own.
entry gathered (m: i64) (n: i64) : [2][m][n]i32 =
  let table = map (\i -> i32.i64 (i * i % 17)) (iota (m + n))
  let body (k: i64) (i: i64) =
    loop row = replicate n 0 for j < 2 * n do
      let at = (i * j + k) % n
      in row with [at] = row[at] * 3 + table[(i + j) % (m + n)]
  in #[sequential_inner] map (\k -> map (body k) (iota m)) (iota 2)

entry bools (m: i64) (n: i64) : [2][m][n]bool =
  let body (k: i64) (i: i64) =
    loop row = map (\j -> (i + j) % 3 == 0) (iota n) for j < n - 1 do
      row with [j + 1] = row[j] != row[j + 1] || k == 1 && row[0]
  in #[sequential_inner] map (\k -> map (body k) (iota m)) (iota 2)

-- A reduction whose elements take a loop each.
entry sum_of_paths (m: i64) (n: i64) : (i32, i32) =
  let path (i: i64) =
    let (xs, best) =
      loop (xs, best) = (map (\j -> i32.i64 (i * j % 11)) (iota n), 0) for k < 6 do
        let ys = map2 (\x j -> (x * 5 + i32.i64 (j + k)) % 31) xs (iota n)
        in (ys, i32.max best (i32.sum (map2 (*) xs ys)))
    in (best, xs[n - 1])
  in reduce (\(a, b) (c, d) -> (a + c, if d >= 16 then d else b)) (0, 0) (map path (iota m))
