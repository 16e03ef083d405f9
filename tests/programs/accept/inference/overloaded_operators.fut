-- One operator for many types, one type for each use.
def f = (1i8 + 2, 1u8 + 2, 1f32 + 2, 1i64 < 2, true == false, 1.5 == 2)
