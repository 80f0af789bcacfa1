import { beforeAll, describe, expect, it } from 'vitest'
import type { ContactRecord } from '#lib/processes/schema'
import { call } from '#lib/testing/call'
import { itIsGuarded } from '#lib/testing/guards'
import { addDraft } from '#lib/testing/records'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'
import * as routes from './route.ts'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
itIsGuarded('/contacts', routes)

const find = async (search: string, caller: { token: string } = tenant) =>
  (
    await call<{ data: ContactRecord[] }>(routes.GET, {
      as: caller,
      path: `/api/v1/contacts?search=${encodeURIComponent(search)}`,
    })
  ).body.data

describe('GET /contacts', () => {
  it('200 one contact per email with the data last used, found by name or email ignoring accents', async () => {
    const zoe = { name: 'Zoé Weiß', email: 'zoe@example.com' }
    await addDraft(tenant, { signers: [zoe, { name: 'Ada Lovelace', email: 'ada@example.org' }] })
    await addDraft(tenant, {
      signers: [{ ...zoe, name: 'Zoë Weiß-Berg', email: 'Zoe@Example.com', phone: '+49 30', locale: 'de' }],
    })
    const expected = { name: 'Zoë Weiß-Berg', email: 'Zoe@Example.com', phone: '+49 30', locale: 'de' }
    expect(await find('zoe')).toEqual([expected])
    expect(await find('weiß')).toEqual([expected])
    expect((await find('example')).map(({ email }) => email)).toEqual(['ada@example.org', 'Zoe@Example.com'])
    expect(await find('nobody at all')).toEqual([])
    expect(await find('%@')).toEqual([])
  })

  it('shows no contacts of another tenant, or of test mode', async () => {
    const otherTenant = await makeTenant()
    await addDraft(otherTenant, { signers: [{ name: 'Ada Other', email: 'other@example.net' }] })
    expect(await find('other')).toEqual([])
    const key = await tenant.addKey({ testMode: true, scopes: ['processes:read'] })
    expect(await find('example', key)).toEqual([])
  })

  it('returns at most twenty', async () => {
    const newTenant = await makeTenant()
    const signers = Array.from({ length: 60 }, (_, index) => ({
      name: 'Many',
      email: `m${index}@example.com`,
    }))
    await addDraft(newTenant, { signers })
    expect(await find('many', newTenant)).toHaveLength(20)
  })

  it('400 for fewer than two characters', async () => {
    for (const query of ['', '?search=a', '?search=%20%20a']) {
      const errorResponse = await call(routes.GET, { as: tenant, path: `/api/v1/contacts${query}` })
      expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual([400, ['search']])
    }
  })
})
