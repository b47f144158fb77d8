"""Mutation testing of what reads answers and judges them, on recordings: `make mutate`, outside `make test`.

`recordings` makes them and says which can tell; `warm` tries mutants on them; `spared` leaves out mutants of texts;
`__main__` has cosmic-ray make those of one module after another. What came of it stands in docs/proof.md.
"""
