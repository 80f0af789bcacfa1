/**
 * Measures a page of the dashboard, the list of documents with twenty rows, beside a bare Next page with one select and
 * the same rows, in the same run.
 */
import { withBareServer } from './bare.ts'
import { measureAll } from './measure.ts'

const ROWS = 1000

/** Prints the table. */
export async function benchRendering(): Promise<void> {
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
      { name: 'bare page', url: `${bare.url}/page?id=${tenant!.id}` },
      { name: 'documents page', url, headers: { cookie }, baseline: 'bare page' },
    ]
    for (const connections of [1, 16]) await measureAll(cases, connections)
  })
}

/** Creates a tenant. @returns the session cookie of its first user */
async function signUp(url: string): Promise<string> {
  const [email, password] = ['ada@example.com', crypto.randomUUID()]
  const signup = { tenant_name: 'Bench', name: 'Ada', email, password }
  const jsonHeaders = { 'content-type': 'application/json' }
  await fetch(`${url}/api/v1/auth/signup`, {
    method: 'POST',
    headers: jsonHeaders,
    body: JSON.stringify(signup),
  })
  const csrfResponse = await fetch(`${url}/api/auth/csrf`)
  const { csrfToken } = (await csrfResponse.json()) as { csrfToken: string }
  const response = await fetch(`${url}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: readCookies(csrfResponse), 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ csrfToken, email, password, json: 'true' }),
  })
  return readCookies(response)
}

function readCookies(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
