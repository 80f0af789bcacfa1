import { beforeAll, describe, expect, it } from 'vitest'
import { GET as account } from '#app/api/v1/account/route'
import { GET as document } from '#app/api/v1/documents/[id]/route'
import { GET as documents } from '#app/api/v1/documents/route'
import { GET as users } from '#app/api/v1/users/route'
import { env } from '#lib/core/env'
import { call } from '#lib/testing/call'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})

const sent = (path: string) => new Request(`${env().appUrl}/api/v1${path}`)

describe('a page with its own context', () => {
  it.each([
    ['/account', account],
    ['/documents?status=uploaded&per_page=20', documents],
    ['/users?sort=name', users],
  ])('has the data of /api/v1: %s', async (path, handler) => {
    const { status, body } = await call<object>(handler, { path: `/api/v1${path}`, as: tenant })
    expect(status).toBe(200)
    const answer = await handler.respond(tenant.ctx, sent(path), {})
    expect(await answer.json()).toEqual(body)
  })

  it('has the same errors', async () => {
    const refusal = (refused: Promise<Response>) => refused.catch((error) => error.code)
    const { ctx } = await tenant.addMember('viewer')
    expect(await refusal(users.respond(ctx, sent('/users'), {}))).toBe('forbidden')
    expect(await refusal(document.respond(ctx, sent('/documents/999999'), { id: '999999' }))).toBe(
      'not_found',
    )
    expect(await refusal(document.respond(ctx, sent('/documents/x'), { id: 'x' }))).toBe('not_found')
    expect(await refusal(documents.respond(ctx, sent('/documents?page=0'), {}))).toBe('validation_error')
  })
})
