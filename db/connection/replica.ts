import { AppError } from '#lib/core/errors'
import { counter } from '#lib/core/runtime/metrics'
import type { Connection } from './connection.ts'
import { Pool } from './pool.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** How long a read waits until the replica has replayed what the primary had committed before it. */
const REPLAY_MILLISECONDS = 25
/** A replica that does not answer within this time is away. */
const ANSWER_MILLISECONDS = 1000
/** How often a replica that is not used is tried. */
const RETRY_MILLISECONDS = 1000

/** Whether the server is a replica that streams, and has replayed the log up to a position. */
const HAS_REPLAYED = `select pg_is_in_recovery() and exists (select from pg_stat_wal_receiver) as streams,
  coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as replayed`

const reads = counter({
  name: 'replica_reads_total',
  help: 'Reads of lists where there is a replica: on it, or on the primary because it was away or lagged.',
  labels: ['server'],
})

/** The replica lags, or is none any more. */
class NotUsable extends Error {}

/**
 * The replica of DATABASE_READ_URL. A read sees there whatever was committed before it began, by any process, as it
 * would at the primary: else it goes to the primary, and so do all others until the replica is usable again.
 */
export class Replica {
  private readonly pool: Pool
  private readonly findPosition: () => Promise<string>
  private readonly retries: NodeJS.Timeout
  private isUsable = false
  private isTrying = false

  /** @param findPosition the end of the primary's log that contains every visible commit */
  constructor(address: string, max: number, findPosition: () => Promise<string>) {
    this.pool = new Pool(address, {
      max,
      waitMilliseconds: ANSWER_MILLISECONDS,
      connect_timeout: ANSWER_MILLISECONDS / 1000,
      fault: 'replica_unreachable',
    })
    this.findPosition = findPosition
    this.retries = setInterval(() => void this.retry(), RETRY_MILLISECONDS).unref()
    void this.retry()
  }

  /**
   * Runs `read` on a connection to the replica; `onPrimary` where that is not possible, or fails.
   * @param owner whose connections are limited, so that others have some, too
   */
  async use<T>(
    read: (connection: Connection) => Promise<T>,
    onPrimary: () => Promise<T>,
    owner?: string,
  ): Promise<T> {
    if (this.isUsable) {
      try {
        const result = await this.onReplica(read, owner)
        reads.inc({ server: 'replica' })
        return result
      } catch (error) {
        if (error instanceof AppError && error.code !== 'unavailable') throw error
        // Otherwise no connection was free, or a statement failed, perhaps cancelled for the sake of the replay.
        if (error instanceof DatabaseUnavailable || error instanceof NotUsable) this.isUsable = false
      }
    }
    reads.inc({ server: 'primary' })
    return onPrimary()
  }

  async end(): Promise<void> {
    clearInterval(this.retries)
    await this.pool.end()
  }

  private async onReplica<T>(read: (connection: Connection) => Promise<T>, owner?: string): Promise<T> {
    const position = await this.findPosition()
    return this.pool.use(async (connection) => {
      await untilReplayed(connection, position)
      return read(connection)
    }, owner)
  }

  /** In the background, so that no request waits for a server that is away. */
  private async retry(): Promise<void> {
    if (this.isUsable || this.isTrying) return
    this.isTrying = true
    this.isUsable = await this.onReplica(async () => true).catch(() => false)
    this.isTrying = false
  }
}

/** @throws NotUsable when the replica lags, or is none any more */
async function untilReplayed(connection: Connection, position: string): Promise<void> {
  const silence = setTimeout(() => connection.markLost(new Error('no answer')), ANSWER_MILLISECONDS)
  try {
    const deadline = performance.now() + REPLAY_MILLISECONDS
    do {
      const [state] = await connection.send(HAS_REPLAYED, [position])
      if (!state!.streams) throw new NotUsable('It is no replica that streams.')
      if (state!.replayed) return
    } while (performance.now() < deadline)
    throw new NotUsable('It has not replayed the last commits.')
  } finally {
    clearTimeout(silence)
  }
}
