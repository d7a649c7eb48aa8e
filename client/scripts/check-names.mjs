// Finds files whose names differ only in case, the endings of scripts aside: on macOS and Windows `./toasts` is `Toasts.tsx`, too.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const top = fileURLToPath(new URL('../..', import.meta.url))
const files = execFileSync('git', ['ls-files', '-z'], { cwd: top, encoding: 'utf8' }).split('\0')

const names = new Map()
for (const file of files) {
  const name = file.replace(/\.m?[jt]sx?$/, '')
  const key = name.toLowerCase()
  names.set(key, (names.get(key) ?? new Set()).add(name))
}
const pairs = [...names.values()].filter((same) => same.size > 1)
for (const same of pairs) console.error(`differ only in case: ${[...same].join(', ')}`)
process.exitCode = pairs.length > 0 ? 1 : 0
