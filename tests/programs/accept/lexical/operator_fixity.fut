-- An operator binds like its longest built-in prefix.
def (+*) (x: i32) (y: i32) = x + y
def (*+) (x: i32) (y: i32) = x * y
def a : i32 = 1 +* 2 *+ 3
def (<<=) (x: bool) (y: i32) = x && y > 0
def (==>) (x: i32) (y: i32) = x == y
def b : bool = 1 + 1 ==> 2
def (|>>) (x: i32) (f: i32 -> i32) = f x
def c : i32 = 1 |>> (+ 1) |>> (* 2)
