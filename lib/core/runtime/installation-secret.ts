import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

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

/** Reads the secret in the data folder; creates it on the first start. */
export function readInstallationSecret(dataDir: string): string {
  const path = join(dataDir, SECRET_FILE)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    // `wx` fails when the file exists, also when another process creates it at the same time.
    writeFileSync(path, makeSecret(), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(path, 'utf8').trim()
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
  renameSync(`${path}.new`, path)
  return oldPath
}
