// `make dev`: Vite serves the page and passes calls on to the Go server, which is rebuilt when a Go or data file changes.
import { readdirSync, watch } from 'node:fs'
import { start, stop, stopAll } from './group.mjs'

const vite = start(process.execPath, ['node_modules/vite/bin/vite.js'], { cwd: 'client' })
void vite.ended.then(({ code }) => stopAll().then(() => process.exit(code)))

let server
let turn = Promise.resolve()

async function restart() {
  const { code } = await start('go', ['build', '-trimpath', '-o', '.bin/orrery', '.']).ended
  if (code !== 0) return // The old server goes on until the code builds again.
  if (server) await stop(server)
  server = start('.bin/orrery', [])
}

let timer
function changed(_, file) {
  if (!file || !/\.(go|sql|ya?ml|json)$/.test(file)) return
  clearTimeout(timer)
  timer = setTimeout(() => {
    turn = turn.then(restart)
  }, 200)
}

watch('.', changed)
for (const entry of readdirSync('.', { withFileTypes: true })) {
  if (entry.isDirectory() && entry.name !== 'client' && !entry.name.startsWith('.'))
    watch(entry.name, { recursive: true }, changed)
}
turn = turn.then(restart)
