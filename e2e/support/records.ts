import { type APIRequestContext, type BrowserContext, expect, type Page, request } from '@playwright/test'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { Client } from '../../scripts/client.ts'

/** A user with a new tenant, signed in in a browser. */
export interface Member {
  name: string
  email: string
  password: string
}

/** As a browser says it: without it the service refuses changes by the session of a page. */
const headers = { 'sec-fetch-site': 'same-origin' }

/** The access tokens of those who signed up, by their email addresses. */
const accessTokens = new Map<string, string>()

/** Requests to `/api/v1` with the access token of a user. */
export async function connectToApi(
  baseURL: string | undefined,
  { email, password }: Member,
): Promise<APIRequestContext> {
  const accessToken = accessTokens.get(email) ?? (await logIn(baseURL, { email, password }))
  return request.newContext({ baseURL, extraHTTPHeaders: { authorization: `Bearer ${accessToken}` } })
}

async function logIn(baseURL: string | undefined, data: Omit<Member, 'name'>): Promise<string> {
  const anonymous = await request.newContext({ baseURL })
  const login = await anonymous.post('/api/v1/auth/login', { data })
  expect(login.status()).toBe(200)
  const { access_token } = (await login.json()).data
  await anonymous.dispose()
  return access_token
}

/** Creates a tenant and signs its administrator in, without the forms. */
export async function signUp(
  baseURL: string,
  context: BrowserContext,
  tenantName: string,
  member: Member,
): Promise<void> {
  const data = { tenant_name: tenantName, ...member }
  const response = await context.request.post(`${baseURL}/api/v1/auth/signup`, { data })
  expect(response.status()).toBe(201)
  accessTokens.set(member.email, (await response.json()).data.access_token)
  await signIn(baseURL, context, member)
}

/** Signs a new user up through the form. */
export async function fillInSignUp(page: Page): Promise<Member> {
  const member = {
    name: 'Ada Quist',
    email: `ada.${crypto.randomUUID()}@example.com`,
    password: 'a long enough secret 7',
  }
  await page.goto('/signup')
  await page.getByLabel(/organi[sz]ation/i).fill('Quist & Lys')
  await page.getByLabel(/your name/i).fill(member.name)
  await page.getByLabel(/e-?mail/i).fill(member.email)
  await page
    .getByLabel(/password/i)
    .first()
    .fill(member.password)
  await page.getByRole('button', { name: /create|sign up/i }).click()
  await page.waitForURL(/\/(overview|documents)/)
  return member
}

/** Gives the context the session of a user. */
export async function signIn(
  baseURL: string,
  context: BrowserContext,
  { email, password }: Omit<Member, 'name'>,
): Promise<void> {
  const { csrfToken } = await (await context.request.get(`${baseURL}/api/auth/csrf`)).json()
  const response = await context.request.post(`${baseURL}/api/auth/callback/credentials`, {
    form: { csrfToken, email, password, json: 'true' },
    headers,
  })
  expect(response.status()).toBe(200)
}

/** Creates a record with the access token of a user, or with the session of a page: `page.request`. */
export async function create(api: APIRequestContext, path: string, data: object) {
  const response = await api.post(`/api/v1${path}`, { data, headers })
  if (!response.ok()) throw new Error(`POST ${path}: ${response.status()} ${await response.text()}`)
  return (await response.json()).data
}

export async function upload(
  api: APIRequestContext,
  name: string,
  bytes: Uint8Array = buildPdf(),
): Promise<{ id: number }> {
  const file = { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from(bytes) }
  const response = await api.post('/api/v1/documents', { multipart: { file }, headers })
  expect(response.status()).toBe(201)
  return (await response.json()).data
}

/** Creates a process, signs it as its only signer, and waits until it is completed. */
export async function completeProcess(baseURL: string | undefined, api: APIRequestContext, name: string) {
  const scopes = ['documents:read', 'documents:write', 'processes:read', 'processes:write', 'signing-links']
  const response = await api.post('/api/v1/api-keys', { data: { name: `Key of ${name}`, scopes } })
  const client = new Client(baseURL ?? '', (await response.json()).key)
  const document = await client.upload(buildPdf(), `${name}.pdf`)
  const sentProcess = await client.send(document.id, ['Iris Quist'])
  await client.sign(await client.findLink(sentProcess.id, sentProcess.signers[0]!.id), 'Iris Quist')
  return client.completed(sentProcess.id)
}

/** The same browser session with scripts disabled. */
export async function withoutScripts(context: BrowserContext): Promise<BrowserContext> {
  const storageState = await context.storageState()
  return context.browser()!.newContext({ javaScriptEnabled: false, storageState, locale: 'en-GB' })
}
