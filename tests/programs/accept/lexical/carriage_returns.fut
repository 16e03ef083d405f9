-- Lines may end as on other systems.
def x = 1
def y = 2
