-- A polymorphic definition that is no function, with its size given by its use.
-- ==
-- input { [1, 2, 3] } output { [1, 2, 3] 3i64 }
def nothing 'a : [0]a = []
def main (xs: []i32) = (nothing ++ xs, length (xs ++ nothing))
