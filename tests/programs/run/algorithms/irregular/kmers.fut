-- Counts of the k-mers of every read, the reads that share one, and de Bruijn neighbours.
-- ==
-- entry: main
-- input { 2i64 empty([0][?]u8) }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64]
-- empty([16][?: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]i64) empty([16][?: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
-- 0, 0, 0, 0]i64) }
-- input { 1i64 empty([1][?: 0]u8) }
-- output { [0i64, 0i64, 0i64, 0i64] empty([4][?: 0, 0, 0, 0]i64) empty([4][?: 0, 0, 0, 0]i64) }
-- input { 2i64 [[116u8, 103u8, 97u8, 116u8, 103u8], [97u8, 99u8, 103u8, 97u8, 116u8, 116u8, 97u8], [99u8, 97u8],
-- [116u8, 116u8, 97u8, 99u8, 103u8, 99u8, 103u8]] }
-- output { [0i64, 2i64, 0i64, 2i64, 1i64, 0i64, 3i64, 0i64, 2i64, 1i64, 0i64, 0i64, 2i64, 0i64, 2i64, 2i64] [[],
-- [1i64, 3i64], [], [0i64, 1i64], [2i64], [], [1i64, 3i64], [], [0i64, 1i64], [3i64], [], [], [1i64, 3i64], [],
-- [0i64], [1i64, 3i64]] [[], [4i64, 6i64], [], [12i64, 14i64, 15i64], [1i64, 3i64], [], [8i64, 9i64], [], [1i64,
-- 3i64], [4i64, 6i64], [], [], [1i64, 3i64], [], [8i64, 9i64], [12i64, 14i64, 15i64]] }

module type word = {
  type t
  val code : u8 -> t
  val push : t -> t -> t
  val to_i64 : t -> i64
  val zero : t
}

module kmers (w: word) = {
  def of_read [m] (k: i64) (read: [m]u8) : []w.t =
    if m < k
    then []
    else
      tabulate (m - k + 1) (\i ->
                              foldl (\acc c -> w.push acc (w.code c)) w.zero (take k (drop i read)))

  def of_reads [n] (k: i64) (reads: [n][?]u8) : [n][?]w.t = map (of_read k) reads
}

module dna = {
  type t = u32
  def zero = 0u32
  def code (c: u8) : u32 = match c case 'a' -> 0 case 'c' -> 1 case 'g' -> 2 case _ -> 3
  def push (x: u32) (y: u32) : u32 = x * 4 + y
  def to_i64 = i64.u32
}

module dna_kmers = kmers dna

entry main [n] (k: i64) (reads: [n][?]u8) : ([]i64, [][?]i64, [][?]i64) =
  let ks = dna_kmers.of_reads k reads
  let bins = 4 ** k
  let all_kmers = map dna.to_i64 (irregular.flatten ks)
  let counts = hist (+) 0 bins all_kmers (map (const 1) all_kmers)
  let owners = irregular.flatten (irregular.row_numbers ks)
  let [m] (owners: [m]i64) = owners
  let by_kmer = irregular.group bins (all_kmers :> [m]i64) owners
  -- Each read once.
  let distinct [l] (xs: [l]i64) =
    map (.1) (filter (\(i, x) -> i == 0 || xs[i - 1] != x) (zip (indices xs) xs))
  let sharing: [bins][?]i64 = map distinct by_kmer
  let next: [bins][?]i64 =
    map (\i ->
           if counts[i] == 0
           then []
           else filter (\j -> counts[j] > 0) (map (\c -> (i * 4 + c) % bins) (iota 4)))
        (iota bins)
  in (counts, sharing, next)
