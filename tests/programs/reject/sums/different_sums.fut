-- A sum with more constructors is another type.
def f (x: #a | #b) : #a | #b | #c = x
