"""The compiled kernel: the module ``calls``, where a compiler was at hand, and the rooms it is made of.

The rooms are Cython's ``.pxd`` modules. Each has a namespace of its own and names what it takes from others; all are
compiled together with ``calls.pyx``, so that the C compiler sees the whole search at once. Those at the top are about
tiles, positions and answers, those in ``plain`` and ``full`` are the two searches, and ``tuning.pxd`` has every number
that could be another.
"""
