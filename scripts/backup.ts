import { existsSync } from 'node:fs'
import { embeddedUrl, startEmbedded } from '#db/embedded/embedded'
import { env } from '#lib/core/env'
import { formatSize } from '#lib/documents/format-size'
import { createBackup } from '../server/backup/create.ts'
import { acquireLock, readLock, releaseLock } from '../server/lock.mjs'
import { fail } from '../server/steps.mjs'
import { resolvePath } from './admin/paths.ts'

/** npm run backup -- FILE: the data folder in one encrypted file, while the service runs, or not. */

const [file, ...others] = process.argv.slice(2)
if (!file || others.length > 0) fail('npm run backup -- FILE')
const path = resolvePath(file!)
const { dataDir, appSecret: secret, appSecretConfigured, databaseUrl, storageUrl } = env()
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interrupted.abort())
try {
  if (databaseUrl || storageUrl)
    fail('The database or the files are elsewhere: see “Backing up” in docs/operating.md.')
  if (existsSync(path)) fail(`${path} exists already.`)
  const { files, bytes } = await withDatabase((url) =>
    createBackup({ dataDir, url, secret, path, signal: interrupted.signal }),
  )
  console.log(`\n${path}: ${files} files, ${formatSize(bytes)}.`)
  const where = appSecretConfigured ? 'APP_SECRET' : `${dataDir}/app-secret`
  console.log(`It can be restored only with ${where}: keep a copy of that apart.\n`)
} catch (error) {
  fail((error as Error).message)
}

/** Uses the server of the running service, or one for the time of the backup. */
async function withDatabase<T>(callback: (url: string) => Promise<T>): Promise<T> {
  if (readLock(dataDir)) return callback(embeddedUrl(dataDir))
  await acquireLock(dataDir)
  try {
    const server = await startEmbedded({ dataDir })
    try {
      return await callback(server.url)
    } finally {
      await server.stop()
    }
  } finally {
    releaseLock(dataDir)
  }
}
