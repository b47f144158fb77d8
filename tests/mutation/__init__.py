"""Mutation testing of what reads answers and judges them, on recordings: `make mutate`, outside `make test`.

`recordings` makes them and says which can tell; `on_recordings` is the test that a mutant meets; `spared` leaves out
mutants of texts; `__main__` hands one module after another to cosmic-ray. What came of it stands in docs/proof.md.
"""
