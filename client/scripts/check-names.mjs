// Finds files and folders whose names differ only in case, ignoring script extensions: on macOS and Windows `./toasts`
// is also `Toasts.tsx`.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const top = fileURLToPath(new URL('../..', import.meta.url))
const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
const files = execFileSync('git', listed, { cwd: top, encoding: 'utf8' }).split('\0')

/** `a/b/c.ts` is in `a` and `a/b`, and is `a/b/c`. */
const pathsTo = (file) => {
  const parts = file.replace(/\.m?[jt]sx?$/, '').split('/')
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

const names = new Map()
for (const name of files.flatMap(pathsTo)) {
  const key = name.toLowerCase()
  names.set(key, (names.get(key) ?? new Set()).add(name))
}
const pairs = [...names.values()].filter((same) => same.size > 1)
for (const same of pairs) console.error(`differ only in case: ${[...same].join(', ')}`)
process.exitCode = pairs.length > 0 ? 1 : 0
