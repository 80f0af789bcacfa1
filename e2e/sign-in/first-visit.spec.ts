import { expect, test } from '../support/fixtures.ts'
import { fillInSignUp } from '../support/records.ts'

test('a new user signs up, has one session, and signs in again', async ({ page }) => {
  const member = await fillInSignUp(page)
  await page.goto('/settings/security')
  const sessionRows = page.getByRole('table', { name: 'Signed in' }).getByRole('rowheader')
  await expect(sessionRows).toHaveCount(1)
  await expect(sessionRows).toContainText('this device')
  // Leaves first, because the open page would redirect to the login by itself.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('/documents')
  await page.waitForURL(/\/login/)
  await page.getByLabel(/e-?mail/i).fill(member.email)
  await page
    .getByLabel(/password/i)
    .first()
    .fill(member.password)
  await page.getByRole('button', { name: /sign in/i }).click()
  await page.waitForURL(/\/documents/)
})

test('the mailbox shows new emails by itself, only to direct connections from this machine', async ({
  page,
  request,
  signUp,
  baseURL,
}) => {
  const { email } = await signUp(page)
  await page.goto('/mailbox')
  await expect(page.getByRole('heading', { name: 'Mailbox' })).toBeVisible()
  await request.post('/api/v1/auth/forgot-password', { data: { email } })
  await page.getByRole('row').filter({ hasText: email }).getByRole('link').click()
  await page.getByText('Plain text').click()
  await expect(page.locator('pre').getByRole('link', { name: /\/recovery\// })).toBeVisible()
  const headersOfOthers: Record<string, string>[] = [
    { 'x-forwarded-for': '198.51.100.7' },
    { forwarded: 'for=198.51.100.7' },
    { host: `rebound.example:${new URL(baseURL ?? '').port}` },
    { 'x-forwarded-for': '127.0.0.1', 'x-paraph-local': 'true' },
  ]
  for (const headers of headersOfOthers) {
    expect((await request.get('/mailbox', { headers })).status(), JSON.stringify(headers)).toBe(404)
  }
})

test('the service is alive and ready', async ({ request }) => {
  expect(await (await request.get('/api/v1/health/live')).json()).toEqual({ status: 'ok', checks: {} })
  const ready = await (await request.get('/api/v1/health/ready')).json()
  const checks = { database: true, clock: true, storage: true, worker: true, worker_clocks: true }
  expect(ready).toMatchObject({ status: 'ok', checks, workers: { count: 1 } })
})

test('icons and robots.txt exist, and every response forbids content sniffing', async ({ request }) => {
  const robots = await request.get('/robots.txt')
  expect(await robots.text()).toContain('Disallow: /sign/')
  for (const path of [
    '/icon-180.png',
    '/favicon.ico',
    '/icon.svg',
    '/robots.txt',
    '/',
    '/api/v1/health/live',
    '/none',
  ]) {
    const response = await request.get(path)
    expect([path, response.status()]).toEqual([path, path === '/none' ? 404 : 200])
    expect([path, response.headers()['x-content-type-options']]).toEqual([path, 'nosniff'])
  }
})
