import { describe, expect, it } from 'vitest'
import type { Handler } from '#lib/http/route'
import { type Permission, policy, type Rule } from '#lib/policy'
import { makeTenant } from '../users/tenant.ts'
import { call } from './call.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Methods = Partial<Record<Method, unknown>>

interface GuardedRoute {
  /** What a right request would send along, by method. */
  bodyByMethod?: Partial<Record<Method, unknown>>
  /** The path's parameters naming a record of another tenant, for routes that name one. */
  idsOfOtherTenant?: () => Promise<Record<string, string | number>>
}

/** Errors that every route must give: missing credential, missing rights, another tenant's record. */
export function itIsGuarded(
  name: string,
  methods: Methods,
  { bodyByMethod = {}, idsOfOtherTenant }: GuardedRoute = {},
): void {
  const declared = Object.entries(methods).filter((entry): entry is [Method, Handler] => {
    return typeof entry[1] === 'function' && 'declaration' in entry[1]
  })
  describe.each(declared)(`%s ${name} is guarded`, (method, handler) => {
    const permission = handler.declaration.permission as Permission
    const params = { id: 1 }

    it('401 without a credential, and with an invalid one', async () => {
      for (const as of [undefined, 'psk_live_unknown']) {
        const errorResponse = await call(handler, { method, params, body: bodyByMethod[method], as })
        expect(errorResponse.status).toBe(401)
        expect(errorResponse.body.error.code).toBe('unauthenticated')
      }
    })

    it('403 for a key without the scope', async () => {
      const tenant = await makeTenant()
      const { scope } = policy[permission]
      const key = await tenant.addKey({ scopes: [scope === 'signing-links' ? 'webhooks' : 'signing-links'] })
      const errorResponse = await call(handler, { method, params, body: bodyByMethod[method], as: key })
      expect(errorResponse.status).toBe(403)
      expect(errorResponse.body.error).toMatchObject({
        code: 'insufficient_scope',
        ...(scope && { required_scope: scope }),
      })
    })

    it.runIf(!(policy[permission].roles as readonly string[]).includes('viewer'))(
      '403 for a viewer',
      async () => {
        const viewer = await makeTenant({ role: 'viewer' })
        const errorResponse = await call(handler, { method, params, body: bodyByMethod[method], as: viewer })
        expect(errorResponse.status).toBe(403)
        expect(errorResponse.body.error.code).toBe('forbidden')
      },
    )

    it.runIf(idsOfOtherTenant)(
      '404 for another tenant’s record, with the same body as for an unknown one',
      async () => {
        const stranger = await makeTenant()
        const otherResponse = await call(handler, {
          method,
          params: await idsOfOtherTenant!(),
          body: bodyByMethod[method],
          as: stranger,
        })
        const notFoundResponse = await call(handler, {
          method,
          params: { id: 987_654_321 },
          body: bodyByMethod[method],
          as: stranger,
        })
        expect([otherResponse.status, notFoundResponse.status]).toEqual([404, 404])
        const { request_id: _one, ...their } = otherResponse.body.error
        const { request_id: _two, ...no } = notFoundResponse.body.error
        expect(their).toEqual(no)
        const key = await stranger.addKey({ testMode: true })
        const { live, scope }: Rule = policy[permission]
        expect(
          (
            await call(handler, {
              method,
              params: await idsOfOtherTenant!(),
              body: bodyByMethod[method],
              as: key,
            })
          ).status,
        ).toBe(live || scope === null ? 403 : 404)
      },
    )

    it.runIf(idsOfOtherTenant)('404 for an invalid id', async () => {
      const tenant = await makeTenant()
      for (const id of ['abc', '0', '-1', '1.5', '99999999999999999999']) {
        const errorResponse = await call(handler, {
          method,
          params: { id },
          body: bodyByMethod[method],
          as: tenant,
        })
        expect([id, errorResponse.status]).toEqual([id, 404])
      }
    })
  })

  describe(`${name} refuses other methods`, () => {
    it('405 with Allow', async () => {
      const others = Object.entries(methods).filter(
        (entry) => typeof entry[1] === 'function' && !('declaration' in entry[1]),
      ) as [Method | 'OPTIONS', (request: Request) => Promise<Response>][]
      for (const [method, handler] of others) {
        const errorResponse = await call(handler, { method })
        expect([method, errorResponse.status]).toEqual([method, method === 'OPTIONS' ? 204 : 405])
        for (const [allowed] of declared) expect(errorResponse.headers.get('allow')).toContain(allowed)
      }
    })
  })
}
