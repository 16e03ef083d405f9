-- Types that other languages have.
def f (x: int) (y: float) (z: Double) = 1

def g (text: string) (xs: list i32) (ys: i32[]) = 1
