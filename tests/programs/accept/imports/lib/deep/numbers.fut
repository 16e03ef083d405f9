def scale : f32 = 2

entry not_an_entry_point_of_importers : f32 = scale
