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

const urlFor = (path: string) => new URL(`${env().appUrl}/api/v1${path}`)

describe('a handler that is called with an existing context', () => {
  it.each([
    ['/account', getAccount],
    ['/documents?status=uploaded&per_page=20', listDocuments],
    ['/users?sort=name', listUsers],
  ])('reads what HTTP responds with: %s', async (path, handler) => {
    const { status, body } = await call<object>(handler, { path: `/api/v1${path}`, as: tenant })
    expect(status).toBe(200)
    expect(await handler.read(tenant.ctx, urlFor(path), {})).toStrictEqual(body)
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
