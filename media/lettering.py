"""The lettering of drawings as outlines: pages show drawings as <img>, which can't load a font."""
import functools
import html
import pathlib
import re

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

FONT = pathlib.Path(__file__).parents[1] / 'pdf/fonts/martian-mono.ttf'
TEXT = re.compile(r'<text\b([^>]*)>([^<]*)</text>')


@functools.cache
def _font():
    return TTFont(FONT)


def outlined(svg):
    """A drawing whose <text> elements are replaced by outlines of Martian Mono. Their words stay in its <desc>, for whoever opens
    or searches the file. Of their attributes x, y, font-size, fill, text-anchor and transform count."""
    words = [html.unescape(text) for _, text in TEXT.findall(svg)]
    characters = sorted({character for line in words for character in line if character != ' '})
    names = {character: f'c{number}' for number, character in enumerate(characters)}
    shapes = ''.join(f'<path id="{names[character]}" d="{_outline(character)}"/>' for character in characters)
    drawn = TEXT.sub(lambda found: _line(_attributes(found[1]), html.unescape(found[2]), names), svg)
    described = f'</title><desc>{html.escape("; ".join(words), quote=False)}</desc><defs>{shapes}</defs>'
    return drawn.replace('</title>', described, 1) if words else drawn


def _attributes(markup):
    return dict(re.findall(r'([\w-]+)="([^"]*)"', markup))


def _outline(character):
    glyphs = _font().getGlyphSet()
    pen = SVGPathPen(glyphs, ntos=lambda value: f'{value:.0f}')
    glyphs[_font().getBestCmap()[ord(character)]].draw(pen)
    return pen.getCommands()


def _line(given, words, names):
    """One line of lettering. Every character is as wide as the others."""
    advance = _font()['hmtx'][_font().getBestCmap()[ord('0')]][0]
    size = float(given['font-size']) / _font()['head'].unitsPerEm
    back = {'middle': 0.5, 'end': 1}.get(given.get('text-anchor'), 0) * advance * len(words)
    x = float(given['x']) - back * size
    letters = ''.join(f'<use href="#{names[character]}" x="{index * advance}"/>'
                      for index, character in enumerate(words) if character != ' ')
    turned = f'{given["transform"]} ' if 'transform' in given else ''
    return (f'<g fill="{given["fill"]}" stroke="none" transform="{turned}translate({x:.1f} {given["y"]}) scale({size:.4f} -{size:.4f})">'
            f'{letters}</g>')
