def area (x: f32) : f32 = x * x

local def secret : i32 = 1
