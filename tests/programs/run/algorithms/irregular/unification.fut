-- First-order terms as strings of symbols in prefix order; unification of pairs with substitutions that grow.
-- A symbol s < 0 is the variable -s; others have s / 10 as name and s % 10 arguments.
-- ==
-- entry: main
-- input { empty([0]i64) empty([0][?]i64) empty([0][?]i64) }
-- output { empty([0]bool) empty([0][?][?]i64) empty([0][?]i64) }
-- input { [2i64] [[-1i64]] [[12i64, -1i64, -2i64]] }
-- output { [false] empty([1][?: 3][?: 0, 0, 0]i64) empty([1][?: 0]i64) }
-- input { [2i64, 2i64, 2i64, 2i64, 1i64] [[21i64, -1i64], [-1i64], [-2i64], [22i64, 21i64, 20i64, -2i64], [20i64]]
-- [[-1i64], [11i64, 11i64, 20i64], [20i64], [11i64, 22i64, 20i64, -2i64], [21i64, -1i64]] }
-- output { [false, true, true, false, false] [[[], [], []], [[], [11i64, 11i64, 20i64], []], [[], [], [20i64]], [[],
-- [], []], [[], []]] [[], [11i64, 11i64, 20i64], [20i64], [], []] }

type~ substitution = [][?]i64

def skip (t: []i64) (at: i64) : i64 =
  (loop (at, open_terms) = (at, 1) while open_terms > 0 do
     (at + 1, open_terms - 1 + (if t[at] < 0 then 0 else t[at] % 10))).0

def apply_to (s: [][?]i64) (t: []i64) : []i64 =
  let parts: [][?]i64 = map (\x -> if x < 0 && !(null s[-x]) then s[-x] else [x]) t
  in irregular.flatten parts

def fully (s: [][?]i64) (t: []i64) : []i64 =
  loop t while any (\x -> x < 0 && !(null s[-x])) t do apply_to s t

def same [n] [m] (a: [n]i64) (b: [m]i64) : bool = n == m && and (map2 (==) a (b :> [n]i64))

def unify [n] [m] (variables: i64) (a: [n]i64) (b: [m]i64) : (bool, [][?]i64) =
  let none: [][?]i64 = map (\_ -> []) (iota (variables + 1))
  let (ok, s, _, _) =
    loop (ok, s: [][?]i64, a, b) = (true, none, a, b) while ok && !(same a b) do
      let n = i64.min (length a) (length b)
      let first = i64.minimum (map (\i -> if a[i] != b[i] then i else n) (iota n))
      let (x, y) = (a[first], b[first])
      let (v, term) =
        if x < 0
        then (-x, b[first:skip b first])
        else if y < 0
        then (-y, a[first:skip a first])
        else (0, [])
      in if v == 0 || any (== -v) term
         then (false, s, a, b)
         else
           let s: [][?]i64 =
             map (\old ->
                    irregular.flatten (map (\z -> if z == -v then term else [z]) old : [][?]i64))
                 s
           let s = copy s with [v] = term
           in (true, s, apply_to s a, apply_to s b)
  in (ok, if ok then s else none)

entry main [n] (variables: [n]i64) (as: [n][?]i64) (bs: [n][?]i64)
    : ([n]bool, [n][?][?]i64, [n][?]i64) =
  let results = map3 unify variables as bs : [n](bool, [?][?]i64)
  let (ok, ss) = unzip results
  in (ok, ss, map3 (\good s a -> if good then fully s a else []) ok ss as)
