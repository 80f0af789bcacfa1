/**
 * What the API costs, next to a bare Next route handler with one select in the same run, and a search in a vault of a
 * million documents next to one of a thousand. Ratios are what counts: the machine's speed cancels out of them.
 * BENCH_ROWS: another size of the large vault.
 */
import type { Sql } from 'postgres'
import { Client } from '../client.ts'
import type { Service } from '../service.ts'
import { withBareServer } from './bare.ts'
import { type Case, measureAll } from './measure.ts'

const few = 1000
const many = Number(process.env.BENCH_ROWS ?? 1_000_000)

/** Prints the table. */
export async function benchApi(): Promise<void> {
  await withBareServer(async (service, { url }, owner) => {
    const cases = await prepare(service, url, owner)
    for (const connections of [1, 16]) await measureAll(cases, connections)
  })
}

async function prepare(service: Service, bareUrl: string, owner: Sql): Promise<Case[]> {
  const { fillProcesses, seedDocuments, seedProcesses, seedVault, RARE_NAME } = await import('#db/seed')
  const { buildPdf } = await import('#lib/pdf/fixtures/build')
  const [small, large] = [await Client.signUp(service.url), await Client.signUp(service.url)]
  const tenants = await owner<{ id: string }[]>`update tenants set documents_limit = 1000000000 returning id`
  const [smallId, largeId] = tenants.map(({ id }) => Number(id)).toSorted((a, b) => a - b) as [number, number]
  const now = new Date()
  await seedDocuments(owner, smallId, few, now)
  await seedProcesses(owner, smallId, few, now)
  await fillProcesses(owner, smallId)
  await seedVault(owner, smallId, few, now)
  const start = performance.now()
  await seedVault(owner, largeId, many, now)
  console.log(
    `${many} documents were put into a vault in ${((performance.now() - start) / 1000).toFixed(0)} s.`,
  )
  const [document] = await owner<
    { id: string }[]
  >`select id from documents where tenant_id = ${smallId} limit 1`
  const api = `${service.url}/api/v1`
  const as = ({ key }: Client) => ({ headers: { authorization: `Bearer ${key}` } })
  const search = `${api}/vault/documents?search=${encodeURIComponent(RARE_NAME)}`
  const form = new Request('http://form', { method: 'POST', body: upload(buildPdf()) })
  const contentType = { 'content-type': form.headers.get('content-type')! }
  return [
    { what: 'bare list', url: `${bareUrl}/list?id=${smallId}` },
    { what: 'list', url: `${api}/documents`, ...as(small), next: 'bare list' },
    { what: 'bare get', url: `${bareUrl}/get?id=${document!.id}` },
    { what: 'get', url: `${api}/documents/${document!.id}`, ...as(small), next: 'bare get' },
    { what: 'ten documents', url: `${api}/documents?per_page=10`, ...as(small) },
    {
      what: 'ten processes',
      url: `${api}/signature-processes?per_page=10`,
      ...as(small),
      next: 'ten documents',
    },
    { what: `search, ${few}`, url: search, ...as(small) },
    { what: `search, ${many}`, url: search, ...as(large), next: `search, ${few}` },
    { what: `vault, ${few}`, url: `${api}/vault/documents`, ...as(small) },
    { what: `vault, ${many}`, url: `${api}/vault/documents`, ...as(large), next: `vault, ${few}` },
    { what: `statistics, ${few}`, url: `${api}/vault/statistics`, ...as(small) },
    { what: `statistics, ${many}`, url: `${api}/vault/statistics`, ...as(large), next: `statistics, ${few}` },
    {
      what: 'create',
      url: `${api}/documents`,
      method: 'POST',
      headers: { ...as(small).headers, ...contentType },
      body: Buffer.from(await form.arrayBuffer()),
    },
  ]
}

function upload(bytes: Uint8Array): FormData {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'paper.pdf')
  return form
}
