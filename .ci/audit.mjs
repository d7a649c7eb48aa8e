// `make audit`: are there known vulnerabilities in what the program uses? Where the lists of them can't be reached, it
// says so and does not fail.
import { spawnSync } from 'node:child_process'

function ask(what, command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 26 })
  return { what, status, stdout, stderr }
}

function tell({ what, stdout, stderr }, outcome, because = '') {
  console.log(`${what}: ${outcome}${because && ` (${because})`}`)
  if (outcome === 'FAILED') {
    console.log(stdout + stderr)
    process.exitCode = 1
  }
}

const go = ask('govulncheck', 'go', ['tool', '-modfile=.ci/audit.mod', 'govulncheck', './...'])
const unreachable = /fetching vulnerabilities: (.*)/.exec(go.stderr)
if (go.status === 0) tell(go, 'nothing known')
else if (unreachable) tell(go, 'NOT CHECKED', unreachable[1])
else tell(go, 'FAILED')

const npm = ask('npm audit', 'npm', ['audit', '--omit=dev', '--json'], 'client')
let report = {}
try {
  report = JSON.parse(npm.stdout)
} catch {
  // says nothing that can be read: FAILED
}
if (report.metadata?.vulnerabilities?.total === 0) tell(npm, 'nothing known')
else if (!report.metadata && report.message) tell(npm, 'NOT CHECKED', report.message)
else tell(npm, 'FAILED')
