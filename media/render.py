"""Renders shots: blender -b --python-exit-code 1 -P media/render.py -- [--draft] [--out FOLDER] [NAME...]

A NAME is a pattern such as 'gripper' or 'gripper-*'; none stands for everything."""
import argparse
import fnmatch
import pathlib
import sys
import time

import bpy

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import picture  # noqa: E402
from shots import SHOTS  # noqa: E402

OVERSAMPLE = 2  # pixels rendered across each one that is shown


def take(name, draft, out):
    began = time.time()
    shot = SHOTS[name]
    bpy.ops.wm.read_factory_settings(use_empty=True)
    shot.scene()
    built = time.time()
    over = 1 if draft else OVERSAMPLE
    size = [n * 2 // 5 if draft else n * over for n in shot.size]
    folder = picture.prepare(size, shot.paths // over ** 2)
    seen = picture.take(folder)
    folder.rmdir()
    path = out / f'{name}.png'
    picture.save(picture.develop(*seen, shot.ground, over), path)
    print(f'{path}: built in {built - began:.0f} s, rendered in {time.time() - built:.0f} s', flush=True)


def main():
    options = argparse.ArgumentParser(prog='render.py')
    options.add_argument('names', nargs='*', metavar='NAME')
    options.add_argument('--draft', action='store_true', help='at 40%% of the size')
    options.add_argument('--out', type=pathlib.Path, default=HERE / 'out')
    given = options.parse_args(sys.argv[sys.argv.index('--') + 1:])
    given.out.mkdir(parents=True, exist_ok=True)
    wanted = [name for name in SHOTS if any(fnmatch.fnmatch(name, pattern) for pattern in given.names or ['*'])]
    if not wanted:
        options.error(f'no shot is called {" or ".join(given.names)}; there are {", ".join(SHOTS)}')
    for name in wanted:
        take(name, given.draft, given.out)


main()
