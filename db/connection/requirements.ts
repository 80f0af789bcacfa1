import type { Sql } from 'postgres'
import { SetupError } from '#lib/core/env'
import { isUnavailable } from './unavailable.ts'

/** PostgreSQL 15, as `server_version_num`. */
const MIN_VERSION = 150_000
const EXTENSIONS = ['pg_trgm', 'unaccent', 'btree_gin']
/**
 * The beginnings of error codes: SQLSTATE classes (connection, login, no such database, too many connections, starting
 * up), and codes of Node for TLS.
 */
const REFUSED = /^(08|28|3D|53|57P|ERR_TLS|ERR_SSL|EPROTO)/

/**
 * Checks the server and the role of DATABASE_URL before anything is changed.
 * @throws SetupError with one sentence per problem, with its remedy
 */
export async function assertUsable(client: Sql): Promise<void> {
  const [facts] = await client<
    {
      version: number
      versionText: string
      role: string
      database: string
      canCreateSchemas: boolean
      canCreateTables: boolean
    }[]
  >`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as "versionText",
      session_user::text as role, current_database()::text as database,
      has_database_privilege(current_database(), 'create') as "canCreateSchemas",
      has_schema_privilege('public', 'create') as "canCreateTables"`
  const { version, versionText, role, database, canCreateSchemas, canCreateTables } = facts!
  const available = await client<{ name: string }[]>`
    select name::text from pg_available_extensions where name = any(${EXTENSIONS}::text[])`
  const missingExtensions = EXTENSIONS.filter(
    (extension) => !available.some(({ name }) => name === extension),
  )
  const remedy = `as a superuser run alter database "${database}" owner to "${role}"`
  const problems = [
    version < MIN_VERSION && `This is PostgreSQL ${versionText}; Paraph needs 15 or later.`,
    missingExtensions.length > 0 &&
      `The PostgreSQL server lacks ${missingExtensions.join(', ')}: install its contrib package (postgresql-contrib).`,
    !canCreateSchemas && `The role ${role} may not create schemas in the database ${database}: ${remedy}.`,
    !canCreateTables &&
      `The role ${role} may not create tables in the schema public of ${database}: ${remedy}.`,
  ].filter((sentence) => sentence !== false)
  if (problems.length > 0) throw new SetupError(problems.join('\n'))
}

/** Why a database could not be prepared, or a command failed, for the operator. */
export function explainStartError(error: NodeJS.ErrnoException): string {
  if (error instanceof SetupError) return error.message
  const { code = '', syscall, message } = error
  const reason = message || code
  if (isUnavailable(error) || REFUSED.test(code) || syscall === 'connect')
    return `The database does not answer: ${reason}. Set DATABASE_URL, or run npm start. (fault: database_unreachable)`
  if (!syscall) return `The database cannot be prepared: ${reason}.`
  return /^(spawn|listen|kill)/.test(syscall)
    ? `A call of the system failed: ${reason}.`
    : `A file cannot be read or written: ${reason}.`
}
