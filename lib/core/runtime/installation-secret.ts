import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** The file in the data folder with the generated secret, used without `APP_SECRET`. */
const SECRET_FILE = 'app-secret'

/** A new secret for an installation: 32 random bytes, base64url. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether there is a secret, which would be created otherwise when it is asked for. */
export function hasSecret({
  appSecretConfigured,
  dataDir,
}: {
  appSecretConfigured: boolean
  dataDir: string
}): boolean {
  return appSecretConfigured || existsSync(join(dataDir, SECRET_FILE))
}

/**
 * Reads the secret in the data folder; creates it on the first start.
 * @throws Error when the file is empty: with another secret nothing of the installation can be read
 */
export function readInstallationSecret(dataDir: string): string {
  const path = join(dataDir, SECRET_FILE)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (!existsSync(path)) createSecret(path)
  const secret = readFileSync(path, 'utf8').trim()
  if (secret === '') throw new Error(`${path} is empty: bring it back from a copy, or set APP_SECRET.`)
  return secret
}

/** Creates the file, which stays after a loss of power; of two processes at the same time one creates it. */
function createSecret(path: string): void {
  try {
    writeFileSync(path, makeSecret(), { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    // A full disk leaves it empty.
    rmSync(path, { force: true })
    throw error
  }
  flushFolder(dirname(path))
}

function flushFolder(folder: string): void {
  // Windows opens no folders.
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/**
 * Replaces the secret in the data folder atomically.
 * @returns the path of the old one, which opens the backups that were made with it
 */
export function replaceInstallationSecret(dataDir: string, secret: string): string {
  const path = join(dataDir, SECRET_FILE)
  const oldPath = `${path}.before-${new Date().toISOString().replaceAll(':', '-')}`
  writeFileSync(oldPath, readFileSync(path), { mode: 0o600, flag: 'wx', flush: true })
  writeFileSync(`${path}.new`, secret, { mode: 0o600, flush: true })
  // root may run the command; the service, as another user, has to read them.
  const { uid, gid } = statSync(path)
  for (const copy of [oldPath, `${path}.new`]) chownSync(copy, uid, gid)
  renameSync(`${path}.new`, path)
  flushFolder(dataDir)
  return oldPath
}
