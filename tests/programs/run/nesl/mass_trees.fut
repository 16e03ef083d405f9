-- Trees of masses in preorder, one for each row of bodies, by recursion on halves.
-- ==
-- entry: main
-- input { empty([0][?]i64) empty([0][?]i64) }
-- output { empty([0][?]i64) empty([0][?]i64) }
-- input { empty([1][?: 0]i64) empty([1][?: 0]i64) }
-- output { [[0i64]] [[0i64]] }
-- input { [[1i64, 2i64, 3i64, 4i64]] [[5i64, 6i64, 7i64, 8i64]] }
-- output { [[4i64, 2i64, 2i64]] [[26i64, 11i64, 15i64]] }
-- input { [[96i64, 49i64, 13i64, 2i64, 88i64, 96i64, 56i64, 23i64, 8i64, 81i64, 67i64, 99i64, 56i64], [16i64, 25i64,
-- 40i64, 78i64, 95i64, 81i64, 84i64, 55i64], [24i64, 95i64, 95i64, 86i64, 20i64, 44i64, 5i64, 87i64, 71i64], [18i64,
-- 83i64, 38i64, 91i64, 44i64, 91i64, 77i64, 33i64, 8i64], [82i64, 71i64, 30i64, 49i64, 63i64, 6i64, 76i64, 1i64, 2i64,
-- 84i64, 90i64, 88i64, 61i64], [81i64, 64i64, 69i64, 46i64, 69i64, 85i64, 29i64, 50i64, 10i64]] [[9i64, 8i64, 6i64,
-- 4i64, 9i64, 8i64, 2i64, 7i64, 2i64, 2i64, 9i64, 3i64, 7i64], [7i64, 3i64, 5i64, 3i64, 5i64, 5i64, 6i64, 3i64], [7i64,
-- 6i64, 6i64, 5i64, 4i64, 4i64, 6i64, 2i64, 1i64], [5i64, 8i64, 3i64, 6i64, 8i64, 4i64, 9i64, 6i64, 5i64], [4i64, 6i64,
-- 5i64, 8i64, 2i64, 3i64, 5i64, 2i64, 5i64, 4i64, 8i64, 2i64, 5i64], [8i64, 3i64, 7i64, 2i64, 1i64, 1i64, 5i64, 5i64,
-- 3i64]] }
-- output { [[13i64, 7i64, 4i64, 2i64, 2i64, 3i64, 1i64, 2i64, 6i64, 2i64, 4i64, 1i64, 3i64, 2i64, 1i64], [8i64, 4i64,
-- 2i64, 2i64, 4i64, 3i64, 2i64, 1i64, 1i64], [9i64, 4i64, 2i64, 2i64, 5i64, 2i64, 3i64, 1i64, 2i64], [9i64, 5i64, 2i64,
-- 3i64, 2i64, 1i64, 4i64, 2i64, 2i64], [13i64, 5i64, 3i64, 2i64, 1i64, 2i64, 8i64, 4i64, 2i64, 2i64, 4i64, 2i64, 2i64],
-- [9i64, 4i64, 2i64, 2i64, 5i64, 3i64, 1i64, 2i64, 2i64]] [[76i64, 36i64, 19i64, 6i64, 13i64, 17i64, 8i64, 9i64, 40i64,
-- 11i64, 29i64, 9i64, 20i64, 17i64, 3i64], [37i64, 18i64, 10i64, 8i64, 19i64, 14i64, 8i64, 6i64, 5i64], [41i64, 21i64,
-- 10i64, 11i64, 20i64, 6i64, 14i64, 2i64, 12i64], [54i64, 27i64, 10i64, 17i64, 9i64, 8i64, 27i64, 17i64, 10i64],
-- [59i64, 23i64, 10i64, 7i64, 3i64, 13i64, 36i64, 18i64, 7i64, 11i64, 18i64, 8i64, 10i64], [35i64, 15i64, 8i64, 7i64,
-- 20i64, 11i64, 3i64, 8i64, 9i64]] }

type body = {x: i64, mass: i64}

def tree (bodies: []body) : [](i64, i64) =
  let count = length bodies
  let here = [(count, i64.sum (map (.mass) bodies))]
  in if count <= 2 then here
     else let middle = i64.sum (map (.x) bodies) / count
          let (left, right) = partition (\b -> b.x <= middle) bodies
          in if null left || null right then here
             else here ++ tree left ++ tree right

entry main [n] (xs: [n][?]i64) (masses: [n][?]i64) : ([n][?]i64, [n][?]i64) =
  let trees: [n][?](i64, i64) =
    map (\row -> tree (map (\(x, mass) -> {x, mass}) row)) (irregular.zip xs masses)
  in irregular.unzip trees
