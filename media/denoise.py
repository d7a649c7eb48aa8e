"""Takes the noise out of a path-traced picture with the network of Intel's Open Image Denoise, for Debian's Blender is built
without it. The trained weights are those of the npm package `denoiser` (Apache-2.0); the network, its transfer function and
the format are Open Image Denoise's own."""
import functools
import pathlib
import struct

import numpy as np

WEIGHTS = pathlib.Path(__file__).parent / 'node_modules/denoiser/tzas/rt_hdr_alb_nrm.tza'
SKIPS = ('dec_conv4a', 'dec_conv3a', 'dec_conv2a', 'dec_conv1a')  # where the decoder meets the encoder's levels again
ROWS = 48  # convolved at once: bounds the memory that the unfolded rows take


def denoise(colour, albedo, normal):
    """All are (height, width, 3) in float32, the colour linear and unbounded. Returns the clean colour."""
    light = colour @ np.array((0.212671, 0.715160, 0.072169), np.float32)
    exposure = 0.18 / 2 ** np.mean(np.log2(light + 1e-4))
    features = np.concatenate([_encode(colour * exposure), np.clip(albedo, 0, 1), normal * 0.5 + 0.5], axis=2)
    height, width = light.shape
    padded = np.pad(features, ((0, -height % 16), (0, -width % 16), (0, 0)), mode='edge')
    clean = _network(np.ascontiguousarray(padded.transpose(2, 0, 1), np.float32))
    return (_decode(clean.transpose(1, 2, 0)[:height, :width]) / exposure).astype(np.float32)


def _network(x):
    weights = _weights()

    def conv(name, x):
        kernel, bias = weights[f'{name}.weight'], weights[f'{name}.bias']
        matrix = kernel.transpose(0, 2, 3, 1).reshape(len(kernel), -1)
        channels, height, width = x.shape
        x = np.pad(x, ((0, 0), (1, 1), (1, 1)))
        out = np.empty((len(kernel), height, width), np.float32)
        for top in range(0, height, ROWS):
            rows = min(ROWS, height - top)
            unfolded = np.concatenate([x[:, top + i:top + i + rows, j:j + width] for i in range(3) for j in range(3)])
            out[:, top:top + rows] = (matrix @ unfolded.reshape(9 * channels, -1)).reshape(-1, rows, width)
        out += bias[:, None, None]
        return np.maximum(out, 0, out)

    def smaller(x):
        channels, height, width = x.shape
        return x.reshape(channels, height // 2, 2, width // 2, 2).max((2, 4))

    levels = [x]
    x = smaller(conv('enc_conv1', conv('enc_conv0', x)))
    for name in ('enc_conv2', 'enc_conv3', 'enc_conv4'):
        levels.append(x)
        x = smaller(conv(name, x))
    x = conv('enc_conv5b', conv('enc_conv5a', x))
    for name in SKIPS:
        x = np.concatenate([x.repeat(2, 1).repeat(2, 2), levels.pop()])
        x = conv(name[:-1] + 'b', conv(name, x))
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
        tensors[name.decode()] = values.reshape(shape).astype(np.float32)
    return tensors


# Brightness on a perceptual scale: in PIECES, linear, then a power, then a logarithm.
A, B, C, D = 1.41283765e3, 1.64593172, 4.31384981e-1, -2.94139609e-3
E, F, G = 1.92653254e-1, 6.26026094e-3, 9.98620152e-1
PIECES = (1.57945760e-6, 3.22087631e-2)


def _curve(y):
    y = np.maximum(y, 0)
    return np.where(y <= PIECES[0], A * y,
                    np.where(y <= PIECES[1], B * np.power(y, C) + D, E * np.log(y + F) + G)).astype(np.float32)


SCALE = _curve(np.float32(65504))


def _encode(y):
    return _curve(y) / SCALE


def _decode(x):
    x = x * SCALE
    first, second = _curve(np.array(PIECES))
    power = np.power(np.maximum((x - D) / B, 0), 1 / C)
    return np.where(x <= first, x / A, np.where(x <= second, power, np.exp((x - G) / E) - F))
