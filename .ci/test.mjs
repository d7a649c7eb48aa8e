// Runs the suites one after the other and sums them up; the last line is `N passed, N failed, N skipped`.
// `make test` has installed and built everything before; the browser is found, or installed, here.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findChromium } from './chromium.mjs'
import { goResults, goRuns, raceRuns } from './go.mjs'
import { start, stop } from './group.mjs'

const minute = 60_000
const playwright = createRequire(new URL('../client/package.json', import.meta.url))('@playwright/test')
const scratch = newScratch()
// Databases, uploads and browser profiles go there; programs that `go test` builds do not.
process.env.GOTMPDIR ??= tmpdir()
process.env.TMPDIR = scratch

const suites = { go, client, browser, race }
const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in suites))
if (unknown.length > 0)
  throw new Error(`no suite called ${unknown.join(', ')}; there are ${Object.keys(suites).join(', ')}`)

const total = { passed: 0, failed: 0, skipped: 0 }
const times = []
for (const name of chosen.length > 0 ? chosen : ['go', 'client', 'browser']) {
  console.log(`\n== ${name}`)
  const began = Date.now()
  const result = await suites[name]().catch((error) => ({
    passed: 0,
    failed: 0,
    skipped: 0,
    trouble: error.message,
  }))
  if (!result.trouble && result.passed + result.failed === 0) result.trouble = 'no test was run'
  // A suite that broke without naming a failed test counts as one failure.
  if (result.trouble) {
    console.log(`${name}: ${result.trouble}`)
    result.failed ||= 1
  }
  const using = result.using ? `, with ${result.using}` : ''
  console.log(`== ${name}: ${sum(result)} in ${Math.round((Date.now() - began) / 1000)} s${using}`)
  for (const key of Object.keys(total)) total[key] += result[key]
  times.push(...(result.times ?? []))
}
console.log('\nThe slowest tests, in seconds of their own:')
for (const { test, seconds } of times.sort((a, b) => b.seconds - a.seconds).slice(0, 10))
  console.log(`${seconds.toFixed(1).padStart(7)}  ${test}`)
console.log(`\n${sum(total)}`)
process.exitCode = total.failed > 0 ? 1 : 0

/**
 * A folder that is removed when this process ends: in memory where there is plenty, since PostgreSQL makes and deletes a
 * hundred thousand files, which costs some file systems more than all else that the Go tests do.
 */
function newScratch() {
  const folder = mkdtempSync(join(hasRoom('/dev/shm') ? '/dev/shm' : tmpdir(), 'orrery-test-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o711) // PostgreSQL runs as another user when this is run by root
  return folder
}

/** Whether a folder has 4 GiB, in a machine with as much memory to spare, and runs programs. */
function hasRoom(folder) {
  const room = 4 * 2 ** 30
  const probe = join(folder, `orrery-test-${process.pid}`)
  try {
    const { bavail, bsize } = statfsSync(folder)
    if (bavail * bsize < room || freemem() < 2 * room) return false
    writeFileSync(probe, '#!/bin/sh\n', { mode: 0o700 })
    return spawnSync(probe).status === 0
  } catch {
    return false
  } finally {
    rmSync(probe, { force: true })
  }
}

function sum({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

/** Runs a command to its end or its time limit; resolves to what went wrong, if anything. */
async function run(command, args, { limit, lines, ...options }) {
  const child = start(command, args, options)
  if (lines) createInterface(child.stdout).on('line', lines)
  let late = false
  const timer = setTimeout(() => {
    late = true
    void stop(child)
  }, limit)
  const { code, error } = await child.ended
  clearTimeout(timer)
  if (late) return `stopped after ${limit / minute} minutes`
  return error?.message ?? (code === 0 ? undefined : `ended with exit code ${code}`)
}

function go() {
  return goTests(goRuns())
}

function race() {
  return goTests(raceRuns())
}

async function goTests(runs) {
  const { line, counts, slow } = goResults()
  const troubles = []
  for (const args of runs)
    troubles.push(
      await run('go', args, { limit: 20 * minute, stdio: ['ignore', 'pipe', 'inherit'], lines: line }),
    )
  return { ...counts, times: slow, trouble: troubles.filter(Boolean).join(', ') }
}

async function client() {
  const untyped = await run(process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit'], {
    limit: 2 * minute,
    cwd: 'client',
  })
  if (untyped) return { passed: 0, failed: 0, skipped: 0, trouble: `TypeScript ${untyped}` }
  const file = join(scratch, 'client.json')
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  const trouble = await run(process.execPath, args, { limit: 2 * minute, cwd: 'client' })
  const report = read(file)
  return {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    times: (report?.testResults ?? [])
      .flatMap((file) => file.assertionResults)
      .map(({ fullName, duration }) => ({ test: `client ${fullName}`, seconds: (duration ?? 0) / 1000 })),
    trouble,
  }
}

async function browser() {
  const file = join(scratch, 'browser.json')
  const chromium = await findChromium((command, args, env) =>
    run(command, args, {
      limit: 4 * minute,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  )
  const trouble = await run(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'],
    {
      limit: 41 * minute,
      cwd: 'client',
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...(chromium && { CHROMIUM: chromium }) },
    },
  )
  const report = read(file)
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {}
  return {
    passed: expected,
    failed: unexpected + flaky,
    skipped,
    times: specs(report).map(({ file, line, title, tests }) => ({
      test: `browser ${file}:${line} ${title}`,
      seconds: Math.max(...tests.flatMap(({ results }) => results.map(({ duration }) => duration))) / 1000,
    })),
    trouble,
    using: versionOf(chromium),
  }
}

/** The tests of a suite in Playwright's report, and of those within it. */
function specs(suite) {
  return [...(suite?.specs ?? []), ...(suite?.suites ?? []).flatMap(specs)]
}

/** What a browser calls itself; without one of our own it is Playwright's. */
function versionOf(chromium = playwright.chromium.executablePath()) {
  return spawnSync(chromium, ['--version'], { encoding: 'utf8' }).stdout?.trim()
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
