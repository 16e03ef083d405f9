-- Boxes that points lie in, by halves.
-- ==
-- input { [4, 25, 21, 17, 0, 23, 27, 8, 7, 17, 29, 21, 26, 17] [0, 20, 29, 17, 25, 29, 6, 6, 24, 13, 23, 18, 29, 4] [6, 27, 26, 19, 1, 25, 30, 12, 12, 19, 34, 29, 34, 25] [7, 27, 31, 17, 33, 35, 6, 14, 28, 13, 30, 24, 31, 12] [1, 11, 9, 9, 7, 3, 33, 35, 6, 3, 12, 2] [28, 0, 11, 30, 35, 20, 33, 30, 35, 15, 17, 6] }
-- output { [[4], [], [7], [], [], [], [], [], [], [], [], []] }

type box = {x0: i64, y0: i64, x1: i64, y1: i64}

def around (a: box) (b: box) : box =
  {x0 = i64.min a.x0 b.x0, y0 = i64.min a.y0 b.y0, x1 = i64.max a.x1 b.x1, y1 = i64.max a.y1 b.y1}

def nothing : box = {x0 = i64.highest, y0 = i64.highest, x1 = i64.lowest, y1 = i64.lowest}

def inside (x: i64) (y: i64) (b: box) : bool = b.x0 <= x && x <= b.x1 && b.y0 <= y && y <= b.y1

-- The numbers of boxes with the point in them; a half is entered only if the point is in the box around it.
def find [n] (first: i64) (x: i64) (y: i64) (boxes: [n]box) : []i64 =
  if !(inside x y (reduce around nothing boxes))
  then []
  else if n == 1
  then [first]
  else let h = n / 2
       in find first x y boxes[:h] ++ find (first + h) x y boxes[h:]

entry main [n] [m] (x0: [n]i64) (y0: [n]i64) (x1: [n]i64) (y1: [n]i64) (xs: [m]i64) (ys: [m]i64)
    : [m][?]i64 =
  let boxes = map4 (\x0 y0 x1 y1 -> {x0, y0, x1, y1}) x0 y0 x1 y1
  in map2 (\x y -> find 0 x y boxes) xs ys
