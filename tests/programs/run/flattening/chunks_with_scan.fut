-- Independent formula for the first element of a chunk, a scan for the rest, and a reduction over everything: any
-- cut into chunks gives the same.
-- ==
-- input { 12i64 } output { 650i64 650i64 650i64 650i64 }
-- input { 24i64 } output { 4900i64 4900i64 4900i64 4900i64 }

-- The sum of 2 j + 1 for all j below i.
def independent (i: i64) : i64 = i * i

def chunk_total [m] (is: [m]i64) : i64 =
  let a = independent is[0]
  let t = map (\i -> 2 * i + 1) is
  let y = scan (+) 0 t
  in reduce (+) 0 (map (+ a) y)

def total (n: i64) (m: i64) : i64 =
  let q = n / m
  in reduce (+) 0 (map chunk_total (unflatten (iota n :> [q * m]i64)))

def main (n: i64) = (total n 1, total n 3, total n 4, total n n)
