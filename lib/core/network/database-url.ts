import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'

/** The server, database and login of a URL of PostgreSQL, as both drivers take them. */
interface DatabaseAddress {
  /** A name, an IP address without brackets, or the folder of a Unix socket. */
  host: string
  port: number
  /** Empty where the URL names none, as is `password`: PGUSER and PGPASSWORD count then. */
  user: string
  password: string
  database: string
  /** For `tls.connect`; false: without TLS. */
  ssl: ConnectionOptions | false
  /** Settings of the session, as `application_name` and `options`. */
  settings: Record<string, string>
}

const TLS_MODES = ['disable', 'require', 'verify-ca', 'verify-full']

/** Parameters of libpq without a use here: connections have a timeout of their own, and ask whether the server is the primary. */
const UNUSED_PARAMETERS = ['connect_timeout', 'target_session_attrs']

/** For the drivers, parameters of these names would go before another role that the URL is given. */
const LOGIN_PARAMETERS = ['user', 'password', 'dbname', 'database']

/**
 * Reads a URL as libpq does (PostgreSQL documentation, 32.1.1.2), but takes no list of hosts, and user, password and
 * database only before the `?`.
 * @throws Error whose message follows the name of the variable
 */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const url = new URL(text)
  const { host, port, ssl, sslmode, sslrootcert, ...settings } = Object.fromEntries(url.searchParams)
  const address = {
    host: host || decode(url.hostname).replace(/^\[(.*)\]$/, '$1') || process.env.PGHOST || 'localhost',
    port: Number(port || url.port || process.env.PGPORT || 5432),
    user: decode(url.username),
    password: decode(url.password),
    database: decode(url.pathname.slice(1)),
  }
  if (address.host.includes(',')) throw new Error('must name one host, not a list of hosts')
  if (!Number.isInteger(address.port)) throw new Error('must have a number as port')
  if (LOGIN_PARAMETERS.some((name) => name in settings))
    throw new Error('must have user, password and database before the ?, not as parameters')
  if (!address.database) throw new Error('must name a database, as in postgres://user:password@host/database')
  if (ssl !== undefined) throw new Error('must have the parameter sslmode in place of ssl')
  for (const name of UNUSED_PARAMETERS) delete settings[name]
  const mode = sslmode || (sslrootcert ? 'verify-full' : process.env.PGSSLMODE)
  const rootFile = sslrootcert || process.env.PGSSLROOTCERT
  return { ...address, ssl: readTls(address.host, mode, rootFile), settings }
}

/**
 * What libpq means by `sslmode` and `sslrootcert` (PostgreSQL documentation, 32.19), but without `sslmode` a connection has
 * no TLS, or with `sslrootcert` the mode `verify-full`. Unix sockets have none.
 */
function readTls(
  host: string,
  mode: string | undefined,
  rootFile: string | undefined,
): ConnectionOptions | false {
  if (host.startsWith('/')) return false
  if (!mode && process.env.PGSSL)
    throw new Error('must have the parameter sslmode in place of the variable PGSSL')
  const sslmode = mode || (rootFile ? 'verify-full' : 'disable')
  // The drivers differ in `allow` and `prefer`, which go on without TLS where the server has none.
  if (!TLS_MODES.includes(sslmode))
    throw new Error('must have disable, require, verify-ca or verify-full as sslmode (or PGSSLMODE)')
  if (sslmode === 'disable') return false
  if (rootFile === 'system' && sslmode !== 'verify-full')
    throw new Error('must have sslmode=verify-full with sslrootcert=system')
  const ca = rootFile && rootFile !== 'system' ? readRoots(rootFile) : undefined
  if (sslmode === 'verify-ca' && !ca)
    throw new Error('must name the file of the root certificate in sslrootcert with sslmode=verify-ca')
  // Node compares the certificate with `host` where that is an IP address.
  if (sslmode === 'verify-full') return { host, ca }
  return ca ? { ca, checkServerIdentity: () => undefined } : { rejectUnauthorized: false }
}

function readRoots(file: string): Buffer {
  try {
    const ca = readFileSync(file)
    // Node takes a file without a certificate, and trusts none then.
    new X509Certificate(ca)
    return ca
  } catch {
    throw new Error('must name a PEM file that can be read in sslrootcert (or PGSSLROOTCERT)')
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error('must be a URL in which %25 stands for each % of a name or password')
  }
}
