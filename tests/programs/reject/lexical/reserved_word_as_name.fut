-- Reserved words cannot be bound.
def match = 1
