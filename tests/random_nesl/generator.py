"""Makes well-typed programs in NESL: functions, and expressions to evaluate.

Expressions are made from the type that is wanted. A type is "int", "float", "bool", "char", ("vec", T) or ("pair", A, B). Each
method make_… is one kind of expression for a type; `kinds` says which there are and how often they are tried.
"""

SCALARS = ["int", "float", "bool", "char"]
CHARS = "abcXYZ019 "
MOST_PARTS = 60  # of an expression


def type_text(kind):
    if isinstance(kind, str):
        return kind
    if kind[0] == "vec":
        return f"[{type_text(kind[1])}]"
    return f"({type_text(kind[1])}, {type_text(kind[2])})"


def is_vector(kind):
    return kind[0] == "vec"


class Function:
    def __init__(self, name, takes, gives, text):
        self.name, self.takes, self.gives, self.text = name, takes, gives, text


class Generator:
    def __init__(self, random):
        self.random = random
        self.functions = []
        self.names = 0
        self.parts = 0

    # ---- Programs

    def program(self, functions, expressions):
        """The texts of functions, and expressions."""
        for _ in range(functions):
            self.functions.append(self.function())
        made = []
        for _ in range(expressions):
            self.parts = 0
            made.append(self.expression(self.type(3), {}, 5))
        return [function.text for function in self.functions], made

    def function(self):
        self.parts = 0
        name = self.name("fn")
        takes = [self.type(2) for _ in range(self.random.randint(1, 2))]
        gives = self.type(2)
        parameters = {self.name("p"): kind for kind in takes}
        head = ", ".join(parameters)
        signature = ", ".join(map(type_text, takes))
        template = self.random.random()
        if template < 0.25:
            return self.loop(name, takes, parameters, signature)
        if template < 0.4:
            return self.division(name)
        body = self.expression(gives, parameters, 4)
        text = f"function {name}({head}) : ({signature}) -> {type_text(gives)} = {body} $"
        return Function(name, takes, gives, text)

    def loop(self, name, takes, parameters, signature):
        """A function that calls itself at the end, a few times."""
        state = list(parameters)[0]
        step = self.expression(takes[0], parameters, 2)
        rest = "".join(f", {other}" for other in list(parameters)[1:])
        worker = f"{name}_loop"
        text = (f"function {worker}(n, {', '.join(parameters)}) : (int, {signature}) -> {type_text(takes[0])} =\n"
                f"  if n <= 0 then {state} else {worker}(n - 1, {step}{rest}) $\n"
                f"function {name}({', '.join(parameters)}) : ({signature}) -> {type_text(takes[0])} ="
                f" {worker}({self.random.randint(0, 3)}, {state}{rest}) $")
        return Function(name, takes, takes[0], text)

    def division(self, name):
        """A function that calls itself for parts of a vector, at once."""
        element = self.type(1)
        gives = self.random.choice(["int", ("vec", element)])
        kind = ("vec", element)
        leaf = self.expression(gives, {"v": kind}, 2)
        combined = "h[0] + h[1]" if gives == "int" else self.random.choice(["h[0] ++ h[1]", "h[1] ++ h[0]"])
        text = (f"function {name}(v) : {type_text(kind)} -> {type_text(gives)} =\n"
                f"  if #v < {self.random.randint(2, 3)} then {leaf}\n"
                f"  else let h = {{{name}(half) : half in bottop(v)}} in {combined} $")
        return Function(name, [kind], gives, text)

    def name(self, start):
        self.names += 1
        return f"{start}{self.names}"

    def type(self, depth):
        roll = self.random.random()
        if depth == 0 or roll < 0.4:
            return self.random.choice(SCALARS + ["int"])
        if roll < 0.85:
            return ("vec", self.type(depth - 1))
        return ("pair", self.type(depth - 1), self.type(depth - 1))

    # ---- Expressions

    def expression(self, kind, scope, depth):
        self.parts += 1
        variables = [name for name, known in scope.items() if known == kind]
        if variables and self.random.random() < (0.8 if depth <= 0 else 0.35):
            return self.random.choice(variables)
        if depth <= 0 or self.parts > MOST_PARTS:
            return self.literal(kind)
        make = self.random.choice(self.kinds(kind))
        return make(kind, scope, depth - 1)

    def kinds(self, kind):
        kinds = [self.make_if, self.make_let, self.make_element, self.make_apply]
        if any(function.gives == kind for function in self.functions):
            kinds += [self.make_call] * 3
        if kind == "int":
            kinds += [self.make_arithmetic] * 3 + [self.make_length, self.make_reduction, self.make_reduction]
        elif kind == "float":
            kinds += [self.make_arithmetic] * 3 + [self.make_float, self.make_reduction]
        elif kind == "bool":
            kinds += [self.make_comparison, self.make_logic, self.make_equality, self.make_reduction]
        elif kind == "char":
            kinds += [self.make_char]
        elif is_vector(kind):
            kinds += [self.make_each] * 4 + [self.make_filter] * 3 + [self.make_append, self.make_dist, self.make_reverse,
                      self.make_gather, self.make_write, self.make_take, self.make_flatten, self.make_literal_vector,
                      self.make_rotate, self.make_map]
            if kind[1] in ("int", "float"):
                kinds += [self.make_scan, self.make_sort]
            if kind[1] == "int":
                kinds += [self.make_index, self.make_rank]
            if is_vector(kind[1]):
                kinds += [self.make_groups, self.make_rows]
        else:
            kinds += [self.make_pair] * 3
        return kinds

    def literal(self, kind):
        if kind == "int":
            return str(self.random.randint(0, 9))
        if kind == "float":
            return f"{self.random.randint(0, 15)}.{self.random.choice(['0', '5', '25'])}"
        if kind == "bool":
            return self.random.choice(["T", "F"])
        if kind == "char":
            return f"`{self.random.choice(CHARS.strip())}"
        if is_vector(kind):
            count = self.random.randint(0, 3)
            if count == 0:
                return f"([] {type_text(kind[1])})"
            return "[" + ", ".join(self.literal(kind[1]) for _ in range(count)) + "]"
        return f"({self.literal(kind[1])}, {self.literal(kind[2])})"

    def make_if(self, kind, scope, depth):
        condition = self.expression("bool", scope, depth)
        return (f"(if {condition} then {self.expression(kind, scope, depth)}"
                f" else {self.expression(kind, scope, depth)})")

    def make_let(self, kind, scope, depth):
        name, bound = self.name("x"), self.type(2)
        value = self.expression(bound, scope, depth)
        return f"(let {name} = {value} in {self.expression(kind, scope | {name: bound}, depth)})"

    def make_element(self, kind, scope, depth):
        name = self.name("v")
        vector = self.expression(("vec", kind), scope, depth)
        index = self.expression("int", scope, depth - 1)
        return f"(let {name} = {vector} in if #{name} == 0 then {self.literal(kind)} else {name}[mod({index}, #{name})])"

    def make_apply(self, kind, scope, depth):
        name, taken = self.name("a"), self.type(1)
        body = self.expression(kind, scope | {name: taken}, depth)
        return f"({name} => {body})({self.expression(taken, scope, depth)})"

    def make_call(self, kind, scope, depth):
        function = self.random.choice([one for one in self.functions if one.gives == kind])
        return f"{function.name}({', '.join(self.expression(taken, scope, depth) for taken in function.takes)})"

    def make_arithmetic(self, kind, scope, depth):
        left, right = self.expression(kind, scope, depth), self.expression(kind, scope, depth)
        operator = self.random.choice(["+", "-", "max", "min"] + (["*", "rem", "mod"] if kind == "int" else []))
        if operator in ("rem", "mod"):
            return f"{operator}({left}, {self.random.choice([2, 3, 7, -5])})"
        return f"{operator}({left}, {right})" if operator[0] == "m" else f"({left} {operator} {right})"

    def make_float(self, kind, scope, depth):
        return f"float(rem({self.expression('int', scope, depth)}, 1000))"

    def make_length(self, kind, scope, depth):
        return f"#{self.vector(scope, depth)}"

    def vector(self, scope, depth):
        return self.expression(("vec", self.type(1)), scope, depth)

    def make_reduction(self, kind, scope, depth):
        vector = self.expression(("vec", kind), scope, depth)
        if kind == "bool":
            return f"{self.random.choice(['any', 'all', 'parity'])}({vector})"
        # Sums of floats may be rounded in other orders.
        return f"{self.random.choice(['sum', 'max_val'] if kind == 'int' else ['min_val', 'max_val'])}({vector})"

    def make_comparison(self, kind, scope, depth):
        of = self.random.choice(["int", "float", "char"])
        operator = self.random.choice(["<", ">", "<=", ">=", "==", "/="])
        return f"({self.expression(of, scope, depth)} {operator} {self.expression(of, scope, depth)})"

    def make_logic(self, kind, scope, depth):
        if self.random.random() < 0.3:
            return f"not({self.expression('bool', scope, depth)})"
        operator = self.random.choice(["and", "or", "xor"])
        return f"({self.expression('bool', scope, depth)} {operator} {self.expression('bool', scope, depth)})"

    def make_equality(self, kind, scope, depth):
        of = self.type(2)
        return f"eql({self.expression(of, scope, depth)}, {self.expression(of, scope, depth)})"

    def make_char(self, kind, scope, depth):
        return f"code_char(mod({self.expression('int', scope, depth)}, 26) + 97)"

    def make_pair(self, kind, scope, depth):
        return f"({self.expression(kind[1], scope, depth)}, {self.expression(kind[2], scope, depth)})"

    # ---- Vectors

    def make_literal_vector(self, kind, scope, depth):
        parts = [self.expression(kind[1], scope, depth) for _ in range(self.random.randint(1, 3))]
        return "[" + ", ".join(parts) + "]"

    def bindings(self, scope, depth):
        """What is bound in an apply-to-each, and the scope in it."""
        name, of = self.name("e"), self.type(2)
        vector = self.expression(("vec", of), scope, depth)
        if self.random.random() < 0.7:
            return f"{name} in {vector}", scope | {name: of}
        whole, second = self.name("w"), self.name("e")
        of_second = self.type(1)
        other = self.expression(of_second, scope | {whole: ("vec", of), second: "int"}, depth - 1)
        twin = f"{{{other} : {second} in [0:#{whole}]}}"
        return (f"({name}, {second}) in (let {whole} = {vector} in zip({whole}, {twin}))",
                scope | {name: of, second: of_second})

    def make_each(self, kind, scope, depth):
        text, inner = self.bindings(scope, depth)
        return f"{{{self.expression(kind[1], inner, depth)} : {text}}}"

    def make_filter(self, kind, scope, depth):
        text, inner = self.bindings(scope, depth)
        return f"{{{self.expression(kind[1], inner, depth)} : {text} | {self.expression('bool', inner, depth)}}}"

    def make_map(self, kind, scope, depth):
        name, of = self.name("a"), self.type(1)
        body = self.expression(kind[1], scope | {name: of}, depth)
        return f"map({name} => {body}, {self.expression(('vec', of), scope, depth)})"

    def make_append(self, kind, scope, depth):
        return f"({self.expression(kind, scope, depth)} ++ {self.expression(kind, scope, depth)})"

    def make_dist(self, kind, scope, depth):
        return f"dist({self.expression(kind[1], scope, depth)}, mod({self.expression('int', scope, depth)}, 5))"

    def make_reverse(self, kind, scope, depth):
        return f"reverse({self.expression(kind, scope, depth)})"

    def make_rotate(self, kind, scope, depth):
        return f"rotate({self.expression(kind, scope, depth)}, {self.expression('int', scope, depth - 1)})"

    def make_gather(self, kind, scope, depth):
        name, at = self.name("v"), self.name("i")
        indices = self.expression(("vec", "int"), scope, depth)
        return (f"(let {name} = {self.expression(kind, scope, depth)} in if #{name} == 0 then {name} else"
                f" {name} -> {{mod({at}, #{name}) : {at} in {indices}}})")

    def make_write(self, kind, scope, depth):
        name, at = self.name("v"), self.name("i")
        inner = scope | {at: "int"}
        indices = self.expression(("vec", "int"), scope, depth)
        return (f"(let {name} = {self.expression(kind, scope, depth)} in if #{name} == 0 then {name} else {name} <-"
                f" {{(mod({at}, #{name}), {self.expression(kind[1], inner, depth)}) : {at} in {indices}}})")

    def make_take(self, kind, scope, depth):
        name = self.name("v")
        count = self.expression("int", scope, depth - 1)
        return (f"(let {name} = {self.expression(kind, scope, depth)} in"
                f" {self.random.choice(['take', 'drop'])}({name}, mod({count}, #{name} + 1)))")

    def make_flatten(self, kind, scope, depth):
        return f"flatten({self.expression(('vec', kind), scope, depth)})"

    def make_scan(self, kind, scope, depth):
        vector = self.expression(kind, scope, depth)
        return f"plus_scan({vector})" if kind[1] == "int" else f"drop(max_scan(cons(0.5, {vector})), 1)"

    def make_sort(self, kind, scope, depth):
        return f"sort({self.expression(kind, scope, depth)})"

    def make_index(self, kind, scope, depth):
        return f"index(mod({self.expression('int', scope, depth)}, 6))"

    def make_rank(self, kind, scope, depth):
        return f"rank({self.expression(('vec', self.random.choice(['int', 'float'])), scope, depth)})"

    def make_groups(self, kind, scope, depth):
        return f"group_by({self.expression(kind[1], scope, depth)}, {self.random.randint(1, 3)})"

    def make_rows(self, kind, scope, depth):
        name = self.name("i")
        body = self.expression(kind[1][1], scope | {name: "int"}, depth)
        inner = self.name("j")
        count = self.expression("int", scope | {name: "int"}, depth - 1)
        return f"{{{{{body} : {inner} in [0:mod({count}, 4)]}} : {name} in [0:{self.random.randint(0, 4)}]}}"
