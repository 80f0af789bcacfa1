import { beforeAll, describe, expect, it } from 'vitest'
import type { ContactRecord } from '#lib/processes/schema'
import { addDraft } from '#lib/testing/records/records'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
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

  it('200 by an address as it was entered, with an internationalised domain', async () => {
    await addDraft(tenant, { signers: [{ name: 'Yuri', email: 'Юрий@почта.рф' }] })
    expect(await find('юрий@почта.рф')).toMatchObject([{ email: 'Юрий@xn--80a1acny.xn--p1ai' }])
  })

  it('shows no contacts of another tenant, or of test mode', async () => {
    const otherTenant = await makeTenant()
    await addDraft(otherTenant, { signers: [{ name: 'Ada Other', email: 'other@example.net' }] })
    expect(await find('other')).toEqual([])
    const key = await tenant.addKey({ testMode: true, scopes: ['processes:read'] })
    expect(await find('example', key)).toEqual([])
  })

  it('200 a list like the others, without a search of everyone', async () => {
    const newTenant = await makeTenant()
    const signers = Array.from({ length: 60 }, (_, index) => ({
      name: 'Many',
      email: `m${String(index).padStart(2, '0')}@example.com`,
    }))
    await addDraft(newTenant, { signers })
    const list = (query: string) =>
      call<ContactPage>(routes.GET, { as: newTenant, path: `/api/v1/contacts${query}` })
    const { status, body } = await list('?per_page=25&page=2')
    expect([status, body.data[0]?.email, body.data.length]).toEqual([200, 'm25@example.com', 25])
    expect(body.meta).toMatchObject({ current_page: 2, last_page: 3, per_page: 25, total: 60 })
    expect(body.links.next).toContain('/contacts?per_page=25&page=3')
    expect((await list('?search=m')).body.meta.total).toBe(60)
  })

  it('400 for a page that is none', async () => {
    const { status, body } = await call(routes.GET, { as: tenant, path: '/api/v1/contacts?page=0' })
    expect([status, Object.keys(body.error.errors)]).toEqual([400, ['page']])
  })
})

interface ContactPage {
  data: ContactRecord[]
  links: { next: string | null }
  meta: Record<string, unknown>
}
