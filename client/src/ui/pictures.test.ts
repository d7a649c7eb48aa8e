import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
/** What files of 8 bits and subsampled colour keep of it may be off by two, and more where edges ring. */
const black = [10, 10, 11]
/** Seen to their very edges. */
const places = ['aisle', 'industrial-robot', 'line', 'workbench', 'workshop']

const files = (folder: string, ending: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))

const pictures = [...files('media/stills', '.jpg'), ...files('client/public/films', '.jpg')]

test.each(pictures)('%s has the black of the page, and none deeper', async (file) => {
  const { data, info } = await sharp(join(root, file)).raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const pixel = (x: number, y: number) => [...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)]
  const off = ([r = 0, g = 0, b = 0]: number[]) =>
    Math.max(...[r, g, b].map((value, channel) => Math.abs(value - (black[channel] ?? 0))))
  let deeper = 0
  for (let at = 0; at < data.length; at += 3) if ((data[at + 1] ?? 0) < 5) deeper++
  expect(deeper / (width * height)).toBeLessThan(0.002)
  if (places.some((place) => file.endsWith(`/${place}.jpg`))) return
  const edge = [
    ...Array.from({ length: width }, (_, x) => [pixel(x, 0), pixel(x, height - 1)]).flat(),
    ...Array.from({ length: height }, (_, y) => [pixel(0, y), pixel(width - 1, y)]).flat(),
  ]
  expect(Math.max(...edge.map(off))).toBeLessThanOrEqual(2)
})

test.each(files('client/public/images/products', '.svg'))('%s needs no font', (file) => {
  const drawing = readFileSync(join(root, file), 'utf8')
  expect(drawing).not.toMatch(/<text|font-family/)
  expect(drawing).toMatch(/<title>.+<\/title><desc>.+<\/desc>/)
  expect(drawing.length).toBeLessThan(80_000)
})
