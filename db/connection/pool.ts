import { setTimeout as sleep } from 'node:timers/promises'
import { Pool as TarnPool, TimeoutError } from 'tarn'
import { AppError } from '#lib/core/errors'
import { FairQueue } from '#lib/core/fair-queue/fair-queue'
import { endFault } from '#lib/core/runtime/faults'
import { CANNOT_CONNECT_NOW, Connection, type DriverOptions } from './connection.ts'
import { asUnavailable, type DatabaseFault } from './unavailable.ts'

const IDLE_MILLISECONDS = 60_000
const ACQUIRE_MILLISECONDS = 10_000
const RETRY_MILLISECONDS = 100
const RETRY_SECONDS = 2
/** Connections that are left when one tenant uses all that it may. A smaller pool has none to leave. */
const LEFT_FOR_OTHERS = 2
const MIN_SHARED = 6

/** SQLSTATE. */
const TOO_MANY_CONNECTIONS = '53300'
/** A retry may succeed soon. */
const RETRYABLE_CODES = new Set([TOO_MANY_CONNECTIONS, CANNOT_CONNECT_NOW])

type PoolOptions = DriverOptions & {
  max: number
  /** Waits for another server while the address leads to a standby. */
  primaryOnly?: boolean
  /** How long a caller waits for a connection. */
  waitMilliseconds?: number
  /** The fault when the server does not respond. */
  fault?: DatabaseFault
}

/** A pool of up to `max` connections, each used by one caller at a time. */
export class Pool {
  private readonly connections: TarnPool<Connection>
  private readonly fault: DatabaseFault
  private readonly waitMilliseconds: number
  /** Its groups are the owners of connections. */
  private readonly shares: FairQueue

  constructor(
    address: string,
    {
      max,
      primaryOnly = false,
      waitMilliseconds = ACQUIRE_MILLISECONDS,
      fault = 'database_unreachable',
      ...driver
    }: PoolOptions,
  ) {
    this.fault = fault
    this.waitMilliseconds = waitMilliseconds
    this.shares = new FairQueue({
      slots: Infinity,
      slotsOfGroup: max < MIN_SHARED ? max : max - LEFT_FOR_OTHERS,
      maxWaiting: Infinity,
      maxWaitingOfGroup: Infinity,
      maxWaitingMilliseconds: waitMilliseconds,
      refuse: () => busy(waitMilliseconds),
    })
    this.connections = new TarnPool({
      min: 0,
      max,
      create: async () => {
        const connection = await Connection.open(address, driver)
        if (primaryOnly) await connection.assertPrimary()
        return connection
      },
      validate: (connection) => connection.reusable,
      destroy: (connection) => connection.close(),
      idleTimeoutMillis: IDLE_MILLISECONDS,
      acquireTimeoutMillis: waitMilliseconds,
      createTimeoutMillis: waitMilliseconds,
      propagateCreateError: true,
    })
  }

  /**
   * Runs `callback` with exclusive use of a connection.
   * @param owner whose connections are limited, so that others have some, too
   * @throws AppError `unavailable` when there is no connection, or it is lost during `callback`.
   */
  use<T>(callback: (connection: Connection) => Promise<T>, owner?: string): Promise<T> {
    const run = () => this.runOn(callback)
    return owner === undefined ? run() : this.shares.run(owner, run)
  }

  private async runOn<T>(callback: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.acquire()
    try {
      const result = await callback(connection)
      endFault(this.fault)
      return result
    } catch (error) {
      throw asUnavailable(error, this.fault)
    } finally {
      this.connections.release(connection)
    }
  }

  /** How many connections are in use and idle, and how many callers wait for one. */
  get load(): { used: number; idle: number; waiting: number } {
    return {
      used: this.connections.numUsed(),
      idle: this.connections.numFree(),
      waiting: this.connections.numPendingAcquires() + this.shares.waiting,
    }
  }

  /** Waits until no connection is in use, and closes all. */
  async end(): Promise<void> {
    await this.connections.destroy()
  }

  private async acquire(): Promise<Connection> {
    for (const deadline = Date.now() + this.waitMilliseconds; ; await sleep(RETRY_MILLISECONDS)) {
      try {
        return await this.connections.acquire().promise
      } catch (error) {
        if (error instanceof TimeoutError) throw busy(this.waitMilliseconds, error)
        const mayWait = RETRYABLE_CODES.has((error as { code?: string }).code ?? '') && Date.now() < deadline
        if (!mayWait) throw asUnavailable(error, this.fault)
      }
    }
  }
}

function busy(milliseconds: number, cause?: Error): AppError {
  const message = `No database connection was free within ${milliseconds / 1000} s. Try again shortly.`
  return new AppError('unavailable', message, { retry_after: RETRY_SECONDS }, { cause })
}
