// What people write who think in C.
def choose (c: bool) : i32 = c ? 1 : 2

def block (x: i32) : i32 = { let y = x in y }

def assigned (x: i32) : i32 = let y := x in y

def flipped (x: i32) : i32 = ~x

def not_argument (x: bool) : bool = id !x

def half : f32 = .5

def counted (n: i64) : i64 = loop s = 0 for i = 0 to n do s + i

def repeated (n: i64) : i64 = while n > 0 do n - 1

int x = 1;
