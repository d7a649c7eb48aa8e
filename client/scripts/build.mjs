// Builds the client and the script that renders its pages on the server into dist. Pictures are made meanwhile, in a process of their own.
import { execFile } from 'node:child_process'
import { copyFileSync, readdirSync } from 'node:fs'
import { promisify } from 'node:util'
import { build } from 'vite'

const pictures = promisify(execFile)(process.execPath, ['scripts/pictures.mjs'])
process.once('exit', () => pictures.child.kill())
await build()
await build({ configFile: 'vite.server.ts' })
await pictures
// Vite has copied those that were there when it began to write.
for (const entry of readdirSync('public/images', { withFileTypes: true }))
  if (entry.isFile()) copyFileSync(`public/images/${entry.name}`, `dist/images/${entry.name}`)
