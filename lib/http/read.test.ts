import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { GET as getDocument } from '#app/api/v1/documents/[id]/route'
import { GET as listDocuments } from '#app/api/v1/documents/route'
import { reference } from '#app/api/v1/reference'
import { allEndpoints, routes } from '#app/api/v1/routes'
import { GET as listUsers } from '#app/api/v1/users/route'
import { env } from '#lib/core/env'
import { call } from '#lib/testing/service/call'
import {
  addVaultFixture,
  type Fixtures,
  fill,
  makeAllFixtures,
  makeRecords,
} from '#lib/testing/service/fixtures'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { dispatcher } from './dispatch.ts'
import { toPath } from './endpoints.ts'

/** The paths of the API that pages of the dashboard import from, such as `/api/v1/documents/{id}`. */
function findPagePaths(): Set<string> {
  const folder = resolve(import.meta.dirname, '../../app/(dashboard)')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  )
  const imports = files.flatMap((file) => [
    ...readFileSync(join(folder, file), 'utf8').matchAll(/from '#app\/api\/v1\/(.+)\/route'/g),
  ])
  return new Set(imports.map(([, route = '']) => toPath(route)))
}

const endpoints = await allEndpoints()
const pagePaths = findPagePaths()
const pageEndpoints = endpoints.filter(({ method, path }) => method === 'GET' && pagePaths.has(path))

let tenant: TestTenant
let fixtures: Fixtures
/** The ids of records that the fixtures do not have, and of a process with a whole trail. */
let idByPath: Record<string, number>
beforeAll(async () => {
  tenant = await makeTenant()
  const document = await reference()
  const createdIds = await makeRecords(tenant, endpoints, document, dispatcher(routes))
  const vaultFixture = await addVaultFixture(tenant)
  fixtures = await makeAllFixtures(endpoints, tenant, document, vaultFixture, createdIds)
  const bulkSend = endpoints.find(({ id }) => id === 'postBulkSends')!
  const { body } = await call<{ data: { id: number } }>(bulkSend.handler, {
    body: await fixtures.makeBody(bulkSend),
    as: tenant,
  })
  idByPath = {
    '/api/v1/bulk-sends/{id}': body.data.id,
    '/api/v1/signature-processes/{id}/audit-trail': vaultFixture.processId,
  }
})
const urlFor = (path: string) => new URL(`${env().appUrl}/api/v1${path}`)

describe('a handler that is called with an existing context', () => {
  it('is that of every path that pages import from', () => {
    expect(pageEndpoints.map(({ path }) => path).toSorted()).toEqual([...pagePaths].toSorted())
  })

  it.each(pageEndpoints)('reads what HTTP responds with: $path', async (endpoint) => {
    const { path, handler } = endpoint
    const id = idByPath[path]
    const params = id === undefined ? await fixtures.makeParams(endpoint) : { id: String(id) }
    const filledPath = fill(path, params)
    const { status, body } = await call<object>(handler, { path: filledPath, params, as: tenant })
    expect(status).toBe(200)
    // Strictly: React sends no `undefined`, no `Date` and no object without a prototype as JSON would.
    expect(await handler.read(tenant.ctx, new URL(env().appUrl + filledPath), params)).toStrictEqual(body)
  })

  it('reads the page and the filter of a URL', async () => {
    const path = '/documents?status=uploaded&per_page=1&sort=name'
    const { body } = await call<object>(listDocuments, { path: `/api/v1${path}`, as: tenant })
    expect(await listDocuments.read(tenant.ctx, urlFor(path), {})).toStrictEqual(body)
  })

  it('throws the errors that HTTP responds with', async () => {
    const getErrorCode = (body: Promise<unknown>) => body.catch((error) => error.code)
    const { ctx } = await tenant.addMember('viewer')
    expect(await getErrorCode(listUsers.read(ctx, urlFor('/users'), {}))).toBe('forbidden')
    expect(await getErrorCode(getDocument.read(ctx, urlFor('/documents/999999'), { id: '999999' }))).toBe(
      'not_found',
    )
    expect(await getErrorCode(getDocument.read(ctx, urlFor('/documents/x'), { id: 'x' }))).toBe('not_found')
    expect(await getErrorCode(listDocuments.read(ctx, urlFor('/documents?page=0'), {}))).toBe(
      'validation_error',
    )
  })
})
