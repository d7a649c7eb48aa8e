// Child processes that take everything they started with them.
import { spawn } from 'node:child_process'

const running = new Set()
let stopping = false

/** Starts a command in a process group of its own, with no input, and puts it on the list that `stopAll` ends. */
export function start(command, args, options = {}) {
  if (stopping) throw new Error('interrupted')
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options, detached: true })
  running.add(child)
  child.ended = new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 127, error }))
    child.once('close', (code, signal) => resolve({ code: code ?? 1, signal }))
  }).finally(() => {
    signal(child, 'SIGKILL')
    running.delete(child)
  })
  return child
}

/** Asks a group to end, and ends it for good when it has not done so after 10 s. */
export async function stop(child) {
  const hard = setTimeout(() => signal(child, 'SIGKILL'), 10_000)
  signal(child, 'SIGINT')
  await child.ended
  clearTimeout(hard)
}

/** Ends every group that is still running; none can be started from then on. */
export async function stopAll() {
  stopping = true
  await Promise.all([...running].map(stop))
}

function signal(child, name) {
  try {
    if (child.pid) process.kill(-child.pid, name)
  } catch {
    // The whole group has ended already.
  }
}

for (const [name, number] of [
  ['SIGINT', 2],
  ['SIGTERM', 15],
  ['SIGHUP', 1],
]) {
  process.once(name, () => stopAll().then(() => process.exit(128 + number)))
}
process.once('exit', () => running.forEach((child) => signal(child, 'SIGKILL')))
