-- Nor records that contain one.
def fs = [{f = \x -> x + 1i32}]
