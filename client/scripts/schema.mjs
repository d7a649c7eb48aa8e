// Fails when the schema removes or narrows something that the last committed schema offered.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { buildSchema, findBreakingChanges } from 'graphql'

const root = new URL('../../', import.meta.url)
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
const schema = (names, read) =>
  buildSchema(
    names
      .filter((name) => name.endsWith('.graphqls'))
      .map(read)
      .join('\n'),
  )

const committed = git('ls-tree', '--name-only', 'HEAD:graph/schema').split('\n')
const breaking = findBreakingChanges(
  schema(committed, (name) => git('show', `HEAD:graph/schema/${name}`)),
  schema(readdirSync(new URL('graph/schema', root)), (name) =>
    readFileSync(new URL(`graph/schema/${name}`, root), 'utf8'),
  ),
)
for (const { description } of breaking) console.error(`breaking change of the schema: ${description}`)
process.exitCode = breaking.length > 0 ? 1 : 0
