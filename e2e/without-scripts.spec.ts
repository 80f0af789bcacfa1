import type { BrowserContext, Page } from '@playwright/test'
import type { Role } from '#lib/core/roles'
import { expect, type Member, test } from './fixtures.ts'
import { apiOf, completeProcess, create, upload, withoutScripts } from './records.ts'
import { signingLink } from './signer.ts'

const names = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).getByRole('rowheader').allInnerTexts()

test('every page of the dashboard has its records in the first HTML, for each role', async ({
  page,
  browser,
  baseURL,
  signUp,
  readMail,
}) => {
  test.slow()
  const admin = await signUp(page)
  const api = await apiOf(baseURL, admin)
  const lease = await upload(api, 'Lease')
  const signers = [{ name: 'Iris Quist', email: `iris.${admin.email}` }]
  const documents = [{ id: lease.id, order: 1 }]
  const draft = await create(api, '/signature-processes', { name: 'Flat 7', documents, signers })
  const roles = [{ name: 'Landlord', order: 1 }]
  const template = await create(api, '/templates', { name: 'Rental', documents, roles })
  const webhook = await create(api, '/webhooks', { url: 'http://127.0.0.1:9/hooks', events: ['*'] })
  await create(api, `/webhooks/${webhook.id}/test`, {})
  const completed = await completeProcess(baseURL, api, 'Offer')
  const foreign = await foreignDocument(baseURL, await browser.newContext(), signUp)

  const everyone: Role[] = ['tenant_admin', 'user', 'viewer']
  const members: Role[] = ['tenant_admin', 'user']
  const admins: Role[] = ['tenant_admin']
  const pages: [path: string, roles: Role[], ...texts: string[]][] = [
    ['/overview', everyone, 'Agreement', 'of 10,000'],
    ['/documents', everyone, 'Lease', 'Offer'],
    [`/documents/${lease.id}`, everyone, 'Lease.pdf', 'SHA-256'],
    ['/processes', everyone, 'Flat 7', 'Agreement'],
    [`/processes/${completed.id}`, everyone, 'Iris Quist', 'Audit trail intact'],
    ['/templates', everyone, 'Rental'],
    [`/templates/${template.id}`, everyone, 'Landlord', 'Lease'],
    ['/vault', everyone, 'Offer', 'Iris Quist'],
    ['/settings', everyone, admin.email.slice(4), 'Organisation usage'],
    ['/processes/new', members, 'Place fields'],
    [`/processes/new?document=${lease.id}`, members, 'Lease'],
    [`/processes/${draft.id}/edit`, members, 'Flat 7', 'Lease'],
    [`/processes/${draft.id}/prepare`, members, 'Iris Quist'],
    ['/templates/new', members, 'Place fields'],
    [`/templates/new?process=${draft.id}`, members, 'Lease'],
    [`/templates/${template.id}/edit`, members, 'Rental', 'Lease'],
    [`/templates/${template.id}/prepare`, members, 'Landlord'],
    ['/users', admins, admin.email],
    ['/api-keys', admins, 'Key of Offer'],
    ['/webhooks', admins, '127.0.0.1:9/hooks'],
    [`/webhooks/${webhook.id}`, admins, '127.0.0.1:9/hooks', 'test'],
  ]

  const contexts: Record<Role, BrowserContext> = {
    tenant_admin: page.context(),
    user: await join('user'),
    viewer: await join('viewer'),
  }
  for (const role of everyone) {
    const context = await withoutScripts(contexts[role])
    const reader = await context.newPage()
    for (const [path, allowed, ...texts] of pages) {
      const answer = await reader.goto(path)
      expect([role, path, answer?.status()]).toEqual([role, path, allowed.includes(role) ? 200 : 403])
      await expect(reader.getByRole('status', { name: /Loading/ })).toHaveCount(0)
      const heading = reader.getByRole('heading', { name: 'No access' })
      await expect(heading, `${role} ${path}`).toHaveCount(allowed.includes(role) ? 0 : 1)
      if (allowed.includes(role))
        for (const text of texts) await expect(reader.locator('body'), `${role} ${path}`).toContainText(text)
    }
    for (const path of [`/documents/${foreign}`, '/documents/0', '/processes/999999', '/templates/x']) {
      expect([path, (await reader.goto(path))?.status()]).toEqual([path, 404])
      await expect(reader.getByRole('heading', { name: 'Page not found' }), `${role} ${path}`).toBeVisible()
    }
    await context.close()
  }

  async function join(role: Role): Promise<BrowserContext> {
    const email = `${role}.${admin.email}`
    await create(api, '/users', { name: `Vera ${role}`, email, role, send_invitation: true })
    const { links } = await readMail(email, /invited/i)
    const context = await browser.newContext()
    const seat = await context.newPage()
    await seat.goto(links.find((link) => link.includes('/invitation/')) ?? '')
    await seat.getByLabel('Password').fill('a quiet lighthouse 7')
    await seat.getByRole('button', { name: 'Join' }).click()
    await seat.waitForURL(/\/overview/)
    return context
  }
})

/** The id of a document of another tenant. */
async function foreignDocument(
  baseURL: string | undefined,
  context: BrowserContext,
  signUp: (page: Page) => Promise<Member>,
): Promise<number> {
  const member = await signUp(await context.newPage())
  const { id } = await upload(await apiOf(baseURL, member), 'Secret')
  await context.close()
  return id
}

test('lists are read, paged, sorted and searched without scripts', async ({ page, baseURL, signUp }) => {
  const api = await apiOf(baseURL, await signUp(page))
  for (let number = 1; number <= 23; number++) await upload(api, `Paper ${String(number).padStart(2, '0')}`)
  const context = await withoutScripts(page.context())
  const reader = await context.newPage()
  await reader.goto('/documents')
  const shown = () => names(reader, 'Documents')
  const first = await shown()
  expect([first.length, first[0]]).toEqual([20, 'Paper 23'])
  await reader.getByRole('link', { name: 'Next' }).click()
  await expect.poll(shown).toEqual(['Paper 03', 'Paper 02', 'Paper 01'])
  await reader.getByRole('link', { name: 'Previous' }).click()
  await expect.poll(shown).toEqual(first)

  await reader.getByRole('columnheader', { name: 'Name' }).getByRole('link').click()
  await expect.poll(async () => (await shown())[0]).toBe('Paper 01')
  await reader.getByRole('columnheader', { name: 'Name' }).getByRole('link').click()
  await expect.poll(async () => (await shown())[0]).toBe('Paper 23')

  await reader.getByRole('searchbox').fill('Paper 1')
  await reader.getByRole('button', { name: 'Show' }).click()
  await expect.poll(shown).toEqual(Array.from({ length: 10 }, (_, index) => `Paper ${19 - index}`))
  await reader.getByLabel('Status').selectOption('Signed')
  await reader.getByRole('button', { name: 'Show' }).click()
  await expect(reader.getByText('No results')).toBeVisible()
  await expect(reader.getByRole('searchbox')).toHaveValue('Paper 1')
  await context.close()
})

test('the same URL shows the same with scripts, and follows search and filters', async ({
  page,
  baseURL,
  signUp,
}) => {
  const api = await apiOf(baseURL, await signUp(page))
  for (const name of ['Lease', 'Offer', 'Annex']) await upload(api, name)
  await page.goto('/documents?search=offer')
  expect(await names(page, 'Documents')).toEqual(['Offer'])
  await page.getByRole('searchbox').fill('')
  await expect(page).toHaveURL(/\/documents$/)
  await expect(page.getByRole('rowheader')).toHaveCount(3)
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('link').click()
  await expect(page).toHaveURL(/\?sort=name$/)
  await expect.poll(() => names(page, 'Documents')).toEqual(['Annex', 'Lease', 'Offer'])
  await page.goBack()
  await expect.poll(() => names(page, 'Documents')).toEqual(['Annex', 'Offer', 'Lease'])
  await page.getByLabel('Status').selectOption('Signed')
  await expect(page).toHaveURL(/\?status=completed$/)
  await expect(page.getByText('No results')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No results')).toBeVisible()
})

test('a page without a session redirects to the login and back', async ({ page, baseURL, signUp }) => {
  const member = await signUp(page)
  await upload(await apiOf(baseURL, member), 'Lease')
  await page.context().clearCookies()
  await page.goto('/documents?search=lease')
  await page.waitForURL(/\/login\?next=/)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password').fill(member.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/documents\?search=lease$/)
  expect(await names(page, 'Documents')).toEqual(['Lease'])
})

test('the signing page is in the first HTML, and loading it records nothing', async ({
  page,
  baseURL,
  signUp,
  readMail,
}) => {
  const member = await signUp(page)
  const api = await apiOf(baseURL, member)
  const { id } = await upload(api, 'Lease')
  const email = `iris.${member.email}`
  const documents = [{ id, order: 1 }]
  const signers = [{ name: 'Iris Quist', email }]
  const draft = await create(api, '/signature-processes', { name: 'Flat 7', documents, signers })
  await create(api, `/signature-processes/${draft.id}/send`, {})
  const context = await withoutScripts(page.context())
  await context.clearCookies()
  const reader = await context.newPage()
  await reader.goto(signingLink(await readMail(email, /Please sign/)))
  await expect(reader.getByRole('heading', { level: 1, name: 'Flat 7' })).toBeVisible()
  await expect(reader).toHaveTitle('Flat 7')
  await expect(reader.getByText('Lease')).toBeVisible()
  const trail = await api.get(`/api/v1/signature-processes/${draft.id}/audit-trail`)
  const types = (await trail.json()).data.events.map((event: { type: string }) => event.type)
  expect(types).not.toContain('signature.viewed')
  await reader.goto('/sign/0123456789abcdef')
  await expect(reader.getByRole('heading', { level: 1 })).toBeVisible()
  await context.close()
})
