// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the samples are written in languages that have them.
import { expect, test } from 'vitest'
import { highlight, type Language, type TokenKind } from './highlight'
import { suites } from './suites'

const marked = (code: string, language: Language) =>
  highlight(code, language)
    .filter(({ kind }) => kind !== 'plain')
    .map(({ kind, text }): [TokenKind, string] => [kind, text])

test.each<[Language, string, [TokenKind, string][]]>([
  [
    'cpp',
    'return 10.0; // if 3',
    [
      ['keyword', 'return'],
      ['number', '10.0'],
      ['comment', '// if 3'],
    ],
  ],
  [
    'cpp',
    '#include <ros/ros.h>',
    [
      ['keyword', '#include'],
      ['string', '<ros/ros.h>'],
    ],
  ],
  ['cpp', 'a < b && c > d', []],
  [
    'cpp',
    'say("// \\"no\\" 5", -0.6)',
    [
      ['string', '"// \\"no\\" 5"'],
      ['number', '-0.6'],
    ],
  ],
  ['cpp', '/* one\n two */int32_t joint_1', [['comment', '/* one\n two */']]],
  [
    'cmake',
    'project(arm) # name',
    [
      ['keyword', 'project'],
      ['comment', '# name'],
    ],
  ],
  [
    'cmake',
    'find(${catkin_LIBRARIES} 3.10)',
    [
      ['keyword', 'find'],
      ['string', '${catkin_LIBRARIES}'],
      ['number', '3.10'],
    ],
  ],
  [
    'xml',
    '<a b="1">2</a>',
    [
      ['keyword', '<a'],
      ['string', '"1"'],
      ['keyword', '>'],
      ['number', '2'],
      ['keyword', '</a'],
      ['keyword', '>'],
    ],
  ],
  ['xml', '<!-- <a> -->', [['comment', '<!-- <a> -->']]],
  [
    'yaml',
    '- move: { to: tray.2, speed: 250 mm/s } # slow',
    [
      ['keyword', 'move'],
      ['keyword', 'to'],
      ['keyword', 'speed'],
      ['number', '250'],
      ['comment', '# slow'],
    ],
  ],
  ['yaml', 'grip fails: {}', [['keyword', 'grip fails']]],
  ['yaml', 'url: http://a#b', [['keyword', 'url']]],
  [
    'ts',
    'const a = `if ${b}` // 1',
    [
      ['keyword', 'const'],
      ['string', '`if ${b}`'],
      ['comment', '// 1'],
    ],
  ],
  ['ts', 'constant(10_000)', [['number', '10_000']]],
  [
    'sh',
    'cd ~/ws && catkin_make # build',
    [
      ['keyword', 'cd'],
      ['keyword', 'catkin_make'],
      ['comment', '# build'],
    ],
  ],
  [
    'sh',
    'curl -d \'{"a": 1}\' b',
    [
      ['keyword', 'curl'],
      ['string', '\'{"a": 1}\''],
    ],
  ],
])('%s: %s', (language, code, tokens) => {
  expect(marked(code, language)).toEqual(tokens)
})

test('no sample loses or gains a character, and each has more than plain text', () => {
  for (const { name, language, code } of suites.flatMap(({ files }) => files)) {
    const tokens = highlight(code, language)
    expect(tokens.map(({ text }) => text).join(''), name).toBe(code)
    expect(tokens.length, name).toBeGreaterThan(20)
  }
})
