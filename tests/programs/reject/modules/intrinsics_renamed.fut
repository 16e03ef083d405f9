module inside = intrinsics

open intrinsics
