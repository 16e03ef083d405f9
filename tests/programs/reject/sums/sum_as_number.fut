-- A sum is no number.
def f (x: #a | #b) = x + 1
