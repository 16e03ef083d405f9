-- Functions and closures as constants.
-- ==
-- input { 5 } output { 15 [15, 25] 8 }
def k : i32 = 10
def add_k = (+ k)
def each = map add_k
def compose = (+ 1i32) >-> (+ 2)
def main (x: i32) = (add_k x, each [x, x + k], compose x)
