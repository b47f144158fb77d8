"""The checks: one module for each group of the catalogue, one function for each rule.

A check declares what it asks and judges what came. It never asks by itself, and knows no binding's bytes.
"""
