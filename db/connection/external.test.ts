import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import { env } from '#lib/core/env'
import { installJobs } from '#lib/jobs/install'
import { withDatabase } from '#lib/testing/database/database-url'
import { migrateDatabase } from '../migrate.ts'
import { withUser } from './address.ts'
import { appUrl, connect, replicaUrl } from './client.ts'
import { explainStartError } from './requirements.ts'

/** A name for a database and its owner, who is not a superuser. */
const newName = () => `ext_${randomBytes(6).toString('hex')}`
const server = inject('testServerUrl')

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = connect(url, { max: 1 })
  return client.unsafe(statement).finally(() => client.end())
}

async function makeDatabase(
  attributes: string,
  database = newName(),
): Promise<{ url: string; database: string }> {
  await ask(server, `create role "${database}" login ${attributes} password 'secret'`)
  await ask(server, `create database "${database}" owner "${database}"`)
  return { url: withUser(withDatabase(server, database), database, 'secret'), database }
}

const start = (url: string) => migrateDatabase(url, installJobs)
const getReason = (url: string) => start(url).then(() => 'it started', explainStartError)

/** Checks the privileges of the application's connection. */
async function expectAppRole(url: string): Promise<void> {
  const [privileges] = await ask(
    appUrl(url),
    `select rolsuper or rolbypassrls or rolcreaterole as powerful, has_database_privilege(current_database(), 'temp') as temporary,
      (select count(*)::int from cross_tenant_list_tenants()) as tenants, (select count(*)::int from pgboss.queue) as queues
     from pg_roles where rolname = current_user`,
  )
  expect(privileges).toEqual({ powerful: false, temporary: false, tenants: 0, queues: expect.any(Number) })
}

afterEach(() => {
  env().databaseAppUrl = null
  vi.unstubAllEnvs()
})

describe('an owner without superuser rights', () => {
  it('can start the service repeatedly with CREATEROLE', async () => {
    const { url } = await makeDatabase('createrole')
    for (let run = 1; run <= 3; run++) {
      await start(url)
      await expectAppRole(url)
    }
  })

  it('can start the service repeatedly without CREATEROLE when the application’s role exists', async () => {
    const { url, database } = await makeDatabase('')
    await ask(server, `create role ${database}_app login password 'another'`)
    env().databaseAppUrl = withUser(url, `${database}_app`, 'another')
    for (let run = 1; run <= 3; run++) {
      await start(url)
      await expectAppRole(url)
    }
  })

  it('gets an error with what is missing when neither exists', async () => {
    const { url, database } = await makeDatabase('')
    expect(await getReason(url)).toBe(
      `The role ${database} of DATABASE_URL may not make the application's role paraph_app_${database}, which it works as: ` +
        `as a superuser run alter role "${database}" createrole, or make a login role that owns nothing and name it in ` +
        'DATABASE_APP_URL (postgres://role:password@host/database).',
    )
  })

  it('gets an error when the application’s role cannot log in, or could bypass the policies', async () => {
    const { url, database } = await makeDatabase('')
    await ask(server, `create role ${database}_app login bypassrls password 'another'`)
    env().databaseAppUrl = withUser(url, `${database}_app`, 'mistyped')
    expect(await getReason(url)).toMatch(
      new RegExp(`^The application's role ${database}_app cannot log in: .*password`),
    )
    env().databaseAppUrl = withUser(url, `${database}_app`, 'another')
    expect(await getReason(url)).toBe(
      `The application's role ${database}_app is bypassrls: tenants would not be kept apart. ` +
        `Run alter role "${database}_app" with nobypassrls.`,
    )
    await ask(server, `alter role ${database}_app nobypassrls; grant ${database} to ${database}_app`)
    expect(await getReason(url)).toBe(
      `The application's role ${database}_app is a member of ${database}: tenants would not be kept apart. Revoke that.`,
    )
    env().databaseAppUrl = url
    expect(await getReason(url)).toMatch(/ owns the tables, so that no policy holds for it: name another one/)
  })

  it('gets an error when it does not own the database', async () => {
    const { url, database } = await makeDatabase('createrole')
    await ask(server, `alter database ${database} owner to postgres`)
    const remedy = `as a superuser run alter database "${database}" owner to "${database}".`
    expect(await getReason(url)).toBe(
      `The role ${database} may not create schemas in the database ${database}: ${remedy}\n` +
        `The role ${database} may not create tables in the schema public of ${database}: ${remedy}`,
    )
  })

  it('reports a server as unreachable only when it is', async () => {
    const { url } = await makeDatabase('createrole')
    for (const unreachable of [
      withDatabase(url, 'nowhere'),
      withUser(url, 'nobody_here', 'x'),
      'postgres://x@127.0.0.1:1/x',
    ])
      expect(await getReason(unreachable)).toMatch(
        /^The database does not answer: .+ Set DATABASE_URL, or run npm start\. \(fault: database_unreachable\)$/,
      )
  })
})

it.each([
  ['ENOSPC', 'write', 'A file cannot be read or written: '],
  ['EACCES', 'open', 'A file cannot be read or written: '],
  ['ENOENT', 'spawn pg_dump', 'A call of the system failed: '],
  ['EADDRINUSE', 'listen', 'A call of the system failed: '],
  ['ENOENT', 'connect', 'The database does not answer: '],
  ['EACCES', 'connect', 'The database does not answer: '],
  ['ECONNRESET', 'read', 'The database does not answer: '],
  ['ERR_INVALID_URL', undefined, 'The database cannot be prepared: '],
])('explains %s of %s', (code, syscall, beginning) => {
  const error = Object.assign(new Error(`${code}: of a test`), { code, syscall })
  expect(explainStartError(error)).toContain(`${beginning}${code}: of a test.`)
})

it.each(['createrole', 'superuser'])(
  'names that SQL has to quote are those of a role with %s and its database',
  async (attributes) => {
    const { url } = await makeDatabase(attributes, `Pröd ${newName()}-B`)
    for (let run = 1; run <= 2; run++) {
      await start(url)
      await expectAppRole(url)
    }
  },
)

it('the application has its own role where the URL has its host as a parameter', async () => {
  const { url, database } = await makeDatabase('createrole')
  vi.stubEnv('PGUSER', database)
  vi.stubEnv('PGPASSWORD', 'secret')
  const urlWithoutUser = `postgres:///${database}?host=${new URL(url).hostname}`
  await start(urlWithoutUser)
  await expectAppRole(urlWithoutUser)
  const [replica] = await ask(replicaUrl(urlWithoutUser, url), 'select current_user::text as role')
  expect(replica).toEqual({ role: `paraph_app_${database}` })
})
