type list = #nil | #cons i32 list
