// Converts every picture in media/stills into public/images: `NAME.jpg`, `NAME-WIDTH` in three formats for different
// screen widths, an additional AVIF for phones, and `NAME-16.webp` as a preview. `hero-robot-phone-WIDTH` is the centre
// of the first picture, cropped to 5:4. Product heroes, 1600 x 1200, also get `NAME-share.jpg` for link previews. Files
// newer than their source are kept.
import { copyFileSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const widths = [320, 640, 960, 1280, 1600]
/** The width of a 360 px column on a 2x screen; src/ui/Picture.tsx uses the same. */
const forPhones = 720
/** The home page's first picture on phones; src/features/home/Hero.tsx uses the same. */
const middle = {
  of: 'hero-robot',
  crop: { left: 175, top: 0, width: 1250, height: 1000 },
  widths: [576, 768, 960],
}
// Efforts above which more seconds save hardly any bytes.
const formats = {
  avif: { quality: 58, effort: 1, chromaSubsampling: '4:4:4' },
  webp: { quality: 80, effort: 2 },
  jpg: { quality: 72, mozjpeg: true },
}

const path = (where) => fileURLToPath(new URL(where, import.meta.url))
const sources = path('../../media/stills/')
const out = path('../public/images/')
mkdirSync(out, { recursive: true })

const age = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
const own = age(fileURLToPath(import.meta.url))
const queue = readdirSync(sources)
  .map((file) => file.replace('.jpg', ''))
  .filter((name) => age(`${out}${name}.jpg`) <= Math.max(own, age(`${sources}${name}.jpg`)))

// In parallel, with one thread each, which is the fastest.
sharp.concurrency(1)
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (let name = queue.shift(); name; name = queue.shift()) await make(name)
  }),
)

async function make(name) {
  const source = `${sources}${name}.jpg`
  const { width: full, height } = await sharp(source).metadata()
  const resized = async (width) => {
    const { data, info } = await sharp(source).resize(width).raw().toBuffer({ resolveWithObject: true })
    return sharp(data, { raw: info })
  }
  for (const width of widths.filter((width) => width <= full)) {
    const picture = await resized(width)
    for (const [format, options] of Object.entries(formats))
      await picture.clone().toFormat(format, options).toFile(`${out}${name}-${width}.${format}`)
  }
  if (full >= 960)
    await (await resized(forPhones)).avif(formats.avif).toFile(`${out}${name}-${forPhones}.avif`)
  if (name === middle.of)
    for (const width of middle.widths)
      for (const format of ['avif', 'webp'])
        await sharp(source)
          .extract(middle.crop)
          .resize(width)
          .toFormat(format, formats[format])
          .toFile(`${out}${name}-phone-${width}.${format}`)
  if (full === 1600 && height === 1200)
    await sharp(source)
      .resize(1200, 630, { fit: 'contain', background: '#0a0a0b' }) // the black of all pictures
      .jpeg(formats.jpg)
      .toFile(`${out}${name}-share.jpg`)
  await sharp(source).resize(16).webp({ quality: 40 }).toFile(`${out}${name}-16.webp`)
  const whole = `${out}${name}.jpg` // Written last: its modification time shows that all formats exist
  if (widths.includes(full)) copyFileSync(`${out}${name}-${full}.jpg`, whole)
  else await sharp(source).jpeg(formats.jpg).toFile(whole)
}
