-- Containers of irregular rows behind module types: a functor makes a grouping for any ordered key, another one composes.
-- ==
-- entry: main
-- input { empty([0]u8) empty([0]i32) }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64] [0i32, 0i32, 0i32, 0i32, 0i32] empty([2][?: 0, 0]i32) empty([5][?: 2, 2, 2,
-- 2, 2][?: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]i32) }
-- input { [98u8] [-47i32] }
-- output { [0i64, 1i64, 0i64, 0i64, 0i64] [0i32, -47i32, 0i32, 0i32, 0i32] [[], [98i32]] [[[], []], [[], [-47i32]],
-- [[], []], [[], []], [[], []]] }
-- input { [99u8, 102u8, 99u8, 98u8, 102u8, 98u8, 99u8, 101u8, 100u8] [47i32, -30i32, -42i32, 9i32, 22i32, -38i32,
-- -25i32, -21i32, -1i32] }
-- output { [0i64, 2i64, 3i64, 1i64, 1i64] [0i32, -29i32, -20i32, -1i32, -21i32] [[102i32, 99i32, 102i32, 98i32],
-- [99i32, 98i32, 99i32, 101i32, 100i32]] [[[], []], [[-38i32], [9i32]], [[-42i32], [47i32, -25i32]], [[], [-1i32]],
-- [[], [-21i32]]] }

module type key = {
  type t
  val index : t -> i64
  val count : i64
}

module type grouping = {
  type k
  type groups [n] 'v
  val group 'v [m] : [m](k, v) -> groups [] v
  val sizes [n] 'v : groups [n] v -> [n]i64
  val fold [n] 'v : (v -> v -> v) -> v -> groups [n] v -> [n]v
  val rows [n] 'v : groups [n] v -> [n][?]v
}

module make_grouping (key: key) : grouping with k = key.t = {
  type k = key.t
  type groups [n] 'v = [n][?]v

  def group 'v [m] (xs: [m](k, v)) : groups [] v =
    irregular.group key.count (map (\(k, _) -> key.index k) xs) (map (.1) xs)

  def sizes [n] 'v (g: groups [n] v) : [n]i64 = map length g
  def fold [n] 'v (f: v -> v -> v) (z: v) (g: groups [n] v) : [n]v = map (reduce f z) g
  def rows [n] 'v (g: groups [n] v) : [n][?]v = g
}

module by_parity = make_grouping {
  type t = i32
  def index (x: i32) = i64.i32 (x & 1)
  def count = 2i64
}

module by_letter = make_grouping {
  type t = u8
  def index (c: u8) = i64.u8 c - 97
  def count = 5i64
}

-- A group of groups.
def nested [m] (xs: [m](u8, i32)) : [][?][?]i32 =
  let letters = by_letter.group (map (\(c, x) -> (c, (x, x))) xs)
  in map (\row -> by_parity.rows (by_parity.group row)) (by_letter.rows letters)

entry main [m] (cs: [m]u8) (xs: [m]i32) : ([]i64, []i32, [][?]i32, [][?][?]i32) =
  let pairs = zip cs xs
  let g = by_letter.group pairs
  let p = by_parity.group (zip xs (map i32.u8 cs))
  in (by_letter.sizes g, by_letter.fold (+) 0 g, by_parity.rows p, nested pairs)
