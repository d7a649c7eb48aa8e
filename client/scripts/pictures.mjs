// Makes the forms of every picture in media/stills that pages are served, in public/images: `NAME.jpg`, `NAME-WIDTH` in three
// formats for screens of different widths, one more as AVIF for phones, and `NAME-16.webp` to show until one of them is there.
// `hero-robot-phone-WIDTH` is the middle of the first picture, 5:4. Heroes of machines, which are 1600 x 1200, have `NAME-share.jpg` as well, for the previews of other sites. What is newer than
// its source stays.
import { copyFileSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const widths = [320, 640, 960, 1280, 1600]
/** What a column of 360 pixels takes when each is drawn with two; src/ui/Picture.tsx names it. */
const forPhones = 720
/** The home page's first picture for phones; src/features/home/Hero.tsx names it. */
const middle = {
  of: 'hero-robot',
  crop: { left: 175, top: 0, width: 1250, height: 1000 },
  widths: [576, 768, 960],
}
// The efforts are where trying harder begins to cost more seconds than it saves bytes.
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

// Side by side, each in one thread, which loses least.
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
  const whole = `${out}${name}.jpg` // last: its age tells that all are there
  if (widths.includes(full)) copyFileSync(`${out}${name}-${full}.jpg`, whole)
  else await sharp(source).jpeg(formats.jpg).toFile(whole)
}
