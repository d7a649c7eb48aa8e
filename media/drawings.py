"""Draws technical sheets: blender -b --python-exit-code 1 -P media/drawings.py -- [NAME...]

Writes client/public/images/products/NAME.svg of the sheets that match, or of all, and of the files in media/drawings, which are
drawn by hand. A NAME is a pattern such as 'rail-arm*'. Needs potrace and fonttools."""
import fnmatch
import os
import pathlib
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from lettering import outlined  # noqa: E402
from sheets import SHEETS  # noqa: E402

PRODUCTS = HERE.parent / 'client/public/images/products'

patterns = sys.argv[sys.argv.index('--') + 1:] or ['*']


def wanted(name):
    return any(fnmatch.fnmatch(name, pattern) for pattern in patterns)


for source in filter(lambda source: wanted(source.stem), (HERE / 'drawings').glob('*.svg')):
    (PRODUCTS / source.name).write_text(outlined(source.read_text()))
for name in filter(wanted, SHEETS):
    began = time.time()
    path = PRODUCTS / f'{name}.svg'
    SHEETS[name]().write(path)
    print(f'{path}: {path.stat().st_size // 1024} KB in {time.time() - began:.0f} s', flush=True)
# Blender crashes when it clears up after torch, which `picture` brings along; everything is written by now.
sys.stdout.flush()
os._exit(0)
