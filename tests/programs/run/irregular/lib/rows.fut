-- Rows for tests, with lengths of several kinds, and what loops make of them: what is compared with results.

-- | How long the rows are: all equal, very different, one long row, all empty but one, every second empty, all empty.
def lengths (kind: i64) (n: i64) : [n]i64 =
  let length_of i =
    match kind
    case 0 -> 7
    case 1 -> 200 / (1 + (i * 7919) % 211)
    case 2 -> if i == n / 3 then 5 * n else 1
    case 3 -> if i == n / 2 then 3 * n else 0
    case 4 -> if i % 2 == 0 then 0 else 30
    case _ -> 0
  in map length_of (iota n)

def numbers (n: i64) : [n]i64 = map (\i -> (i * 1103515245 + 12345) % 1009 - 400) (iota n)

def rows (kind: i64) (n: i64) : [n][?]i64 =
  let ls = lengths kind n
  in irregular.from_lengths ls (numbers (i64.sum ls))

def same_elements [n] [m] (xs: [n]i64) (ys: [m]i64) : bool = n == m && xs == (ys :> [n]i64)

-- | Are these the same rows?
def same [n] (xss: [n][?]i64) (yss: [n][?]i64) : bool =
  irregular.lengths xss == irregular.lengths yss
  && same_elements (irregular.flatten xss) (irregular.flatten yss)

-- | One value for each row, computed by a loop over the elements.
def fold_rows [n] 'b (f: b -> i64 -> b) (start: b) (xss: [n][?]i64) : [n]b =
  let flat = irregular.flatten xss
  let offsets = irregular.offsets xss
  let ls = irregular.lengths xss
  let one i = #[sequential] loop s = start for j < ls[i] do f s flat[offsets[i] + j]
  in #[sequential] map one (iota n)
