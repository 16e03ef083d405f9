-- Numbers are converted by functions that name both types.
def called (x: i64) : f32 = f32 x

def cast (x: i64) : f32 = (f32) x

def python (x: i64) : f32 = float(x)

def rust (x: i64) : f32 = x as f32

def haskell (x: i64) : f32 = fromIntegral x
