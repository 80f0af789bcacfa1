import { randomBytes } from 'node:crypto'
import { chownSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Runner, runProgram } from './binaries.ts'

const PASSWORD_FILE = 'postgres-password'
const HBA = '# Written by Paraph at each start.\nlocal all all scram-sha-256\n'

/** The password of the embedded server's superuser, of the data folder `root`; null when there is none yet. */
export function readPassword(root: string): string | null {
  return readIfExists(join(root, PASSWORD_FILE))?.trim() || null
}

/**
 * Ensures that every login to the server of `folder` needs a password, and that the superuser has the one in
 * `root`: in a new cluster, and in one of an earlier version, which trusted its socket. The server must not run.
 */
export async function requirePassword(
  root: string,
  folder: string,
  { postgres, runner }: { postgres: string; runner: Runner },
): Promise<void> {
  const rules = join(folder, 'pg_hba.conf')
  const existingPassword = readPassword(root)
  if (existingPassword && readIfExists(rules) === HBA) return
  const password = existingPassword ?? randomBytes(32).toString('base64url')
  if (!existingPassword) replaceFile(join(root, PASSWORD_FILE), password)
  const single = ['--single', '-c', 'exit_on_error=on', '-D', folder, 'postgres']
  await runProgram(runner, postgres, single, `ALTER ROLE postgres PASSWORD '${password}';\n`)
  // Written last: while the file is missing, the next start repeats all of this.
  replaceFile(rules, HBA, runner.account)
}

function readIfExists(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return null
  }
}

function replaceFile(path: string, text: string, account?: Runner['account']): void {
  const temporary = `${path}.new`
  const file = openSync(temporary, 'w', 0o600)
  writeFileSync(file, text)
  fsyncSync(file)
  closeSync(file)
  if (account) chownSync(temporary, account.uid, account.gid)
  renameSync(temporary, path)
}
