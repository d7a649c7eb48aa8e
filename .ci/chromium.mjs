// Finds a browser for the browser suite, or installs one.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

// The first one has no windows to draw and needs half of the time of the others.
const names = ['chromium-headless-shell', 'chromium', 'google-chrome', 'google-chrome-stable']
const folders = (process.env.PATH ?? '').split(delimiter)
const places = names
  .flatMap((name) => folders.map((folder) => join(folder, name)))
  .concat('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome')

// A file proves nothing: some systems put a stub there that only tells how to install the browser.
const installed = () =>
  places.find(
    (file) =>
      existsSync(file) && spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0,
  )

/**
 * The browser to use: CHROMIUM, an installed one, Debian's (when root), or undefined for the one that Playwright downloads.
 * `run(command, args, env)` runs an installation and resolves to what went wrong, if anything.
 */
export async function findChromium(run) {
  const found = process.env.CHROMIUM || installed()
  if (found) return found
  if (isDebian() && process.getuid() === 0) {
    console.log("no Chromium found: installing Debian's")
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    const trouble =
      (await run('apt-get', ['update'], env)) ??
      (await run(
        'apt-get',
        ['install', '-y', '--no-install-recommends', 'chromium-headless-shell', 'fonts-liberation'],
        env,
      ))
    if (!trouble && installed()) return installed()
  }
  console.log("no Chromium found: fetching Playwright's")
  const trouble = await run(
    process.execPath,
    ['client/node_modules/@playwright/test/cli.js', 'install', '--only-shell', 'chromium'],
    {},
  )
  if (trouble)
    throw new Error(`there is no Chromium and none could be installed (${trouble}); set CHROMIUM to one`)
  return undefined
}

function isDebian() {
  return existsSync('/etc/os-release') && /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'))
}
