// `make lighthouse` measures pages of .bin/orrery with Lighthouse's mobile preset, as it comes: slow 4G and a processor four
// times slower, both simulated. Prints a Markdown table of medians, and exits with 1 when one of them is over its limit.
// Arguments are paths to measure in place of the usual three; RUNS is how often, CHROMIUM the browser when none is found.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findChromium } from '../../.ci/chromium.mjs'
import { start, stop } from '../../.ci/group.mjs'

const top = fileURLToPath(new URL('../../', import.meta.url))
const cli = fileURLToPath(new URL('node_modules/lighthouse/cli/index.js', import.meta.url))
const pages = process.argv.length > 2 ? process.argv.slice(2) : ['/', '/products', '/products/1']
const runs = Number(process.env.RUNS ?? 5)

/** What is printed: Lighthouse's number, its unit, and the most (or least) that it may be. */
const columns = [
  ['performance', (r) => r.categories.performance.score * 100, '', { least: 100 }],
  ['accessibility', (r) => r.categories.accessibility.score * 100, '', { least: 100 }],
  ['best practices', (r) => r.categories['best-practices'].score * 100, '', { least: 100 }],
  ['SEO', (r) => r.categories.seo.score * 100, '', { least: 100 }],
  ['LCP', (r) => r.audits['largest-contentful-paint'].numericValue, 'ms', { most: 1250 }],
  ['TBT', (r) => r.audits['total-blocking-time'].numericValue, 'ms', { most: 50 }],
  ['of processor time', (r) => r.busy, 'ms'],
  ['CLS', (r) => r.audits['cumulative-layout-shift'].numericValue, '', { most: 0 }],
  ['FCP', (r) => r.audits['first-contentful-paint'].numericValue, 'ms'],
  ['SI', (r) => r.audits['speed-index'].numericValue, 'ms'],
  ['sent', (r) => r.audits['total-byte-weight'].numericValue / 1000, 'KB'],
]

const data = await mkdtemp(join(tmpdir(), 'orrery-'))
try {
  const chromium = await findChromium(async () => 'none is installed')
  const server = await serve(data)
  const reports = new Map(pages.map((page) => [page, []]))
  // In turn, so that a busy moment of the machine does not meet one page alone.
  for (let run = 0; run < runs; run++)
    for (const page of pages) reports.get(page).push(await measure(server.url + page, chromium))
  await stop(server.child)
  print(reports)
} finally {
  await rm(data, { recursive: true, force: true, maxRetries: 5 })
}

/** Starts the shop with data of its own and resolves once it has said where it is. */
async function serve(dir) {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PGBIN: process.env.PGBIN ?? '',
    PORT: '0',
    DATA_DIR: dir,
  }
  const child = start(join(top, '.bin/orrery'), [], { cwd: top, env, stdio: ['ignore', 'pipe', 'ignore'] })
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said += text
      const url = /Orrery is at (\S+)/.exec(said)?.[1]
      if (url) resolve({ child, url })
    })
    child.ended.then(() => reject(new Error('.bin/orrery did not start; build it and see what it says')))
  })
}

async function measure(url, chromium) {
  const file = join(data, 'report.json')
  const flags = [
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    '--save-assets',
    '--chrome-flags=--headless=new --no-sandbox',
  ]
  const look = () =>
    promisify(execFile)(process.execPath, [cli, url, ...flags], {
      env: { ...process.env, CHROME_PATH: chromium },
    })
  // Now and then the browser records nothing at all, and Lighthouse asks to be run again.
  await look().catch(look)
  const read = async (path) => JSON.parse(await readFile(path, 'utf8'))
  const { traceEvents } = await read(join(data, 'report-0.trace.json'))
  return { ...(await read(file)), busy: blockingTime(traceEvents) }
}

/**
 * The total blocking time if each task of the page took its processor time alone, in ms: what other processes that want the
 * processors meanwhile, Lighthouse among them, do not add to. As in Lighthouse's model it counts four times, beyond 50 ms.
 */
function blockingTime(events) {
  const painted = events.findLast(({ name }) => name === 'firstContentfulPaint')
  return events
    .filter(
      ({ name, pid, tid, ts }) =>
        name.endsWith('RunTask') && pid === painted.pid && tid === painted.tid && ts > painted.ts,
    )
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1000) * 4 - 50), 0)
}

function median(numbers) {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]
}

function print(reports) {
  console.log(`| page | ${columns.map(([name]) => name).join(' | ')} |`)
  console.log(`|---|${columns.map(() => '--:').join('|')}|`)
  for (const [page, all] of reports) {
    const cells = columns.map(([, read, unit, { least = -Infinity, most = Infinity } = {}]) => {
      const value = median(all.map(read))
      const over = value < least || value > most
      if (over) process.exitCode = 1
      const text = `${value < 1 ? Math.round(value * 1000) / 1000 : Math.round(value)}${unit && ` ${unit}`}`
      return over ? `**${text}**` : text
    })
    console.log(`| \`${page}\` | ${cells.join(' | ')} |`)
  }
  for (const [page, all] of reports) {
    const failed = Object.values(all[0].categories).flatMap(({ auditRefs }) =>
      auditRefs
        .filter(
          ({ id, weight }) =>
            weight > 0 && all.some(({ audits }) => audits[id].score !== null && audits[id].score < 0.9),
        )
        .map(({ id }) => id),
    )
    if (failed.length > 0) console.log(`\n${page}, in at least one run: ${failed.join(', ')}`)
  }
}
