// `make media NAME=gripper` renders every picture and film whose name is NAME or begins with `NAME-`; without NAME all of them.
// Needs Blender 3.4 or later with numpy, ffmpeg and the Inter fonts (Debian: blender python3-numpy ffmpeg fonts-inter). Stills go to
// media/stills, from where the client's build takes them; films go to client/public/films. Both are committed.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const sharp = createRequire(new URL('../client/package.json', import.meta.url))('sharp')
const frames = join(here, 'out')
const stills = join(here, 'stills')
const films = fileURLToPath(new URL('../client/public/films', import.meta.url))
const [name] = process.argv.slice(2)

function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', ...options })
  if (error) throw new Error(`${command} can't be run: ${error.message}`)
  if (status !== 0) throw new Error(`${command} ended with ${status}`)
}

const began = Date.now()
// Threads that wait actively would take the processor from those that work.
const env = { ...process.env, OMP_WAIT_POLICY: 'passive' }
const script = ['-b', '--python-exit-code', '1', '-P', join(here, 'render.py'), '--', '--out', frames]
run('blender', [...script, ...(name ? [name, `${name}-*`] : [])], { env })
mkdirSync(stills, { recursive: true })
for (const entry of readdirSync(frames, { withFileTypes: true })) {
  const path = join(frames, entry.name)
  if (statSync(path).mtimeMs < began) continue
  if (entry.isDirectory()) film(entry.name, path)
  else await still(entry.name.replace('.png', ''), path)
}
console.log(`media: ${Math.round((Date.now() - began) / 1000)} s`)

/** The master that all sizes are made from: little is lost, and colours keep their full resolution. */
async function still(title, path) {
  await sharp(path).jpeg({ quality: 95, chromaSubsampling: '4:4:4', mozjpeg: true }).toFile(join(stills, `${title}.jpg`))
}
