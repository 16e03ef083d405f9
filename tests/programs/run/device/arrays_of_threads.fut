-- Threads make arrays for themselves, of sizes that are not known before: some small, some larger than what a thread has at first,
-- and of different sizes in neighbours.
-- ==
-- entry: same
-- input { 0i64 4i64 } output { empty([0]i64) }
-- input { 5i64 3i64 } output { [288i64, 1049i64, 810i64, 291i64, 1172i64] }
-- input { 70i64 20i64 } output { [862i64, 1058i64, 904i64, 460i64, 826i64, 912i64, 1108i64, 1084i64, 640i64, 1006i64,
-- 92i64, 288i64, 1134i64, 1690i64, 186i64, 1272i64, 468i64, 314i64, 870i64, 1236i64, 1322i64, 1648i64, 1494i64,
-- 1050i64, 1416i64, 1502i64, 1698i64, 1544i64, 1230i64, 596i64, 682i64, 878i64, 724i64, 1280i64, 646i64, 862i64,
-- 1058i64, 904i64, 460i64, 826i64, 912i64, 1108i64, 1084i64, 640i64, 1006i64, 92i64, 288i64, 1134i64, 1690i64, 186i64,
-- 1272i64, 468i64, 314i64, 870i64, 1236i64, 1322i64, 1648i64, 1494i64, 1050i64, 1416i64, 1502i64, 1698i64, 1544i64,
-- 1230i64, 596i64, 682i64, 878i64, 724i64, 1280i64, 646i64] }
-- input { 6i64 100i64 } output { [942i64, 298i64, 704i64, 1020i64, 746i64, 1192i64] }
-- input { 40i64 1000i64 } output { [500i64, 500i64, 0i64, 0i64, 500i64, 0i64, 0i64, 0i64, 0i64, 500i64, 0i64, 0i64,
-- 500i64, 500i64, 500i64, 0i64, 0i64, 500i64, 500i64, 0i64, 500i64, 0i64, 500i64, 500i64, 0i64, 500i64, 500i64, 0i64,
-- 500i64, 0i64, 500i64, 500i64, 0i64, 0i64, 500i64, 500i64, 500i64, 0i64, 0i64, 500i64] }

-- ==
-- entry: different
-- input { 1i64 } output { [0i64] }
-- input { 90i64 } output { [0i64, 41i64, 1165i64, 635i64, 657i64, 247i64, 1760i64, 617i64, 1672i64, 1250i64, 842i64,
-- 1316i64, 451i64, 1010i64, 1067i64, 1027i64, 1004i64, 314i64, 1396i64, 1478i64, 966i64, 591i64, 851i64, 1810i64,
-- 431i64, 1040i64, 102i64, 815i64, 1148i64, 1346i64, 990i64, 1155i64, 944i64, 1085i64, 815i64, 722i64, 1078i64, 904i64,
-- 1605i64, 952i64, 797i64, 1050i64, 961i64, 1345i64, 1099i64, 658i64, 603i64, 742i64, 802i64, 1400i64, 1065i64, 163i64,
-- 1537i64, 1450i64, 163i64, 630i64, 807i64, 1142i64, 1752i64, 1275i64, 328i64, 921i64, 869i64, 1030i64, 344i64, 754i64,
-- 1476i64, 517i64, 1155i64, 524i64, 820i64, 1095i64, 1482i64, 1200i64, 919i64, 1247i64, 1461i64, 1644i64, 312i64,
-- 1234i64, 911i64, 916i64, 841i64, 910i64, 1147i64, 59i64, 945i64, 1592i64, 906i64, 1478i64] }

-- Forwards, then backwards, as solvers of tridiagonal systems do.
def solve (p: i64) (m: i64) : i64 =
  let xs =
    #[sequential]
    loop xs = replicate m (p % 7) for i in 1..<m do
      xs with [i] = xs[i - 1] * 3 % 1000 + (p + i) % 5
  let (s, xs) =
    #[sequential]
    loop (s, xs) = (0, xs) for j < m do
      let i = m - 1 - j
      let s = (s * 7 + xs[i]) % 1000
      in (s, xs with [i] = s)
  in s + xs[m / 2]

entry same (n: i64) (m: i64) : []i64 = map (\p -> solve p m) (iota n)

entry different (n: i64) : []i64 = map (\p -> solve p (1 + p * p % (n * 3))) (iota n)

-- ==
-- entry: rows
-- input { 3i64 0i64 } output { empty([3][0]i64) }
-- input { 3i64 5i64 } output { [[0i64, 1i64, 5i64, 18i64, 58i64], [1i64, 4i64, 14i64, 45i64, 139i64], [2i64, 7i64, 23i64, 72i64, 220i64]] }
-- input { 1i64 3i64 } output { [[0i64, 1i64, 5i64]] }
entry rows (n: i64) (m: i64) : [n][m]i64 =
  map (\p ->
         #[sequential]
         loop xs = replicate m p for i in 1..<(i64.max 1 m) do xs with [i] = xs[i - 1] * 3 % 1000 + i)
      (iota n)

-- Long rows, of which sums are enough.
-- ==
-- entry: long_rows
-- input { 70i64 300i64 } output { true }
entry long_rows (n: i64) (m: i64) : bool =
  let sum (xs: []i64) = i64.sum xs
  let of_rows = map sum (opaque (rows n m))
  let alone =
    map (\p -> (loop (x, s) = (p, p) for i in 1..<m do
                  let x = x * 3 % 1000 + i
                  in (x, s + x)).1)
        (iota n)
  in and (map2 (==) of_rows alone)
