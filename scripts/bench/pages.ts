/**
 * What a page of the dashboard costs: the HTML of the documents, twenty rows of them, next to a bare Next page with one
 * select and the same rows in the same run.
 */
import { withBareServer } from './bare.ts'
import { measureAll } from './measure.ts'

const ROWS = 1000

/** Prints the table. */
export async function benchPages(): Promise<void> {
  const { seedDocuments } = await import('#db/seed')
  await withBareServer(async (service, bare, owner) => {
    const cookie = await signUp(service.url)
    const [tenant] = await owner<
      { id: string }[]
    >`update tenants set documents_limit = 1000000000 returning id`
    await seedDocuments(owner, Number(tenant!.id), ROWS, new Date())
    const url = `${service.url}/documents`
    const html = await (await fetch(url, { headers: { cookie } })).text()
    const rows = html.split('<th role="rowheader"').length - 1
    if (rows !== 20) throw new Error(`The page has ${rows} rows.`)
    const cases = [
      { what: 'bare page', url: `${bare.url}/page?id=${tenant!.id}` },
      { what: 'documents page', url, headers: { cookie }, next: 'bare page' },
    ]
    for (const connections of [1, 16]) await measureAll(cases, connections)
  })
}

/** Makes a tenant; the cookie of its first user's session in the dashboard. */
async function signUp(url: string): Promise<string> {
  const [email, password] = ['ada@example.com', crypto.randomUUID()]
  const tenant = { tenant_name: 'Bench', name: 'Ada', email, password }
  const json = { 'content-type': 'application/json' }
  await fetch(`${url}/api/v1/auth/signup`, { method: 'POST', headers: json, body: JSON.stringify(tenant) })
  const first = await fetch(`${url}/api/auth/csrf`)
  const { csrfToken } = (await first.json()) as { csrfToken: string }
  const answer = await fetch(`${url}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookiesOf(first), 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ csrfToken, email, password, json: 'true' }),
  })
  return cookiesOf(answer)
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ')
}
