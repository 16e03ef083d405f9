-- The leaves of an octree by recursion: rows of point numbers.
-- ==
-- entry: main
-- input { empty([0]i64) empty([0]i64) empty([0]i64) 1i64 }
-- output { empty([0][?]i64) }
-- input { [3i64] [4i64] [5i64] 1i64 }
-- output { [[0i64]] }
-- input { [55i64, 57i64, 31i64, 50i64, 49i64, 37i64, 37i64, 10i64, 63i64, 34i64, 45i64, 16i64] [59i64, 30i64, 62i64,
-- 16i64, 45i64, 41i64, 18i64, 15i64, 34i64, 4i64, 24i64, 47i64] [50i64, 27i64, 39i64, 60i64, 22i64, 17i64, 16i64,
-- 35i64, 3i64, 9i64, 21i64, 43i64] 2i64 }
-- output { [[9i64], [6i64, 10i64], [1i64], [8i64], [5i64], [4i64], [7i64], [3i64], [2i64, 11i64], [0i64]] }
-- input { [35i64, 31i64, 40i64, 10i64, 18i64, 33i64, 33i64, 12i64, 16i64, 38i64, 9i64, 63i64, 5i64, 5i64, 60i64, 60i64,
-- 50i64, 12i64, 17i64, 39i64, 53i64, 21i64, 58i64, 56i64, 61i64, 19i64, 22i64, 24i64, 25i64, 37i64, 15i64, 24i64,
-- 57i64, 51i64, 59i64, 8i64, 39i64, 14i64, 27i64, 26i64, 39i64, 26i64, 36i64, 55i64, 60i64, 12i64, 46i64, 31i64, 23i64,
-- 47i64, 37i64, 19i64, 1i64, 42i64, 48i64, 18i64, 36i64, 16i64, 8i64, 22i64] [19i64, 16i64, 16i64, 1i64, 3i64, 8i64,
-- 13i64, 18i64, 2i64, 17i64, 6i64, 19i64, 14i64, 14i64, 13i64, 1i64, 5i64, 5i64, 3i64, 15i64, 19i64, 18i64, 20i64,
-- 9i64, 5i64, 7i64, 8i64, 7i64, 3i64, 3i64, 17i64, 17i64, 18i64, 14i64, 13i64, 10i64, 7i64, 17i64, 5i64, 16i64, 1i64,
-- 14i64, 2i64, 16i64, 0i64, 9i64, 0i64, 8i64, 11i64, 8i64, 9i64, 17i64, 12i64, 20i64, 2i64, 11i64, 0i64, 1i64, 18i64,
-- 5i64] [20i64, 29i64, 9i64, 56i64, 53i64, 5i64, 0i64, 27i64, 49i64, 59i64, 11i64, 36i64, 59i64, 37i64, 42i64, 13i64,
-- 57i64, 24i64, 19i64, 15i64, 4i64, 45i64, 23i64, 25i64, 23i64, 28i64, 37i64, 0i64, 15i64, 6i64, 28i64, 54i64, 48i64,
-- 35i64, 43i64, 16i64, 40i64, 6i64, 1i64, 11i64, 60i64, 22i64, 18i64, 26i64, 44i64, 16i64, 18i64, 37i64, 12i64, 21i64,
-- 38i64, 59i64, 26i64, 10i64, 15i64, 19i64, 3i64, 19i64, 45i64, 39i64] 3i64 }
-- output { [[10i64], [27i64, 38i64], [28i64], [48i64], [37i64], [39i64], [35i64, 45i64], [17i64], [52i64], [18i64,
-- 57i64], [55i64], [41i64], [25i64], [7i64, 30i64], [1i64], [29i64, 56i64], [5i64, 6i64], [19i64], [15i64, 54i64],
-- [2i64, 53i64], [20i64], [42i64, 46i64, 49i64], [23i64, 24i64], [0i64], [22i64, 43i64], [13i64], [26i64, 47i64,
-- 59i64], [58i64], [21i64], [3i64, 12i64], [4i64, 8i64], [31i64, 51i64], [36i64, 50i64], [33i64], [44i64], [14i64,
-- 34i64], [11i64], [40i64], [16i64], [9i64], [32i64]] }
-- input { [7i64, 7i64, 7i64, 7i64, 7i64] [7i64, 7i64, 7i64, 7i64, 7i64] [7i64, 7i64, 7i64, 7i64, 7i64] 1i64 }
-- output { [[0i64, 1i64, 2i64, 3i64, 4i64]] }

type point = {x: i64, y: i64, z: i64}

def leaves [n] (points: [n]point) (capacity: i64) (corner: point) (size: i64) (inside: []i64)
    : [][?]i64 =
  if null inside
  then []
  else if length inside <= capacity || size == 1
  then [inside]
  else let half = size / 2
       let octant i =
         let p = points[i]
         in i64.bool (p.x >= corner.x + half)
            + 2 * i64.bool (p.y >= corner.y + half)
            + 4 * i64.bool (p.z >= corner.z + half)
       let parts = irregular.group 8 (map octant inside) inside
       let corner_of o = {x = corner.x + (o & 1) * half,
                          y = corner.y + ((o >> 1) & 1) * half,
                          z = corner.z + (o >> 2) * half}
       let below: [8][?][?]i64 =
         map2 (\o part -> leaves points capacity (corner_of o) half part) (iota 8) parts
       in irregular.flatten below

entry main [n] (xs: [n]i64) (ys: [n]i64) (zs: [n]i64) (capacity: i64) : [][?]i64 =
  leaves (map3 (\x y z -> {x, y, z}) xs ys zs) capacity {x = 0, y = 0, z = 0} 64 (iota n)
