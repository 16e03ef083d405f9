"""What single optimisations are worth: programs of bench/programs beside themselves, compiled without some passes.

Both libraries run in one process with the rival of the program, whose results all have to agree with. The factors of the paper
are those of section 6.1.1 of "Futhark: Purely Functional GPU-Programming with Nested Parallelism and In-Place Array Updates".
"""

# What is left out, the passes that do it, and for which programs the paper says what it is worth; None: it fails without it.
ABLATIONS = [
    ("fusion", ["fuse", "fuse_scans"],
     {"kmeans": 1.42, "lava_md": 4.55, "myocyte": 1.66, "srad": 1.21, "crystal": 10.1, "loc_vol_calib": 9.4,
      "option_pricing": None, "nbody": None, "mri_q": None}),
    ("coalescing", ["coalesce"], {"kmeans": 9.26, "myocyte": 4.2, "option_pricing": 8.79, "loc_vol_calib": 8.4}),
]


def cells(name, filter_text):
    """(optimisation, passes, paper's factor as text) of a program."""
    for optimisation, passes, programs in ABLATIONS:
        if name in programs and filter_text in name:
            paper = programs[name]
            yield optimisation, passes, f"{paper:.2f}x" if paper else "fails"


def programs():
    return sorted({name for _, _, names in ABLATIONS for name in names})
