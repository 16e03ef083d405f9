-- Dots after numbers.
def a = 0..<10
def b = 0..2..<10
def c = 1...5
def d = 10..>0
def e = 0i32..1...10
