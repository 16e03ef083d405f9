-- Scans of the columns of a matrix, few and many. Expected values are checksums that a program in Python computed.
-- ==
-- entry: main
-- input { 0i64 5i64 }
-- output { 0i64 0i64 0i64 0i64 0i64 }
-- input { 5i64 0i64 }
-- output { 0i64 0i64 0i64 0i64 0i64 }
-- input { 1i64 1i64 }
-- output { 999998i64 999993i64 999998i64 1i64 0i64 }
-- input { 3i64 63i64 }
-- output { 670254i64 445697i64 573987i64 669243i64 103650i64 }
-- input { 4i64 64i64 }
-- output { 331404i64 948504i64 53432i64 603197i64 401555i64 }
-- input { 7i64 65i64 }
-- output { 98847i64 331601i64 621263i64 214287i64 406282i64 }
-- input { 5i64 128i64 }
-- output { 882651i64 989176i64 552369i64 533302i64 274878i64 }
-- input { 6i64 200i64 }
-- output { 705826i64 761972i64 126574i64 455879i64 114087i64 }
-- input { 40i64 300i64 }
-- output { 827066i64 325986i64 924752i64 259926i64 866491i64 }

-- Of the matrix as it lies in memory.
def checksum [n] [m] (xss: [n][m]i64) : i64 =
  let xss = #[opaque] xss
  in loop h = 0 for xs in xss do loop h for x in xs do (h * 31 + x) % 1000003

def matrix (n: i64) (m: i64) : [n][m]i64 = tabulate_2d n m (\i j -> (i * 7 + j * 3) % 11 - 5)

-- With an operator on rows.
def sums [n] [m] (xss: [n][m]i64) : [n][m]i64 = scan (map2 (+)) (replicate m 0) xss

-- What follows the scan becomes a part of it.
def sums_then [n] [m] (xss: [n][m]i64) : [n][m]i64 =
  transpose (map (\xs -> map2 (\i x -> 2 * x + i) (iota n) (scan (+) 0 xs)) (transpose xss))

def maxima [n] [m] (xss: [n][m]i64) : [n][m]i64 =
  transpose (map (scan i64.max (-100)) (transpose xss))

-- Two components, and an operator that does not commute, whose neutral element is one for what is not negative.
def affine [n] [m] (xss: [n][m]i64) : ([n][m]i64, [n][m]i64) =
  let compose (a: i64, b: i64) (c: i64, d: i64) = ((a * c) % 10007, (b * c + d) % 10007)
  let (ps, qs) =
    unzip (map (\xs -> unzip (scan compose (1, 0) (map (\x -> (x + 6, x + 5)) xs)))
               (transpose xss))
  in (transpose ps, transpose qs)

entry main (n: i64) (m: i64) : (i64, i64, i64, i64, i64) =
  let xss = matrix n m
  let (ps, qs) = affine xss
  in ( checksum (sums xss)
     , checksum (sums_then xss)
     , checksum (maxima xss)
     , checksum ps
     , checksum qs
     )
