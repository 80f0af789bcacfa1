import { connect as openSocket, type Socket } from 'node:net'
import { makePgArray } from 'drizzle-orm/pg-core'
import postgres from 'postgres'
import { randomToken } from '#lib/core/ids'
import { parseDatabaseUrl } from '#lib/core/network/database-url'

export type DriverOptions = postgres.Options<Record<string, postgres.PostgresType>>

/** An element of an array of one dimension without NULL, as PostgreSQL writes it. */
const arrayElement = /"((?:[^"\\]|\\.)*)"|[^",{}]+/gs

function parseArray(text: string): string[] {
  return Array.from(text.matchAll(arrayElement), ([element, quoted]) =>
    quoted === undefined ? element : quoted.replaceAll(/\\(.)/gs, '$1'),
  )
}

/** `text[]` and `bigint[]`, by their numbers in pg_type. Arrays for columns arrive as text, written by Drizzle. */
const arrays: postgres.PostgresType<string[] | string> = {
  to: 1009,
  from: [1009, 1016],
  parse: parseArray,
  serialize: (value) => (typeof value === 'string' ? value : makePgArray(value)),
}

const unchanged = (text: string) => text

/** By their numbers in pg_type: Drizzle reads and writes dates, times and instants as text, and writes JSON as text. */
const drizzleTypes = {
  times: {
    to: 1184,
    from: [1082, 1083, 1114, 1115, 1182, 1184, 1185, 1231],
    parse: unchanged,
    serialize: unchanged,
  },
  json: {
    to: 3802,
    from: [114, 3802],
    parse: (text: string): unknown => JSON.parse(text),
    serialize: unchanged,
  },
}

/** Longer statements, mostly lists of rows of varying length, are not prepared. */
const MAX_PREPARED_PARAMETERS = 32

/** SQLSTATE: the server starts up; here also: it is a standby. */
export const CANNOT_CONNECT_NOW = '57P03'

/** Connections are replaced after a random time between these, not all at once. */
const LIFETIME_MINUTES = { least: 30, most: 60 }

/**
 * The driver for `address`, by TCP or through a Unix socket, with one connection that it opens once. By itself postgres
 * 3.4.9 reopens a lost connection and sends the rest of the lost transaction there; here the second socket is refused.
 */
export function connect(address: string, options: DriverOptions = {}): postgres.Sql {
  const { host, port, settings, ...login } = parseDatabaseUrl(address)
  let opened = false
  const socket = (): Socket => {
    if (opened) throw lostError()
    opened = true
    if (host.startsWith('/')) return openSocket(`${host}/.s.PGSQL.${port}`)
    // The driver verifies a TLS certificate against the socket's `host`.
    return Object.assign(openSocket(port, host), { host })
  }
  const singleOptions = { max: 1, socket }
  const client = postgres({
    ...login,
    // For errors: `socket` connects.
    host,
    port,
    // By default each new connection queries the types, and hangs when the database stops meanwhile.
    fetch_types: false,
    onnotice: () => {},
    idle_timeout: 0,
    max_lifetime: null,
    backoff: false,
    connect_timeout: 10,
    ...options,
    connection: { ...options.connection, ...settings },
    types: { ...options.types, arrays },
    ...singleOptions,
    onclose: (id) => {
      options.onclose?.(id)
      // Rejects the statements that the driver has queued for a lost connection.
      void client.end({ timeout: 0 })
    },
  })
  return client
}

function lostError(cause?: unknown): Error {
  return Object.assign(new Error('The database connection was lost.', { cause }), { code: 'CONNECTION_LOST' })
}

/**
 * One physical connection to the database. Once it is lost, or in an unknown state, it refuses every further statement.
 */
export class Connection {
  /** The nonce of this connection, which the row-level security policies compare. */
  readonly nonce = randomToken(12)
  private readonly client: postgres.Sql
  private readonly expiresAt = Date.now() + lifetimeMilliseconds()
  private error: Error | null = null

  private constructor(address: string, options: DriverOptions) {
    this.client = connect(address, {
      ...options,
      types: drizzleTypes,
      onclose: (id) => {
        this.markLost()
        options.onclose?.(id)
      },
    })
  }

  /** @throws when the database does not respond or refuses the connection. */
  static async open(address: string, options: DriverOptions = {}): Promise<Connection> {
    const connection = new Connection(address, options)
    await connection.send('select 1')
    return connection
  }

  /**
   * Closes the connection if it leads to a standby, as a proxy may do during a failover. A primary becomes a standby only
   * by a restart, which ends its connections.
   * @throws CANNOT_CONNECT_NOW
   */
  async assertPrimary(): Promise<void> {
    const [server] = await this.send('select pg_is_in_recovery() as "isStandby"')
    if (!server!.isStandby) return
    const error = Object.assign(new Error('The server is a standby.'), { code: CANNOT_CONNECT_NOW })
    this.markLost(error)
    throw error
  }

  get lost(): boolean {
    return this.error !== null
  }

  /** Whether it can be used for another transaction. */
  get reusable(): boolean {
    return !this.lost && Date.now() < this.expiresAt
  }

  /**
   * Sends one statement; without parameters `text` may hold several.
   * @throws `CONNECTION_LOST` when the connection was lost before.
   */
  send(text: string, parameters: unknown[] = []): postgres.PendingQuery<postgres.Row[]> {
    if (this.error) throw this.error
    const query = this.client.unsafe<postgres.Row[]>(text, parameters as postgres.ParameterOrJSON<never>[], {
      prepare: parameters.length <= MAX_PREPARED_PARAMETERS,
    })
    query.catch((error: unknown) => {
      // After any other failure the state of the server is unknown.
      if (!(error instanceof postgres.PostgresError) || error.severity !== 'ERROR') this.markLost(error)
    })
    return query
  }

  /** Closes the connection. */
  markLost(cause?: unknown): void {
    if (this.error) return
    this.error = lostError(cause)
    void this.client.end({ timeout: 0 })
  }

  close(): Promise<void> {
    this.error ??= lostError()
    return this.client.end({ timeout: 5 })
  }
}

function lifetimeMilliseconds(): number {
  const { least, most } = LIFETIME_MINUTES
  return (least + Math.random() * (most - least)) * 60_000
}
