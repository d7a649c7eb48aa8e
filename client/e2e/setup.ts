import { newDataDir, removeDataDir, startServer } from './server'

/** Lets a shop make its data once for all workers, whose shops start with copies. Playwright calls what is answered at the end. */
export default async function setup() {
  const dir = await newDataDir()
  const server = await startServer(dir)
  await server.stop()
  process.env.FILLED_DATA_DIR = dir
  return () => removeDataDir(dir)
}
