-- Tuples nested ten deep.
-- ==
-- input { 1 2 } output { 1 12 }
def main (a: i32) (b: i32) =
  let t = (a, (1i32, (2i32, (3i32, (4i32, (5i32, (6i32, (7i32, (8i32, (9i32, b + 10))))))))))
  let (x, (_, (_, (_, (_, (_, (_, (_, (_, (_, y)))))))))) = t
  in (x, y)
