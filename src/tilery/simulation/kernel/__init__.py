"""The compiled games: the module ``games``, where a compiler was at hand, and the rooms it is made of.

They are Cython's ``.pxd`` modules, as in the solver's kernel, which they ask for every play.
"""
