// Go's tests: what `go` runs, with which flags, and what their event stream says.
import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

// The JavaScript engine, the password hash and Brotli are other people's, computed by one goroutine: watching their memory takes longer
// than all other tests together.
const raceFlags = [
  '-race',
  '-gcflags=modernc.org/...=-race=false -d=checkptr=0',
  '-gcflags=golang.org/x/crypto/...=-race=false',
  '-gcflags=github.com/andybalholm/brotli/...=-race=false',
]

/** Packages whose goroutines share most: sockets, caches, queues and the connections to PostgreSQL. */
const shared = ['./admission', './auth', './db/pg', './graph/server', './jobs', './respcache', './telemetry']

/** Every package, those in `shared` under the race detector: with all of them, Go's tests take half as long again. */
export function goRuns() {
  if (!hasRace()) return [args(['./...'])]
  const watched = list(shared)
  return [args(watched, raceFlags), args(list(['./...']).filter((name) => !watched.includes(name)))]
}

/** Every package under the race detector: `make test SUITE=race`. */
export const raceRuns = () => [args(['./...'], raceFlags)]

const list = (patterns) => go('list', ...patterns).split('\n')

/** Go turns cgo off by itself where there is no C compiler, and the race detector needs one. */
const hasRace = () => go('env', 'CGO_ENABLED') === '1'

const go = (...args) => execFileSync('go', args, { encoding: 'utf8' }).trim()

/** The arguments of `go`. With the paths left out as in `make build`, what that has compiled is compiled. */
function args(packages, flags = ['-trimpath']) {
  // Debuggers' data, which is not needed here, takes half of the time of linking. Packages whose tests wait leave the core to others.
  // `make check` vets.
  return [
    'test',
    '-json',
    ...flags,
    '-ldflags=-s -w',
    '-vet=off',
    `-p=${availableParallelism() + 1}`,
    '-timeout=20m',
    ...packages,
  ]
}

/** A function that takes the lines that `go` prints, and the counts and times so far. */
export function goResults() {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const slow = []
  const output = new Map()
  let inRace = false
  const names = { pass: 'passed', fail: 'failed', skip: 'skipped' }

  function line(text) {
    let event
    try {
      event = JSON.parse(text)
    } catch {
      console.log(text)
      return
    }
    const { Action, Package, ImportPath, Test, Output, Elapsed = 0 } = event
    const key = `${Package ?? ImportPath} ${Test ?? ''}`
    if (Action === 'build-output') {
      process.stdout.write(Output)
    } else if (Action === 'output') {
      output.set(key, (output.get(key) ?? '') + Output)
      // A race is reported in the output of whichever test wrote last, which may pass.
      if (Output.startsWith('WARNING: DATA RACE')) inRace = true
      else if (Output.startsWith('=====')) inRace = false
      if (inRace) process.stdout.write(Output)
    } else if (Action in names) {
      if (Test) counts[names[Action]]++
      if (Test && !Test.includes('/')) slow.push({ test: `${Package} ${Test}`, seconds: Elapsed })
      if (Action === 'fail') process.stdout.write(output.get(key) ?? '')
      if (!Test && Action === 'pass') console.log(`ok    ${Package} ${Elapsed} s`)
      if (!Test && Action === 'fail') console.log(`FAIL  ${Package} ${Elapsed} s`)
      output.delete(key)
    }
  }

  return { line, counts, slow }
}
