-- The size does not exist until the composed function is applied.
def f = filter (> 0i32) >-> length
