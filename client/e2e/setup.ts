import { newDataDir, removeDataDir, startServer } from './server'

/**
 * Seeds the data once for all workers, whose servers start with copies. Playwright calls the returned function at the
 * end.
 */
export default async function setup() {
  const dir = await newDataDir()
  const server = await startServer(dir)
  await server.stop()
  process.env.FILLED_DATA_DIR = dir
  return () => removeDataDir(dir)
}
