-- true and false.
def a = [true, false]
def b = true == !false
