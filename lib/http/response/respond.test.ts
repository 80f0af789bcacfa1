import { beforeAll, describe, expect, it } from 'vitest'
import { GET as getAccount } from '#app/api/v1/account/route'
import { GET as getDocument } from '#app/api/v1/documents/[id]/route'
import { GET as listDocuments } from '#app/api/v1/documents/route'
import { GET as listUsers } from '#app/api/v1/users/route'
import { env } from '#lib/core/env'
import { call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})

const requestFor = (path: string) => new Request(`${env().appUrl}/api/v1${path}`)

describe('a handler that is called with an existing context', () => {
  it.each([
    ['/account', getAccount],
    ['/documents?status=uploaded&per_page=20', listDocuments],
    ['/users?sort=name', listUsers],
  ])('responds as over HTTP: %s', async (path, handler) => {
    const { status, body } = await call<object>(handler, { path: `/api/v1${path}`, as: tenant })
    expect(status).toBe(200)
    const response = await handler.respond(tenant.ctx, requestFor(path), {})
    expect(await response.json()).toEqual(body)
  })

  it('throws the errors that HTTP responds with', async () => {
    const getErrorCode = (response: Promise<Response>) => response.catch((error) => error.code)
    const { ctx } = await tenant.addMember('viewer')
    expect(await getErrorCode(listUsers.respond(ctx, requestFor('/users'), {}))).toBe('forbidden')
    expect(
      await getErrorCode(getDocument.respond(ctx, requestFor('/documents/999999'), { id: '999999' })),
    ).toBe('not_found')
    expect(await getErrorCode(getDocument.respond(ctx, requestFor('/documents/x'), { id: 'x' }))).toBe(
      'not_found',
    )
    expect(await getErrorCode(listDocuments.respond(ctx, requestFor('/documents?page=0'), {}))).toBe(
      'validation_error',
    )
  })
})
