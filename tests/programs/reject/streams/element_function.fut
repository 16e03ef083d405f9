-- A function of elements is for map.
def main [n] (xs: [n]i32) = stream_map (\x -> x + 1) xs
