-- Short names are close to everything: only those that the program has are guessed.
def implicit (n: i64) = map (+ 1) it

def own (xs: []i32) (_: i32) = map (+ 1) xz

def letter (i: i64) = it + i
