-- Elements that stand side by side are an application.
def f = [1 2 3]
