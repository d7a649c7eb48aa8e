// Renders the drawing of drawing.mjs into the film of the home page: `node media/film.mjs`. Needs ffmpeg, and a Chromium
// that CHROMIUM names or Playwright knows. What it writes is committed; the build doesn't run it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { beginnings, drawingAt, duration, size } from './drawing.mjs'

const { chromium } = createRequire(new URL('../client/package.json', import.meta.url))('@playwright/test')
const rate = 30
const posterAt = 2.6
const out = (name) =>
  fileURLToPath(new URL(`../client/public/films/real-world-application${name}`, import.meta.url))
const font = readFileSync(new URL('../client/src/fonts/martian-mono.woff2', import.meta.url)).toString(
  'base64',
)

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM })
const page = await browser.newPage({ viewport: size, deviceScaleFactor: 4 / 3 })
await page.setContent(
  `<style>@font-face{font-family:"Martian Mono";src:url(data:font/woff2;base64,${font})}body{margin:0;font-family:"Martian Mono"}</style><div>.</div>`,
)
await page.evaluate(() => document.fonts.ready)
const shoot = async (t, type, notes) => {
  await page.evaluate(
    (svg) => {
      document.body.innerHTML = svg
    },
    drawingAt(t, notes),
  )
  return page.screenshot({ type, ...(type === 'jpeg' && { quality: 85 }) })
}

const input = [
  '-v',
  'error',
  '-y',
  '-f',
  'image2pipe',
  '-framerate',
  String(rate),
  '-i',
  '-',
  '-an',
  '-pix_fmt',
  'yuv420p',
]
const ffmpeg = spawn(
  'ffmpeg',
  [
    ...input,
    ...[
      '-c:v',
      'libx264',
      '-preset',
      'veryslow',
      '-crf',
      '24',
      '-g',
      '60',
      '-movflags',
      '+faststart',
      out('.mp4'),
    ],
    ...[
      '-c:v',
      'libvpx-vp9',
      '-b:v',
      '0',
      '-crf',
      '36',
      '-g',
      '60',
      '-row-mt',
      '1',
      '-pix_fmt',
      'yuv420p',
      out('.webm'),
    ],
  ],
  { stdio: ['pipe', 'inherit', 'inherit'] },
)
for (let frame = 0; frame < Math.round(duration * rate); frame++) {
  if (!ffmpeg.stdin.write(await shoot(frame / rate, 'png'))) await once(ffmpeg.stdin, 'drain')
}
ffmpeg.stdin.end()
const [code] = await once(ffmpeg, 'exit')
if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
writeFileSync(out('.jpg'), await shoot(posterAt, 'jpeg', false))
await browser.close()

// Gripping and lifting are over before anybody could read about them, so a line stays a little longer than its steps.
const words = new Map([
  [0, 'The arm drives along the rail to shelf A3.'],
  [1, 'The gripper closes with 40 N and lifts the bottle.'],
  [3, 'It drives to tray 2, turns on the way, and sets the bottle down.'],
])
const time = (t) => `00:00:${t.toFixed(3).padStart(6, '0')}`
const cues = beginnings
  .filter(({ step }, index) => words.has(step) && step !== beginnings[index - 1]?.step)
  .map(({ step, t }) => ({ text: words.get(step), t: step === 3 ? t + 1 : t }))
const lines = cues.map(
  ({ text, t }, index) => `${time(t)} --> ${time(cues[index + 1]?.t ?? duration)}\n${text}\n`,
)
writeFileSync(out('.vtt'), `WEBVTT\n\n${lines.join('\n')}`)
