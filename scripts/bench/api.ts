/**
 * Measures requests of the API beside a bare Next route handler with one select, and a search in a vault of a million
 * documents beside one of a thousand, all in the same run. Compare the ratios: they do not depend on the machine.
 * BENCH_ROWS sets the size of the large vault.
 */
import type { Sql } from 'postgres'
import { Client } from '../client.ts'
import type { Service } from '../service.ts'
import { withBareServer } from './bare.ts'
import { encodeUpload } from './encode-upload.ts'
import { type Case, measureAll } from './measure.ts'

const SMALL_COUNT = 1000
const LARGE_COUNT = Number(process.env.BENCH_ROWS ?? 1_000_000)

/** Prints the table. */
export async function benchApi(): Promise<void> {
  await withBareServer(async (service, { url }, owner) => {
    const cases = await prepare(service, url, owner)
    for (const connections of [1, 16]) await measureAll(cases, connections)
  })
}

async function prepare(service: Service, bareUrl: string, owner: Sql): Promise<Case[]> {
  const { fillProcesses, seedDocuments, seedProcesses, seedVault, RARE_NAME } = await import(
    '#lib/testing/database/seed'
  )
  const { buildPdf } = await import('#lib/pdf/fixtures/build')
  const [small, large] = [await Client.signUp(service.url), await Client.signUp(service.url)]
  const tenants = await owner<{ id: string }[]>`update tenants set documents_limit = 1000000000 returning id`
  const [smallId, largeId] = tenants.map(({ id }) => Number(id)).toSorted((a, b) => a - b) as [number, number]
  const now = new Date()
  await seedDocuments(owner, smallId, SMALL_COUNT, now)
  await seedProcesses(owner, smallId, SMALL_COUNT, now)
  await fillProcesses(owner, smallId)
  await seedVault(owner, smallId, SMALL_COUNT, now)
  const start = performance.now()
  await seedVault(owner, largeId, LARGE_COUNT, now)
  console.log(
    `${LARGE_COUNT} documents were put into a vault in ${((performance.now() - start) / 1000).toFixed(0)} s.`,
  )
  const [document] = await owner<
    { id: string }[]
  >`select id from documents where tenant_id = ${smallId} limit 1`
  const api = `${service.url}/api/v1`
  const addKey = ({ key }: Client) => ({ headers: { authorization: `Bearer ${key}` } })
  const search = `${api}/vault/documents?search=${encodeURIComponent(RARE_NAME)}`
  const upload = await encodeUpload(buildPdf(), 'lease.pdf')
  return [
    { name: 'bare list', url: `${bareUrl}/list?id=${smallId}` },
    { name: 'list', url: `${api}/documents`, ...addKey(small), baseline: 'bare list' },
    { name: 'bare get', url: `${bareUrl}/get?id=${document!.id}` },
    { name: 'get', url: `${api}/documents/${document!.id}`, ...addKey(small), baseline: 'bare get' },
    { name: 'ten documents', url: `${api}/documents?per_page=10`, ...addKey(small) },
    {
      name: 'ten processes',
      url: `${api}/signature-processes?per_page=10`,
      ...addKey(small),
      baseline: 'ten documents',
    },
    { name: `search, ${SMALL_COUNT}`, url: search, ...addKey(small) },
    { name: `search, ${LARGE_COUNT}`, url: search, ...addKey(large), baseline: `search, ${SMALL_COUNT}` },
    { name: `vault, ${SMALL_COUNT}`, url: `${api}/vault/documents`, ...addKey(small) },
    {
      name: `vault, ${LARGE_COUNT}`,
      url: `${api}/vault/documents`,
      ...addKey(large),
      baseline: `vault, ${SMALL_COUNT}`,
    },
    { name: `statistics, ${SMALL_COUNT}`, url: `${api}/vault/statistics`, ...addKey(small) },
    {
      name: `statistics, ${LARGE_COUNT}`,
      url: `${api}/vault/statistics`,
      ...addKey(large),
      baseline: `statistics, ${SMALL_COUNT}`,
    },
    {
      name: 'create',
      url: `${api}/documents`,
      method: 'POST',
      headers: { ...addKey(small).headers, ...upload.headers },
      body: upload.body,
    },
  ]
}
