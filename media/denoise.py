"""Takes the noise out of a path-traced picture with the network of Intel's Open Image Denoise, for Debian's Blender is built
without it. The trained weights are those of the npm package `denoiser` (Apache-2.0); the network, its transfer function and
the format are Open Image Denoise's own."""
import functools
import os
import pathlib
import struct

import numpy as np
import torch
from torch.nn.functional import conv2d, interpolate, max_pool2d, pad, relu

WEIGHTS = pathlib.Path(__file__).parent / 'node_modules/denoiser/tzas/rt_hdr_alb_nrm.tza'

torch.set_num_threads(len(os.sched_getaffinity(0)))


@torch.inference_mode()
def denoise(colour, albedo, normal):
    """All are (height, width, 3) in float32, the colour linear and unbounded. Returns the clean colour."""
    colour, albedo, normal = (torch.from_numpy(part) for part in (colour, albedo, normal))
    exposure = 0.18 / torch.exp2(torch.log2(colour @ torch.tensor((0.212671, 0.715160, 0.072169)) + 1e-4).mean())
    features = torch.cat([_encode(colour * exposure), albedo.clamp(0, 1), normal * 0.5 + 0.5], 2).permute(2, 0, 1)[None]
    height, width = colour.shape[:2]
    features = pad(features, (0, -width % 16, 0, -height % 16), mode='replicate').contiguous(memory_format=torch.channels_last)
    clean = _network(features)[0, :, :height, :width].permute(1, 2, 0)
    return (_decode(clean) / exposure).contiguous().numpy()


def _network(x):
    """The colour, encoded, from (1, 9, height, width): colour, albedo and normal."""
    weights = _weights()

    def conv(name, x):
        return relu(conv2d(x, weights[f'{name}.weight'], weights[f'{name}.bias'], padding=1), inplace=True)

    levels = [x]
    x = max_pool2d(conv('enc_conv1', conv('enc_conv0', x)), 2)
    for level in (2, 3, 4):
        levels.append(x)
        x = max_pool2d(conv(f'enc_conv{level}', x), 2)
    x = conv('enc_conv5b', conv('enc_conv5a', x))
    for level in (4, 3, 2, 1):
        x = torch.cat([interpolate(x, scale_factor=2), levels.pop()], 1)
        x = conv(f'dec_conv{level}b', conv(f'dec_conv{level}a', x))
    return conv('dec_conv0', x)


@functools.cache
def _weights():
    data = WEIGHTS.read_bytes()
    magic, version, _, table = struct.unpack_from('<HBBQ', data)
    if (magic, version) != (0x41D7, 2):
        raise ValueError(f'{WEIGHTS} is not a weights file of version 2')
    (count,) = struct.unpack_from('<I', data, table)
    at, tensors = table + 4, {}

    def take(layout):
        nonlocal at
        values = struct.unpack_from('<' + layout, data, at)
        at += struct.calcsize('<' + layout)
        return values

    for _ in range(count):
        (length,) = take('H')
        (name,) = take(f'{length}s')
        (dimensions,) = take('B')
        shape = take(f'{dimensions}I')
        take(f'{dimensions}s')  # the layout: always oihw or x
        kind, start = take('cQ')
        values = np.frombuffer(data, '<f2' if kind == b'h' else '<f4', int(np.prod(shape)), start)
        tensors[name.decode()] = torch.from_numpy(values.reshape(shape).astype(np.float32))
    return tensors


# Brightness on a perceptual scale: linear up to the first of PIECES, then a power, then a logarithm.
A, B, C, D = 1.41283765e3, 1.64593172, 4.31384981e-1, -2.94139609e-3
E, F, G = 1.92653254e-1, 6.26026094e-3, 9.98620152e-1
PIECES = (1.57945760e-6, 3.22087631e-2)


def _curve(y):
    y = y.clamp(min=0)
    return torch.where(y <= PIECES[0], A * y, torch.where(y <= PIECES[1], B * y.pow(C) + D, E * (y + F).log() + G))


SCALE = _curve(torch.tensor(65504.0))


def _encode(y):
    return _curve(y) / SCALE


def _decode(x):
    x = x * SCALE
    first, second = _curve(torch.tensor(PIECES))
    power = ((x - D) / B).clamp(min=0).pow(1 / C)
    return torch.where(x <= first, x / A, torch.where(x <= second, power, ((x - G) / E).exp() - F))
