"""What single optimisations are worth: programs of bench/programs beside themselves, compiled with --disable.

Both libraries run in one process with the rival of the program, whose results all have to agree with. The factors of the paper
are those of section 6.1.1 of "Futhark: Purely Functional GPU-Programming with Nested Parallelism and In-Place Array Updates".
Its programs without updates in place are others, written without them; here the same programs copy what they update.
"""

# What is left out (--disable) and for which programs the paper says what it is worth; None: it fails without it.
ABLATIONS = [
    ("fusion",
     {"kmeans": 1.42, "lava_md": 4.55, "myocyte": 1.66, "srad": 1.21, "crystal": 10.1, "loc_vol_calib": 9.4,
      "option_pricing": None, "nbody": None, "mri_q": None}),
    ("in-place", {"kmeans": 8.3, "loc_vol_calib": 1.7, "option_pricing": None}),
    ("coalescing", {"kmeans": 9.26, "myocyte": 4.2, "option_pricing": 8.79, "loc_vol_calib": 8.4}),
    ("tiling", {"lava_md": 1.35, "mri_q": 1.33, "nbody": 2.29}),
]
# What CPUs do not have.
ON_GPUS = {"coalescing"}


def cells(name, filter_text, backend):
    """(optimisation, paper's factor as text) of a program."""
    for optimisation, programs in ABLATIONS:
        if backend == "cpu" and optimisation in ON_GPUS:
            continue
        if name in programs and filter_text in name:
            paper = programs[name]
            yield optimisation, f"{paper:.2f}x" if paper else "fails"


def programs():
    return sorted({name for _, names in ABLATIONS for name in names})
