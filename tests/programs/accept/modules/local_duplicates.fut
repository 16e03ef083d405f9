-- A local declaration may have the name of another one.
local def limit : i32 = 1
def doubled : i32 = limit * 2
def limit : i32 = doubled
