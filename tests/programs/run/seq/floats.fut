-- Sums and prefixes of floats do not depend, to the bit, on where chunks begin: `append` makes chunks of other sizes.

def value (i: i64) : f32 = 1.0 / f32.i64 (1 + (i * 7919) % 1000)

def cut 'a (i: i64) (xs: seq a) : seq a = seq.append (seq.take i xs) (seq.drop i xs)

def bits (x: f32) : u32 = f32.to_bits x

-- ==
-- entry: sums
-- input { 1000i64 [0i64, 1i64, 255i64, 256i64, 257i64, 600i64, 999i64, 1000i64, 2000i64] } output { true }
-- input { 0i64 [0i64, 1i64] } output { true }
-- input { 3i64 [0i64, 1i64, 2i64] } output { true }

entry sums (n: i64) (cuts: []i64) : bool =
  let s = seq.produce n value
  let whole = bits (seq.reduce (+) 0 s)
  in all (\i -> bits (seq.reduce (+) 0 (cut i (cut (i / 3) s))) == whole) cuts

-- ==
-- entry: prefixes
-- input { 1000i64 [0i64, 1i64, 255i64, 256i64, 257i64, 600i64, 999i64, 1000i64] } output { true 1000i64 }
-- input { 3i64 [0i64, 1i64, 2i64] } output { true 3i64 }

entry prefixes (n: i64) (cuts: []i64) : (bool, i64) =
  let s = seq.produce n value
  let prefixes xs = seq.to_array (seq.map bits (seq.scan (+) 0 xs)) :> [n]u32
  let whole = prefixes s
  in (all (\i -> prefixes (cut i (cut (i / 3) s)) == whole) cuts, length whole)

-- The grains are those of a sum from the left to the right.
-- ==
-- entry: last
-- input { 200i64 } output { true }

entry last (n: i64) : bool =
  let s = seq.produce n value
  in bits (seq.reduce (+) 0 s) == bits (0 + seq.foldl (+) (value 0) (seq.drop 1 s))
