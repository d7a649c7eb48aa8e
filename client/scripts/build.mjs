// Builds the client and the server-rendering script into dist. A separate process makes the pictures at the same time.
import { execFile } from 'node:child_process'
import { copyFileSync, readdirSync } from 'node:fs'
import { promisify } from 'node:util'
import { build } from 'vite'

// Vite has explained the error; its stack trace would hide that.
process.once('uncaughtException', ({ message }) => {
  console.error(message)
  process.exit(1)
})

const pictures = promisify(execFile)(process.execPath, ['scripts/pictures.mjs'])
process.once('exit', () => pictures.child.kill())
await build()
await build({ configFile: 'vite.server.ts' })
await pictures
// Vite copied only the pictures that existed when it started writing.
for (const entry of readdirSync('public/images', { withFileTypes: true }))
  if (entry.isFile()) copyFileSync(`public/images/${entry.name}`, `dist/images/${entry.name}`)
