import { describe, expect, it } from 'vitest'
import type { Handler } from '#lib/http/route'
import { type Action, policy, type Rule } from '#lib/policy'
import { call } from './call.ts'
import { makeTenant } from './tenant.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Methods = Partial<Record<Method, unknown>>

interface Guarded {
  /** The body of a valid request, by method. */
  body?: Partial<Record<Method, unknown>>
  /** Path parameters of a record of another tenant, for routes that have them. */
  foreign?: () => Promise<Record<string, string | number>>
}

/** Tests the errors of every route: missing credential, missing rights, another tenant's record. */
export function itIsGuarded(name: string, methods: Methods, { body = {}, foreign }: Guarded = {}): void {
  const declared = Object.entries(methods).filter((entry): entry is [Method, Handler] => {
    return typeof entry[1] === 'function' && 'declaration' in entry[1]
  })
  describe.each(declared)(`%s ${name} is guarded`, (method, handler) => {
    const action = handler.declaration.action as Action
    const params = { id: 1 }

    it('401 without a credential, and with an invalid one', async () => {
      for (const as of [undefined, 'psk_live_unknown']) {
        const refused = await call(handler, { method, params, body: body[method], as })
        expect(refused.status).toBe(401)
        expect(refused.body.error.code).toBe('unauthenticated')
      }
    })

    it('403 for a key without the scope', async () => {
      const tenant = await makeTenant()
      const key = await tenant.addKey({ scopes: ['signing-links'] })
      const refused = await call(handler, { method, params, body: body[method], as: key })
      expect(refused.status).toBe(403)
      expect(refused.body.error).toMatchObject({
        code: 'insufficient_scope',
        required_scope: policy[action].scope,
      })
    })

    it.runIf(!(policy[action].roles as readonly string[]).includes('viewer'))(
      '403 for a viewer',
      async () => {
        const viewer = await makeTenant({ role: 'viewer' })
        const refused = await call(handler, { method, params, body: body[method], as: viewer })
        expect(refused.status).toBe(403)
        expect(refused.body.error.code).toBe('forbidden')
      },
    )

    it.runIf(foreign)(
      '404 for another tenant’s record, with the same body as for an unknown one',
      async () => {
        const otherTenant = await makeTenant()
        const foreignRecord = await call(handler, {
          method,
          params: await foreign!(),
          body: body[method],
          as: otherTenant,
        })
        const unknownRecord = await call(handler, {
          method,
          params: { id: 987_654_321 },
          body: body[method],
          as: otherTenant,
        })
        expect([foreignRecord.status, unknownRecord.status]).toEqual([404, 404])
        const { request_id: _id1, ...foreignError } = foreignRecord.body.error
        const { request_id: _id2, ...unknownError } = unknownRecord.body.error
        expect(foreignError).toEqual(unknownError)
        const key = await otherTenant.addKey({ testMode: true })
        const { live }: Rule = policy[action]
        expect(
          (await call(handler, { method, params: await foreign!(), body: body[method], as: key })).status,
        ).toBe(live ? 403 : 404)
      },
    )

    it.runIf(foreign)('404 for an invalid id', async () => {
      const tenant = await makeTenant()
      for (const id of ['abc', '0', '-1', '1.5', '99999999999999999999']) {
        const refused = await call(handler, { method, params: { id }, body: body[method], as: tenant })
        expect([id, refused.status]).toEqual([id, 404])
      }
    })
  })

  describe(`${name} refuses other methods`, () => {
    it('405 with Allow', async () => {
      const undeclared = Object.entries(methods).filter(
        (entry) => typeof entry[1] === 'function' && !('declaration' in entry[1]),
      ) as [Method | 'OPTIONS', (request: Request) => Promise<Response>][]
      for (const [method, handler] of undeclared) {
        const refused = await call(handler, { method })
        expect([method, refused.status]).toEqual([method, method === 'OPTIONS' ? 204 : 405])
        for (const [allowed] of declared) expect(refused.headers.get('allow')).toContain(allowed)
      }
    })
  })
}
