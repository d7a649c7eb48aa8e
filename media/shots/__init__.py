"""Every picture and film: what stands before the camera, and how it is taken. Each module of this folder lists its own."""
import importlib
import pkgutil
from dataclasses import dataclass
from typing import Callable

SHOTS = {}


@dataclass(frozen=True)
class Shot:
    """A picture of `size` pixels, whose edges fade into the page if it `fades`. `scene` builds it; `paths` is the light paths for
    each pixel, which is rendered as `oversample` squared ones; `bounces` as `picture.prepare` takes them."""
    scene: Callable
    size: tuple = (1600, 1200)
    paths: int = 16
    fades: bool = True
    oversample = 2
    bounces = 8, 2, 4, 6


@dataclass(frozen=True)
class Film:
    """A loop of `seconds` with `rate` frames in each; `poster` is the moment that stands for it before it plays. `scene` builds it
    and returns a function that poses everything for a moment, given in seconds. One that is `mirrored` is rendered to its middle
    and runs back from there; one that runs several `times` is rendered once. `blurred` is for motion that is quick."""
    scene: Callable
    seconds: float
    size: tuple = (960, 540)
    poster: float = 0
    rate: float = 24
    paths: int = 8
    fades: bool = True
    blurred: bool = False
    mirrored: bool = False
    times: int = 1
    oversample = 1
    bounces = 4, 1, 2, 2


def film(name, seconds, **how):
    """Lists a function as the scene of the film `name`."""
    def listed(scene):
        SHOTS[name] = Film(scene, seconds, **how)
        return scene
    return listed


def shot(name, **how):
    """Lists a function as the scene of the shot `name`."""
    def listed(scene):
        SHOTS[name] = Shot(scene, **how)
        return scene
    return listed


def hero(name):
    """The whole machine in the dark studio, 4:3."""
    return shot(name)


def detail(name):
    """A close view."""
    return shot(name, size=(1280, 960))


def card(name):
    """The whole machine on plain ground (`studio.plain`), for lists."""
    return shot(name, size=(960, 720))


def place(name):
    """Machines at work, seen to the very edge of the picture, 21:9."""
    return shot(name, size=(1600, 686), fades=False, paths=40)


for found in pkgutil.iter_modules(__path__):
    importlib.import_module(f'{__name__}.{found.name}')
