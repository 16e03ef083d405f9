-- As many elements come out as went in.
def main [n] (xs: [n]i32) = stream_map (\_ chunk -> filter (> 0) chunk) xs
