"""Mutation testing of what reads answers and judges them: `make mutate`, outside `make test`.

`recordings` makes recordings and says which can tell; `warm` tries mutants on them, `held` on tests what they leave, by
what `met` saw the tests come by; `spared` leaves out mutants of texts; `__main__` has cosmic-ray make those of one
module after another. What came of it stands in docs/proof.md.
"""
