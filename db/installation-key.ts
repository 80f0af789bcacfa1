import { randomBytes } from 'node:crypto'
import type { Sql, TransactionSql } from 'postgres'
import { env, SetupError } from '#lib/core/env'
import { hasSecret } from '#lib/core/runtime/installation-secret'
import { setInstallationKey, unwrapInstallationKey, wrapInstallationKey } from '#lib/core/secretbox'
import { BACKUP_LOCK } from './backup-lock.ts'
import { connect } from './connection/client.ts'

const WRONG_SECRET =
  'APP_SECRET is not the secret of this installation: its keys and files cannot be decrypted with it. Set APP_SECRET ' +
  'to the one that the database was used with, or put it back into app-secret in DATA_DIR. (fault: app_secret_wrong)'

/**
 * Reads the installation's key from the database, for this process and the threads it starts.
 * @returns false when the database has none yet
 * @throws SetupError when APP_SECRET does not unwrap it.
 */
export async function readInstallationKey(client: Sql): Promise<boolean> {
  const [table] = await client`select to_regclass('public.installation_keys') as name`
  const wrappedKeys = table!.name ? await findWrappedKeys(client) : []
  if (wrappedKeys.length === 0) return false
  // A secret that would be created now cannot be the right one.
  const key =
    hasSecret(env()) &&
    wrappedKeys.map((row) => unwrapInstallationKey(env().appSecret, row.wrappedKey)).find(Boolean)
  if (!key) throw new SetupError(WRONG_SECRET)
  setInstallationKey(key)
  return true
}

/** Reads the installation's key in a process that does not prepare the database itself. */
export async function loadInstallationKey(): Promise<void> {
  const client = connect(env().databaseUrl ?? '', { max: 1 })
  try {
    if (await readInstallationKey(client)) return
    throw new SetupError('The database holds no installation key: it was not prepared by this version.')
  } finally {
    await client.end({ timeout: 1 })
  }
}

/**
 * Creates the key of a new installation.
 * @throws SetupError when the database has data: another key could not decrypt it
 */
export async function makeInstallationKey(client: Sql): Promise<void> {
  const [tenants] = await client<
    { isUsed: boolean }[]
  >`select is_called as "isUsed" from public.tenants_id_seq`
  if (tenants!.isUsed)
    throw new SetupError(
      'The database has data but no installation key: put the rows of installation_keys back from a backup.',
    )
  setInstallationKey(randomBytes(32))
  await addSecret(client, env().appSecret)
}

/** Wraps the installation's key, which this process has read, under `secret` too. */
export async function addSecret(client: Sql, secret: string): Promise<void> {
  await client`insert into public.installation_keys (wrapped_key) values (${wrapInstallationKey(secret)})`
}

/**
 * Removes every other secret's access to the installation key. The lock admits one caller at a time: of two with
 * different secrets, each would otherwise delete the other's row, and the key would be lost.
 * @returns the number of removed secrets
 * @throws SetupError when this secret does not unwrap the key, or a backup is being made: it was encrypted with the secret
 *   of its beginning, and has the database of its end. Nothing is deleted then.
 */
export async function retireOtherSecrets(client: Sql, secret: string): Promise<number> {
  return client.begin(async (tx) => {
    const [backup] = await tx`select pg_try_advisory_xact_lock_shared(${BACKUP_LOCK}) as "isDone"`
    if (!backup!.isDone)
      throw new SetupError(
        'A backup is being made, which may need the old secret: repeat this once it is done.',
      )
    await tx`lock table public.installation_keys in share row exclusive mode`
    const wrappedKeys = await findWrappedKeys(tx)
    const unreadable = wrappedKeys.filter((row) => !unwrapInstallationKey(secret, row.wrappedKey))
    if (unreadable.length === wrappedKeys.length) throw new SetupError(WRONG_SECRET)
    for (const { id } of unreadable) await tx`delete from public.installation_keys where id = ${id}`
    return unreadable.length
  })
}

function findWrappedKeys(client: Sql | TransactionSql) {
  return client<{ id: string; wrappedKey: Uint8Array }[]>`
    select id, wrapped_key as "wrappedKey" from public.installation_keys order by id`
}
