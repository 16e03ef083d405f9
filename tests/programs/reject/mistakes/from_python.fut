# What people write who think in Python.
def squares (xs: []i32) = [x * x for x in xs]

def choose (x: i32) : i32 = if x == 1 then 2 elif x == 2 then 3 else 4

def typed (x: i32) -> i32 = x

def two (x: i32) : (i32, i32) = x, x

def equal (x: i32) : bool = if x = 1 then true else false

def record : {x: i32} = {x: 1}

def text : []u8 = 'text'

import geometry
