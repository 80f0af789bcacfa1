import { chmod, mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { TEST_SECRET } from './secret.ts'

/** Makes a folder for temporary files and data in `parent`, and configures the process with it. */
export async function configureWithFolder(parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, 'paraph-'))
  // For programs that tests run as another user.
  await chmod(folder, 0o711)
  process.env.TMPDIR = folder
  process.env.APP_SECRET = TEST_SECRET
  process.env.DATA_DIR = join(folder, 'data')
  await mkdir(process.env.DATA_DIR, { mode: 0o700 })
  process.env.LOG_LEVEL ??= 'silent'
  return folder
}
