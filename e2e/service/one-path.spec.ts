import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from '@playwright/test'
import { embeddedUrl } from '#db/embedded/embedded'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { freePort } from '../../scripts/service.ts'
import { test } from '../support/fixtures.ts'

/*
 * The web process serves /api/v1 without Next, from the same route files; `next start` alone serves them too, on the
 * database that DATABASE_URL names. Both must send the same responses.
 */

interface ApiRequest {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string | (() => FormData)
  /** Whether to omit the credential. */
  anonymous?: boolean
}

/** Headers that may differ: of the connection, of one request, and the `Vary` of Next. */
const IGNORED_HEADERS = [
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
  'x-ratelimit-remaining',
  'x-request-id',
]
const json = { 'content-type': 'application/json' }

let next: ChildProcess
let nextUrl: string
let token: string
let documentId: number

test.skip(!process.env.DATA_DIR, 'DATA_DIR says where the service keeps its data; npm test sets it.')

test.beforeAll(async ({ baseURL }) => {
  const port = await freePort()
  nextUrl = `http://127.0.0.1:${port}`
  next = spawn(
    process.execPath,
    ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', `${port}`],
    {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        APP_URL: baseURL,
        DATABASE_URL: embeddedUrl(process.env.DATA_DIR!),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  await expect(async () => {
    expect((await fetch(`${nextUrl}/api/v1/health/ready`)).status).toBe(200)
  }).toPass({ timeout: 60_000 })
  const password = crypto.randomUUID()
  const newUser = {
    tenant_name: 'Path',
    name: 'Path',
    email: `${crypto.randomUUID()}@example.com`,
    password,
  }
  const signUp = { path: '/auth/signup', method: 'POST', headers: json, body: JSON.stringify(newUser) }
  token = (await (await send(baseURL!, signUp)).json()).data.access_token
  const upload = await send(baseURL!, { method: 'POST', path: '/documents', body: () => fileForm() })
  documentId = (await upload.json()).data.id
})

test.afterAll(() => next?.kill('SIGKILL'))

function fileForm(bytes: Uint8Array = buildPdf()): FormData {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'päper.pdf')
  return body
}

/** A damaged file: `startxref` does not give the offset of the cross-reference table. */
function damagedForm(): FormData {
  const text = Buffer.from(buildPdf()).toString('latin1')
  return fileForm(Buffer.from(text.replace(/startxref\s+\d+/, 'startxref 7'), 'latin1'))
}

function send(
  origin: string,
  { method = 'GET', path, headers, body, anonymous }: ApiRequest,
): Promise<Response> {
  const credential: Record<string, string> = token && !anonymous ? { authorization: `Bearer ${token}` } : {}
  return fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { 'accept-encoding': 'identity', ...credential, ...headers },
    body: typeof body === 'function' ? body() : body,
    redirect: 'manual',
  })
}

/** Status, headers and body, without values that differ between two equal requests. */
async function comparableResponse(origin: string, apiRequest: ApiRequest) {
  const response = await send(origin, apiRequest)
  const headers = [...response.headers].filter(([name]) => !IGNORED_HEADERS.includes(name))
  return {
    status: response.status,
    headers: headers.map(([name, value]) => `${name}: ${masked(value)}`),
    body: masked(await response.text()),
  }
}

function masked(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/"id":\d+/g, '"id":0')
    .replaceAll(/\/(documents|signature-processes)\/\d+/g, '/$1/0')
    .replaceAll(/req_[0-9a-f]+/g, 'REQUEST')
}

const requests: Record<string, () => ApiRequest> = {
  'a record': () => ({ path: `/documents/${documentId}` }),
  'a list': () => ({ path: '/documents?per_page=1&sort=-created_at' }),
  'a list without its body': () => ({ method: 'HEAD', path: '/documents' }),
  'an unknown parameter': () => ({ path: '/documents?colour=red' }),
  'no credential': () => ({ path: '/documents', anonymous: true }),
  'a wrong credential': () => ({ path: '/documents', headers: { authorization: 'Bearer wrong' } }),
  'an invalid id': () => ({ path: '/documents/abc' }),
  'an unknown id': () => ({ path: '/documents/999999999' }),
  'an id with an escaped slash': () => ({ path: '/documents/1%2F2' }),
  'an unknown path': () => ({ path: '/nothing/of/that/kind' }),
  'an unknown path in another script': () => ({ path: '/документы' }),
  'the methods of a path': () => ({ method: 'OPTIONS', path: '/documents' }),
  'a method that a path does not allow': () => ({ method: 'DELETE', path: '/documents' }),
  'a body': () => ({ method: 'POST', path: '/signature-processes', headers: json, body: '{"name":"Path"}' }),
  'a body with errors': () => ({
    method: 'POST',
    path: '/signature-processes',
    headers: json,
    body: '{"name":1}',
  }),
  'a body that is not JSON': () => ({
    method: 'POST',
    path: '/signature-processes',
    headers: json,
    body: '{',
  }),
  'a body of another type': () => ({
    method: 'POST',
    path: '/signature-processes',
    headers: { 'content-type': 'text/plain' },
    body: 'name',
  }),
  'a change': () => ({ method: 'PUT', path: '/user', headers: json, body: '{"name":"Path Two"}' }),
  'an upload': () => ({ method: 'POST', path: '/documents', body: () => fileForm() }),
  'an upload without a file': () => ({ method: 'POST', path: '/documents', body: () => new FormData() }),
  'a file': () => ({ path: `/documents/${documentId}/download` }),
  'a part of a file': () => ({ path: `/documents/${documentId}/download`, headers: { range: 'bytes=5-9' } }),
  'a part after the end': () => ({
    path: `/documents/${documentId}/download`,
    headers: { range: 'bytes=99999999-' },
  }),
  'a failed login': () => ({
    method: 'POST',
    path: '/auth/login',
    headers: json,
    body: '{"email":"unknown@example.com","password":"wrong"}',
    anonymous: true,
  }),
  'the description of the API': () => ({ path: '/openapi.json' }),
  'the state of the process': () => ({ path: '/health/live' }),
}

for (const [name, makeRequest] of Object.entries(requests)) {
  test(`${name}: the web process and Next send the same response`, async ({ baseURL }) => {
    expect(await comparableResponse(baseURL!, makeRequest())).toEqual(
      await comparableResponse(nextUrl, makeRequest()),
    )
  })
}

test('the web process and Next repair a damaged file', async ({ baseURL }) => {
  for (const origin of [baseURL!, nextUrl]) {
    const upload = await send(origin, { method: 'POST', path: '/documents', body: damagedForm })
    expect(await upload.json()).toMatchObject({ data: { repaired: true } })
  }
})

test('the web process and Next respond with 304 to If-None-Match', async ({ baseURL }) => {
  const path = `/documents/${documentId}/download`
  const etag = (await send(baseURL!, { path })).headers.get('etag')!
  for (const origin of [baseURL!, nextUrl]) {
    const response = await send(origin, { path, headers: { 'if-none-match': etag } })
    expect([response.status, await response.text()]).toEqual([304, ''])
  }
})

test('a repeated request: the web process and Next send the same response', async ({ baseURL }) => {
  const [fromWebProcess, fromNext] = await Promise.all(
    [baseURL!, nextUrl].map(async (origin) => {
      const headers = { ...json, 'idempotency-key': origin }
      const request = { method: 'POST', path: '/signature-processes', headers, body: '{"name":"Path"}' }
      await send(origin, request)
      return comparableResponse(origin, request)
    }),
  )
  expect(fromWebProcess).toEqual(fromNext)
  expect(fromWebProcess!.headers).toContain('idempotent-replayed: true')
})

test('pages and scripts are compressed, a response with a strong ETag is not', async ({ baseURL }) => {
  const getEncoding = async (url: string) =>
    (await fetch(url, { headers: { 'accept-encoding': 'gzip, br' } })).headers.get('content-encoding')
  const page = await (await fetch(`${baseURL}/login`)).text()
  const script = /\/_next\/static\/[^"]+\.js/.exec(page)![0]
  expect(await getEncoding(`${baseURL}/login`)).toBe('gzip')
  expect(await getEncoding(`${nextUrl}/login`)).toBe('gzip')
  expect(await getEncoding(baseURL + script)).toBe('br')
  for (const origin of [baseURL!, nextUrl])
    expect(await getEncoding(`${origin}/api/v1/openapi.json`)).toBeNull()
})

test('pages that are missing have the same status and a request id', async ({ baseURL, page, signUp }) => {
  await signUp(page)
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  for (const [path, status] of [
    ['/documents/999999999', 404],
    ['/developers/no-such-chapter', 404],
    ['/documents', 200],
  ])
    for (const origin of [baseURL!, nextUrl]) {
      const { status: seen, headers } = await fetch(`${origin}${path}`, { headers: { cookie } })
      expect([origin, path, seen, headers.get('x-request-id')]).toEqual([
        origin,
        path,
        status,
        expect.stringMatching(/^req_/),
      ])
    }
})

test('Next writes the use of a key before it ends', async ({ baseURL }) => {
  const body = JSON.stringify({ name: 'Path', scopes: ['documents:read'] })
  const created = await send(baseURL!, { method: 'POST', path: '/api-keys', headers: json, body })
  const { key } = await created.json()
  const used = await send(nextUrl, { path: '/documents', headers: { authorization: `Bearer ${key}` } })
  expect(used.status).toBe(200)
  next.kill('SIGTERM')
  await once(next, 'exit')
  const { data } = await (await send(baseURL!, { path: '/api-keys' })).json()
  expect(data[0].last_used_at).not.toBeNull()
})
