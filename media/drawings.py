"""Draws technical sheets: blender -b --python-exit-code 1 -P media/drawings.py -- [NAME...]

Writes client/public/images/products/NAME.svg of the sheets that match, or of all. A NAME is a pattern such as 'rail-arm*'. Needs
potrace."""
import fnmatch
import os
import pathlib
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from sheets import SHEETS  # noqa: E402

PRODUCTS = HERE.parent / 'client/public/images/products'

patterns = sys.argv[sys.argv.index('--') + 1:] or ['*']
for name in SHEETS:
    if not any(fnmatch.fnmatch(name, pattern) for pattern in patterns):
        continue
    began = time.time()
    path = PRODUCTS / f'{name}.svg'
    SHEETS[name]().write(path)
    print(f'{path}: {path.stat().st_size // 1024} KB in {time.time() - began:.0f} s', flush=True)
# Blender crashes when it clears up after torch, which `picture` brings along; everything is written by now.
sys.stdout.flush()
os._exit(0)
