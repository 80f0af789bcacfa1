import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { connect } from '#db/connection/client'
import { embeddedUrl, startEmbedded } from '#db/embedded/embedded'
import { readInstallationKey } from '#db/installation-key'
import { type Env, parseEnv, type Variables } from '#lib/core/env'
import { listNamedFiles } from '#lib/core/key-variables'
import { hasSecret } from '#lib/core/runtime/installation-secret'
import { formatSize } from '#lib/core/text/format-size'
import { type Backup, createBackup } from '../../server/backup/create.ts'
import { restoreBackup } from '../../server/backup/restore.ts'
import { acquireLock, readLock, releaseLock } from '../../server/lock.mjs'
import { type Command, done, interruption, type Result, refuse } from './command.ts'
import { resolvePath } from './paths.ts'
import { variables } from './variables.ts'

export const backupCommands: Record<string, Command> = {
  backup: {
    does: 'writes the database and all files into one encrypted file, while the service runs or not',
    words: ['FILE'],
    isOffline: true,
    run: ({ words: [file] }) => runEmbedded(resolvePath(file!), backUp),
  },
  restore: {
    does: 'brings a backup into a data folder without data; APP_SECRET, or app-secret in that folder, decrypts it',
    words: ['FILE'],
    isOffline: true,
    run: ({ words: [file] }) => runEmbedded(resolvePath(file!), restore),
  },
}

/** Runs a command that concerns an installation whose data is all in the data folder. */
async function runEmbedded(
  path: string,
  command: (path: string, config: Env) => Promise<Result>,
): Promise<Result> {
  try {
    const config = parseEnv(variables)
    const { databaseUrl, storageUrl, dataDir } = config
    if (databaseUrl || storageUrl) {
      const database = databaseUrl ? 'on the server of DATABASE_URL' : `in ${join(dataDir, 'postgres')}`
      const files = storageUrl ? 'in the bucket of STORAGE_URL' : `in ${join(dataDir, 'files')}`
      return refuse(
        `With DATABASE_URL or STORAGE_URL data is elsewhere: the database is ${database}, the files are ${files}. See “Backing up” in docs/operating.md.`,
      )
    }
    return await command(path, config)
  } catch (error) {
    return refuse((error as Error).message)
  }
}

async function backUp(path: string, config: Env): Promise<Result> {
  const { dataDir, appSecretConfigured } = config
  if (existsSync(path)) return refuse(`${path} exists already.`)
  if (!existsSync(join(dataDir, 'postgres')))
    return refuse(`${dataDir} holds no installation: set DATA_DIR to the data folder of the service.`)
  const signal = interruption()
  const backup = await withDatabase(dataDir, async (url) => {
    const assertSecretOpens = () => assertOpens(url)
    // Also before the secret is asked for, which would be created where there is none.
    await assertSecretOpens()
    return createBackup({
      ...{ dataDir, url, path, signal },
      ...{ secret: config.appSecret, assertOpens: assertSecretOpens },
    })
  })
  // Another secret may have been added meanwhile.
  const file = parseEnv(variables).appSecret === config.appSecret ? 'app-secret' : 'app-secret.before-…'
  const where = appSecretConfigured ? 'APP_SECRET' : `${dataDir}/${file}`
  return reportBackup(path, backup, where, variables)
}

/**
 * What a backup has, and what it has not.
 * @param secret where the secret is that decrypts it
 */
export function reportBackup(
  path: string,
  { files, bytes }: Backup,
  secret: string,
  source: Variables,
): Result {
  const leftOut = listNamedFiles(source).map((named) => ({ ...named, path: resolve(named.path) }))
  const lines = [
    `${path}: ${files} files, ${formatSize(bytes)}.`,
    `It can be restored only with ${secret}: keep a copy of that apart.`,
    ...leftOut.map(
      (named) => `${named.path} (${named.variable}) is not in the backup: keep a copy elsewhere.`,
    ),
  ]
  return done({ file: path, files, bytes, left_out: leftOut }, lines.join('\n'))
}

async function restore(path: string, config: Env): Promise<Result> {
  const { dataDir } = config
  if (!existsSync(path)) return refuse(`There is no file ${path}.`)
  if (!hasSecret(config))
    return refuse(`Set APP_SECRET to the one of the backup, or put its app-secret into ${dataDir}.`)
  await acquireLock(dataDir)
  try {
    const { files, bytes } = await restoreBackup({ path, dataDir, secret: config.appSecret })
    const text = `${dataDir}: ${files} files, ${formatSize(bytes)}. Start the service now.`
    return done({ data_dir: dataDir, files, bytes }, text)
  } finally {
    releaseLock(dataDir)
  }
}

/** Uses the server of the running service, or one for the time of the backup. */
async function withDatabase<T>(dataDir: string, callback: (url: string) => Promise<T>): Promise<T> {
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

/** @throws where APP_SECRET is not that of the database: nothing in the backup could be read with it */
async function assertOpens(url: string): Promise<void> {
  const client = connect(url, { max: 1 })
  try {
    if (!(await readInstallationKey(client)))
      throw new Error('The database is empty: the service has never been started on it.')
  } finally {
    await client.end({ timeout: 1 })
  }
}
