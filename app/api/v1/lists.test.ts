import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { addTemplate } from '#lib/testing/records/records'
import { callFromNewIp as call } from '#lib/testing/service/call'
import { makeTenant } from '#lib/testing/users/tenant'
import * as exportRoute from './privacy/export/route.ts'
import * as requestsRoute from './privacy/requests/route.ts'
import { allEndpoints } from './routes.ts'
import * as linksRoute from './templates/[id]/links/route.ts'

/** The schema of one record of a list with pages; undefined for every other response. */
function getRecord(bodySchema: unknown): z.ZodObject | undefined {
  if (!(bodySchema instanceof z.ZodObject) || !('links' in bodySchema.shape)) return undefined
  const { data } = bodySchema.shape
  return data instanceof z.ZodArray && data.element instanceof z.ZodObject ? data.element : undefined
}

const lists = (await allEndpoints()).flatMap(({ path, declaration: { response, query } }) => {
  const record = getRecord(response.bodySchema)
  return record ? [{ path, record, query: query as z.ZodObject }] : []
})
/** The texts of the tenant have an order of their own, that of their versions. */
const dated = lists.filter(({ path, record }) => 'created_at' in record.shape && !path.endsWith('/consents'))

describe('a list of records with created_at', () => {
  it('exists in most modules', () => expect(dated.length).toBeGreaterThan(12))

  it.each(dated)('$path can be sorted by it, in both directions', ({ query }) => {
    for (const sort of ['created_at', '-created_at'])
      expect(query.safeParse({ sort })).toMatchObject({ success: true, data: { sort } })
  })

  it('is in the order that the request names, newest first without one', async () => {
    const tenant = await makeTenant()
    const { id } = await addTemplate(tenant)
    for (const email of ['ada@example.com', 'bob@example.com']) {
      await call(exportRoute.POST, { as: tenant, body: { email } })
      await call(linksRoute.POST, { as: tenant, params: { id }, body: {} })
    }
    for (const { GET } of [linksRoute, requestsRoute]) {
      const listIds = async (query: string) => {
        const { body } = await call<{ data: { id: number }[] }>(GET, {
          as: tenant,
          params: { id },
          path: query,
        })
        return body.data.map((record) => record.id)
      }
      const oldestFirst = await listIds('/api/v1/list?sort=created_at')
      expect(oldestFirst).toEqual(oldestFirst.toSorted((a, b) => a - b))
      expect(oldestFirst).toHaveLength(2)
      expect(await listIds('/api/v1/list?sort=-created_at')).toEqual(oldestFirst.toReversed())
      expect(await listIds('/api/v1/list')).toEqual(oldestFirst.toReversed())
    }
  })
})
