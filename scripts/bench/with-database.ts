import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs `callback` with an installation of its own, without a service: a data folder, and a database in it. */
export async function withDatabase<T>(callback: () => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'paraph-bench-'))
  Object.assign(process.env, {
    DATA_DIR: dataDir,
    APP_SECRET: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'error',
  })
  const { startEmbedded } = await import('#db/embedded/embedded')
  const server = await startEmbedded({ dataDir })
  process.env.DATABASE_URL = server.url
  try {
    return await callback()
  } finally {
    const { closeDatabase } = await import('#db/connection/client')
    const { closeThreads } = await import('#lib/workers/pdf-pool')
    await closeThreads()
    await closeDatabase()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
