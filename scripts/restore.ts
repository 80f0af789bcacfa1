import { env } from '#lib/core/env'
import { formatSize } from '#lib/documents/format-size'
import { restoreBackup } from '../server/backup/restore.ts'
import { acquireLock, releaseLock } from '../server/lock.mjs'
import { fail } from '../server/steps.mjs'
import { resolvePath } from './admin/paths.ts'

/** npm run restore -- FILE: brings a backup into an empty data folder; APP_SECRET, or app-secret in it, opens it. */

const [file, ...others] = process.argv.slice(2)
if (!file || others.length > 0) fail('npm run restore -- FILE')
const path = resolvePath(file!)
const { dataDir, appSecret: secret } = env()
try {
  await acquireLock(dataDir)
  const { files, bytes } = await restoreBackup({ path, dataDir, secret })
  releaseLock(dataDir)
  console.log(`\n${dataDir}: ${files} files, ${formatSize(bytes)}. Start the service now.\n`)
} catch (error) {
  releaseLock(dataDir)
  fail((error as Error).message)
}
