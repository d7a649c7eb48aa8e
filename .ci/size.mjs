// `make check-size`: limits of the program and of the packages that build it, a little above their present sizes.
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** In MB of 1,000,000 bytes. Packages for one platform differ from those for another; the limit is for Linux on x64. */
const limits = { '.bin/orrery': 73, 'client/node_modules': 475 }

function size(path) {
  if (!lstatSync(path).isDirectory()) return lstatSync(path).size
  return readdirSync(path, { recursive: true, withFileTypes: true })
    // What tools keep there for the next time is not installed.
    .filter((entry) => entry.isFile() && !/\/node_modules\/\.(cache|vite|vitest)/.test(`/${entry.parentPath}/`))
    .reduce((sum, entry) => sum + lstatSync(join(entry.parentPath, entry.name)).size, 0)
}

for (const [path, limit] of Object.entries(limits)) {
  const megabytes = size(path) / 1e6
  console.log(`${megabytes > limit ? 'OVER' : 'ok  '} ${megabytes.toFixed(1).padStart(6)} of ${limit} MB  ${path}`)
  if (megabytes > limit) process.exitCode = 1
}
