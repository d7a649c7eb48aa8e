// `make media NAME=gripper` renders every picture and film whose name is NAME or begins with `NAME-`; without NAME all of them.
// Needs Blender 3.4 with numpy, torch and fonttools, ffmpeg, potrace and the Inter fonts (Debian: blender python3-numpy
// python3-torch python3-yaml python3-fonttools ffmpeg potrace fonts-inter). Drawings go to client/public/images/products, stills to media/stills, from where the
// client's build takes them, films to client/public/films, and CAD files to client/public/cad. All are committed. A film that was
// stopped goes on where it was. The sizes of CAD files stand in db/seed/products.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const sharp = createRequire(new URL('../client/package.json', import.meta.url))('sharp')
const frames = join(here, 'out')
const stills = join(here, 'stills')
const films = fileURLToPath(new URL('../client/public/films/', import.meta.url))
const [name] = process.argv.slice(2)

function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', ...options })
  if (error) throw new Error(`${command} can't be run: ${error.message}`)
  if (status !== 0) throw new Error(`${command} ended with ${status}`)
}

const began = Date.now()
// Threads that wait actively would take the processor from those that work.
const env = { ...process.env, OMP_WAIT_POLICY: 'passive' }
const script = (file, ...args) =>
  run(
    'blender',
    [
      '-b',
      '--python-exit-code',
      '1',
      '-P',
      join(here, file),
      '--',
      ...args,
      ...(name ? [name, `${name}-*`] : []),
    ],
    { env },
  )
script('drawings.py')
script('cad.py')
script('render.py', '--out', frames)
mkdirSync(stills, { recursive: true })
for (const entry of readdirSync(frames, { withFileTypes: true })) {
  const path = join(frames, entry.name)
  const title = entry.name.replace('.png', '')
  if (name && title !== name && !title.startsWith(`${name}-`)) continue
  if (entry.isDirectory()) await film(title.replace('-film', ''), path)
  else await still(title, path)
}
console.log(`media: ${Math.round((Date.now() - began) / 1000)} s`)

/** The master that all sizes are made from: little is lost, and colours keep their full resolution. */
async function still(title, path) {
  await sharp(path)
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4', mozjpeg: true })
    .toFile(join(stills, `${title}.jpg`))
}

/** The film in two formats for the browsers to choose from, at most 1.5 MB each (10 s at 1.15 Mbit/s), and the picture shown before it plays. */
async function film(title, folder) {
  const { rate, poster } = JSON.parse(readFileSync(join(folder, 'film.json'), 'utf8'))
  const input = [
    '-v',
    'error',
    '-y',
    '-framerate',
    String(rate),
    '-i',
    join(folder, '%04d.png'),
    '-an',
    '-pix_fmt',
    'yuv420p',
  ]
  const h264 = [
    '-c:v',
    'libx264',
    '-preset',
    'veryslow',
    '-crf',
    '19',
    '-maxrate',
    '1150k',
    '-bufsize',
    '2300k',
    '-movflags',
    '+faststart',
  ]
  const vp9 = ['-c:v', 'libvpx-vp9', '-b:v', '1150k', '-crf', '29', '-row-mt', '1']
  run('ffmpeg', [...input, ...h264, `${films}${title}.mp4`])
  run('ffmpeg', [...input, ...vp9, `${films}${title}.webm`])
  await sharp(join(folder, `${String(poster).padStart(4, '0')}.png`))
    .jpeg({ quality: 85, mozjpeg: true })
    .toFile(`${films}${title}.jpg`)
}
