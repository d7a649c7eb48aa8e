import { execFileSync } from 'node:child_process'
import { newDataDir, removeDataDir, startServer, top } from './server'

/** The first source file that is newer than the program, or an empty text. */
function newerSource() {
  const any = (...names: string[]) => ['(', ...names.flatMap((name) => ['-o', '-name', name]).slice(1), ')']
  const args = ['.', ...any('node_modules', 'dist', '.git', 'e2e', '*_test.go', '*.test.ts*'), '-prune']
  args.push('-o', ...any('*.go', '*.sql', '*.graphqls', '*.graphql', '*.ts', '*.tsx', '*.css'))
  args.push('-newer', '.bin/orrery', '-print', '-quit')
  return execFileSync('find', args, { cwd: top, encoding: 'utf8' }).trim()
}

/**
 * Seeds the data once for all workers, whose servers start with copies. Playwright calls the returned function at the
 * end.
 */
export default async function setup() {
  const newer = newerSource()
  if (newer) console.warn(`${newer} is newer than .bin/orrery: run make build`)
  const dir = await newDataDir()
  const server = await startServer(dir)
  await server.stop()
  process.env.FILLED_DATA_DIR = dir
  return () => removeDataDir(dir)
}
