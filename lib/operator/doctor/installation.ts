import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { canLogIn, connect, replicaUrl } from '#db/connection/client'
import { assertUsable, explainStartError } from '#db/connection/requirements'
import { readInstallationKey } from '#db/installation-key'
import { checkWitnesses } from '#lib/audit/witness/witness-key'
import { getMachineMilliseconds, isRightOffset } from '#lib/core/clock'
import { type Env, SetupError } from '#lib/core/env'
import { formatSize } from '#lib/core/text/format-size'
import { readWorkersState } from '#lib/jobs/heartbeat'
import { checkOperatorKeys } from '#lib/keys/operator-keys'
import { checkTrustedLists } from '#lib/keys/trusted-lists'
import { probeFolder } from '#lib/storage/folder'
import { readFreeBytes } from '#lib/storage/free-space'
import { openStore } from '#lib/storage/open-store'
import { explain, failed, type Outcome, passed, warning } from './outcome.ts'

/** The version that CI and the containers run; 24.6 is the first that measures the processor time of threads. */
const NODE_VERSION = [24, 6] as const
const CONNECT_SECONDS = 5
/** A replica that is further behind serves hardly any list. */
const MAX_LAG_SECONDS = 5
const GIGABYTE = 1024 ** 3
/** With less free space uploads fail soon. */
const MIN_FREE_BYTES = 0.5 * GIGABYTE
const LOW_FREE_BYTES = 5 * GIGABYTE

export const CONFIGURATION_REMEDY = 'Correct these variables; docs/operating.md explains them.'

/** @param version of Node: `v24.6.0` */
export function checkVersions(version: string): Outcome {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number)
  const [wantedMajor, wantedMinor] = NODE_VERSION
  const isNewEnough = major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)
  if (isNewEnough) return passed(`Node ${version}`)
  return warning(
    `Node ${version}: tasks on documents have no limit of processor time.`,
    `Install Node ${NODE_VERSION.join('.')} or later.`,
  )
}

/** The files that variables name, and the witnesses, as at a start. @param access loads the installation key */
export async function checkConfiguration(
  config: Pick<Env, 'keys' | 'trustedRoots' | 'trustedLists' | 'witnesses' | 'witnessedLogs'>,
  access: Promise<Outcome>,
): Promise<Outcome> {
  try {
    await checkOperatorKeys(config)
    await checkTrustedLists(config)
    // Compares with keys that are derived from the installation key.
    if ((await access).status === 'passed') checkWitnesses(config)
    return passed('All variables can be read, and the files that they name')
  } catch (error) {
    return failed(explain(error), CONFIGURATION_REMEDY)
  }
}

/** The server of DATABASE_URL: its version, its extensions, and the rights of its role. */
export async function checkDatabase(url: string): Promise<Outcome> {
  const client = connect(url, { max: 1, connect_timeout: CONNECT_SECONDS })
  try {
    await assertUsable(client)
    const [row] = await client<{ version: string }[]>`select current_setting('server_version') as version`
    return passed(`PostgreSQL ${row!.version}; extensions and rights are there`)
  } catch (error) {
    // A SetupError says what to do itself.
    if (error instanceof SetupError) return failed('The database cannot be used.', error.message)
    return failed(
      explainStartError(error as Error),
      'Start the service, whose PostgreSQL answers then, or correct DATABASE_URL.',
    )
  } finally {
    await client.end({ timeout: 1 })
  }
}

/** The role of the application, and the secret that opens the installation key. */
export async function checkAccess(url: string): Promise<Outcome> {
  const client = connect(url, { max: 1, connect_timeout: CONNECT_SECONDS })
  try {
    if (!(await readInstallationKey(client)))
      return warning('The database is empty.', 'Start the service once: it makes the tables and the key.')
    if (!(await canLogIn(url)))
      return failed(
        'The role of the application cannot log in.',
        'Start the service once, which creates it; with DATABASE_APP_URL, correct its password.',
      )
    return passed('APP_SECRET opens the installation key, and the role of the application can log in')
  } catch (error) {
    return failed(explain(error), 'See docs/operating.md, “Configuration”: APP_SECRET, DATABASE_APP_URL.')
  } finally {
    await client.end({ timeout: 1 })
  }
}

/** The replica of DATABASE_READ_URL: whether it streams, and how far it is behind. */
export async function checkReplica(
  url: string,
  { databaseReadUrl }: Pick<Env, 'databaseReadUrl'>,
): Promise<Outcome> {
  if (databaseReadUrl === null) return passed('Lists are read from the database itself')
  const client = connect(replicaUrl(databaseReadUrl, url), { max: 1, connect_timeout: CONNECT_SECONDS })
  const remedy = 'Correct DATABASE_READ_URL or repair the replica; lists are read from the primary meanwhile.'
  try {
    const [row] = await client<{ streams: boolean; lag: number }[]>`
      select pg_is_in_recovery() and exists (select from pg_stat_wal_receiver) as streams,
        case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
          else extract(epoch from now() - pg_last_xact_replay_timestamp()) end::float8 as lag`
    if (!row!.streams) return failed('The server of DATABASE_READ_URL is no replica that streams.', remedy)
    const text = `The replica is ${row!.lag.toFixed(1)} s behind`
    return row!.lag > MAX_LAG_SECONDS
      ? warning(`${text}.`, 'Look for what keeps it from replaying.')
      : passed(text)
  } catch (error) {
    return failed(`The replica does not answer: ${explain(error)}`, remedy)
  } finally {
    await client.end({ timeout: 1 })
  }
}

/** The clock of this machine against that of the database. */
export async function checkClock(url: string): Promise<Outcome> {
  const client = connect(url, { max: 1, connect_timeout: CONNECT_SECONDS })
  try {
    // The first statement also waits for the connection.
    await client`select 1`
    const before = getMachineMilliseconds()
    const [row] = await client<{ at: number }[]>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`
    const offset = (before + getMachineMilliseconds()) / 2 - row!.at
    const seconds = Math.abs(offset / 1000).toFixed(1)
    const text = `This machine is ${seconds} s ${offset < 0 ? 'behind' : 'ahead of'} the database`
    if (isRightOffset(offset)) return passed(text)
    return failed(`${text}: it seals nothing.`, 'Set the clocks of both machines, best by NTP.')
  } catch (error) {
    return failed(`The clock cannot be compared: ${explain(error)}`, 'See the line “database”.')
  } finally {
    await client.end({ timeout: 1 })
  }
}

/** The folder for files that arrive, and the store. */
export async function checkStorage({
  storageUrl,
  dataDir,
}: Pick<Env, 'storageUrl' | 'dataDir'>): Promise<Outcome> {
  if (!existsSync(dataDir))
    return failed(
      `${dataDir} is not there.`,
      'Start the service once, which creates it, or correct DATA_DIR.',
    )
  const folders = ['staging', ...(storageUrl ? [] : ['files'])].map((name) => join(dataDir, name))
  const place = storageUrl ? `the bucket ${new URL(storageUrl).host}` : folders.at(-1)
  try {
    // The first start creates what is not there yet.
    for (const folder of folders) await probeFolder(existsSync(folder) ? folder : dataDir)
    if (storageUrl) await (await openStore({ storageUrl, dataDir })).check()
    return passed(`Files can be written to ${place}, and removed`)
  } catch (error) {
    const remedy = storageUrl
      ? 'Check STORAGE_URL, the keys of the bucket and their rights to put, get, list and delete.'
      : `Give the user of the service the right to write to ${dataDir}, or set DATA_DIR.`
    return failed(`Files cannot be kept in ${place}: ${explain(error)}`, remedy)
  }
}

/** The free space of the data folder. @param measure gives the free bytes */
export async function checkDisk(
  { dataDir }: Pick<Env, 'dataDir'>,
  measure: (folder: string) => Promise<number> = readFreeBytes,
): Promise<Outcome> {
  try {
    const free = await measure(dataDir)
    if (free === Number.POSITIVE_INFINITY)
      return passed(`The file system at ${dataDir} does not say how much is free`)
    const text = `${formatSize(free)} are free at ${dataDir}`
    const remedy = 'Free space or enlarge the file system: PostgreSQL and uploads need it.'
    if (free < MIN_FREE_BYTES) return failed(`Only ${text}.`, remedy)
    return free < LOW_FREE_BYTES ? warning(`Only ${text}.`, remedy) : passed(text)
  } catch (error) {
    return failed(`The free space at ${dataDir} is unknown: ${explain(error)}`, 'Create it, or set DATA_DIR.')
  }
}

/** Whether workers run and do jobs. */
export async function checkWorkers(): Promise<Outcome> {
  try {
    const { count, alive, oldestWaitingAt } = await readWorkersState()
    const since = oldestWaitingAt ? `; a job waits since ${oldestWaitingAt.toISOString()}` : ''
    if (alive) return passed(`${count} run and finish jobs${since}`)
    return failed(
      count === 0 ? `No worker runs${since}.` : `${count} run, but have finished no job lately${since}.`,
      'Start npm start or npm run worker, and look at its log: nothing is sealed or sent without one.',
    )
  } catch (error) {
    return failed(`The workers are unknown: ${explain(error)}`, 'See the lines “database” and “access”.')
  }
}
