"""Renders shots: blender -b --python-exit-code 1 -P media/render.py -- [--draft] [--out FOLDER] [NAME...]

A NAME is a pattern such as 'gripper' or 'gripper-*'; none stands for everything."""
import argparse
import fnmatch
import json
import os
import pathlib
import shutil
import sys
import time

import bpy

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import picture  # noqa: E402
from motion import key  # noqa: E402
from shots import SHOTS, Film  # noqa: E402


def picture_of(shot, draft):
    """Prepares a scene. Returns what takes and develops a picture of it as it stands."""
    over = 1 if draft else shot.oversample
    size = [n * 2 // 5 if draft else n * over for n in shot.size]
    out = picture.prepare(size, shot.paths // over ** 2, shot.bounces)
    return lambda grain=picture.GRAIN: picture.develop(*picture.take(out), shot.fades, over, grain=grain)


def take(name, draft, out):
    began = time.time()
    shot = SHOTS[name]
    bpy.ops.wm.read_factory_settings(use_empty=True)
    pose = shot.scene()
    built = time.time()
    develop = picture_of(shot, draft)
    if isinstance(shot, Film):
        path = out / name
        path.mkdir(exist_ok=True)
        (path / 'film.json').write_text(json.dumps({'rate': shot.rate, 'poster': round(shot.poster * shot.rate)}))
        last = round(shot.seconds * shot.rate / (2 if shot.mirrored else shot.times))
        if shot.blurred:
            pose = key(pose, last + 1, shot.rate)
        for frame in range(0, last + shot.mirrored, 12 if draft else 1):
            if not (path / f'{frame:04}.png').exists():  # one that was stopped goes on
                pose(frame / shot.rate)
                picture.save(develop(grain=0), path / f'{frame:04}.png')
                print(f'{path}: {frame} of {last}', flush=True)
        if not draft:
            for frame in range(last + shot.mirrored, round(shot.seconds * shot.rate)):
                shutil.copyfile(path / f'{2 * last - frame if shot.mirrored else frame % last:04}.png', path / f'{frame:04}.png')
    else:
        path = out / f'{name}.png'
        picture.save(develop(), path)
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
    # Blender crashes when it clears up after torch; everything is written by now.
    sys.stdout.flush()
    os._exit(0)


main()
