-- Pipes and compositions.
def a = [1, 2, 3] |> map (+ 1) |> i32.sum
def b = i32.sum <| map (+ 1) <| [1, 2, 3]
def c = (map (+ 1) >-> i32.sum) [1, 2]
def d = (i32.sum <-< map (+ 1)) [1, 2]
