/**
 * Measures a page of the dashboard, the list of documents with twenty rows, beside a bare Next page with one select and
 * the same rows, in the same run.
 */
import { Client, makeLogin } from '../client.ts'
import { withBareServer } from './bare.ts'
import { measureAll } from './measure.ts'
import { signIn } from './sign-in.ts'

const ROWS = 1000

/** Prints the table. */
export async function benchRendering(): Promise<void> {
  const { seedDocuments } = await import('#lib/testing/database/seed')
  await withBareServer(async (service, bare, owner) => {
    const user = makeLogin()
    await Client.signUp(service.url, user)
    const cookie = await signIn(service.url, user)
    const [tenant] = await owner<
      { id: string }[]
    >`update tenants set documents_limit = 1000000000 returning id`
    await seedDocuments(owner, Number(tenant!.id), ROWS, new Date())
    const url = `${service.url}/documents`
    const html = await (await fetch(url, { headers: { cookie } })).text()
    const rows = html.split('<th role="rowheader"').length - 1
    if (rows !== 20) throw new Error(`The page has ${rows} rows.`)
    const cases = [
      { name: 'bare page', url: `${bare.url}/page?id=${tenant!.id}` },
      { name: 'documents page', url, headers: { cookie }, baseline: 'bare page' },
    ]
    for (const connections of [1, 16]) await measureAll(cases, connections)
  })
}
