import type { BrowserContext, Page } from '@playwright/test'
import type { Role } from '#lib/core/roles'
import { roleMay } from '#lib/policy'
import { dashboardRoutes, password } from '../support/dashboard-pages.ts'
import { expect, test } from '../support/fixtures.ts'
import { controls, headings, linkPaths, readPage } from '../support/html.ts'
import {
  completeProcess,
  connectToApi,
  create,
  type Member,
  signIn,
  upload,
  withoutScripts,
} from '../support/records.ts'
import { signingLink } from '../support/signer.ts'

const isLoading = ({ attribs }: { attribs: Record<string, string> }) =>
  attribs.role === 'status' && /Loading/.test(attribs['aria-label'] ?? '')

const isDropArea = ({ attribs }: { attribs: Record<string, string> }) =>
  attribs['aria-label']?.startsWith('Drop files')

const rowNames = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).getByRole('rowheader').allInnerTexts()

test('every page of the dashboard has its records in the HTML from the server, for each role', async ({
  page,
  browser,
  baseURL,
  signUp,
}) => {
  test.slow()
  const admin = await signUp(page)
  const api = await connectToApi(baseURL, admin)
  const lease = await upload(api, 'Lease')
  const signers = [{ name: 'Iris Quist', email: `iris.${admin.email}` }]
  const documents = [{ id: lease.id, order: 1 }]
  const draft = await create(api, '/signature-processes', { name: 'Flat 7', documents, signers })
  const roles = [{ name: 'Landlord', order: 1 }]
  const template = await create(api, '/templates', { name: 'Rental', documents, roles })
  const rows = `name,email\nIris Quist,iris.${admin.email}`
  const bulkSend = await create(api, '/bulk-sends', { template_id: template.id, csv: rows })
  await create(api, '/folders', { name: 'Sales', access: 'everyone' })
  const webhook = await create(api, '/webhooks', { url: 'http://127.0.0.1:9/hooks', events: ['*'] })
  await create(api, `/webhooks/${webhook.id}/test`, {})
  const completedProcess = await completeProcess(baseURL, api, 'Offer')
  const vault = await (await api.get('/api/v1/vault/documents')).json()
  const foreignDocumentId = await addForeignDocument(baseURL, await browser.newContext(), signUp)

  const allRoles: Role[] = ['tenant_admin', 'user', 'viewer']
  const editorRoles: Role[] = ['tenant_admin', 'user']
  const adminRoles: Role[] = ['tenant_admin']
  const pages: [path: string, roles: Role[], ...texts: string[]][] = [
    ['/overview', allRoles, 'Agreement', 'of 10,000'],
    ['/documents', allRoles, 'Lease', 'Offer'],
    [`/documents/${lease.id}`, allRoles, 'Lease.pdf', 'SHA-256'],
    ['/processes', allRoles, 'Flat 7', 'Agreement'],
    [`/processes/${completedProcess.id}`, allRoles, 'Iris Quist', 'Audit trail intact'],
    ['/templates', allRoles, 'Rental'],
    [`/templates/${template.id}`, allRoles, 'Landlord', 'Lease'],
    ['/vault', allRoles, 'Offer', 'Iris Quist'],
    ['/vault?signer=quist&date_from=2026-01-01', allRoles, 'Offer', 'Clear all'],
    ['/vault/statistics', allRoles, 'Documents signed per month', '1 document'],
    [`/vault/${vault.data[0].id}`, allRoles, 'Offer', 'Iris Quist'],
    ['/archives', allRoles, 'Agreement', '1 document, 1 signer'],
    ['/settings', allRoles, admin.email.slice(4)],
    ['/settings/security', allRoles, 'Authenticator app', 'this device'],
    ['/settings/organisation', allRoles, 'Organisation usage'],
    ['/settings/branding', adminRoles, 'Reply-to'],
    ['/settings/consent', adminRoles, 'ESIGN'],
    ['/settings/emails', adminRoles, 'Save sender', 'Save archive address'],
    ['/settings/signing-service', adminRoles, 'Save signing service'],
    ['/settings/privacy', adminRoles, 'Erase data'],
    ['/settings/audit-log', adminRoles, 'Process completed', 'API key created', 'Export CSV'],
    ['/processes/new', editorRoles, 'Place fields'],
    [`/processes/new?document=${lease.id}`, editorRoles, 'Lease'],
    [`/processes/${draft.id}/edit`, editorRoles, 'Flat 7', 'Lease'],
    [`/processes/${draft.id}/prepare`, editorRoles, 'Iris Quist'],
    ['/templates/new', editorRoles, 'Place fields'],
    [`/templates/new?process=${draft.id}`, editorRoles, 'Lease'],
    [`/templates/${template.id}/edit`, editorRoles, 'Rental', 'Lease'],
    [`/templates/${template.id}/prepare`, editorRoles, 'Landlord'],
    [`/templates/${template.id}/list`, editorRoles, 'Rental'],
    ['/templates/lists', allRoles, 'Rental'],
    [`/templates/lists/${bulkSend.id}`, allRoles, 'Rental', 'Rows done'],
    ['/folders', allRoles, 'Sales'],
    ['/users', adminRoles, admin.email],
    ['/api-keys', adminRoles, 'Key of Offer'],
    ['/webhooks', adminRoles, '127.0.0.1:9/hooks'],
    [`/webhooks/${webhook.id}`, adminRoles, '127.0.0.1:9/hooks', 'test'],
  ]

  const listed = pages.map(([path]) => path.replace(/\?.*/, '').replace(/\d+/, '[id]'))
  expect(dashboardRoutes().filter(({ route }) => !listed.includes(route))).toEqual([])

  const contexts: Record<Role, BrowserContext> = {
    tenant_admin: page.context(),
    user: await joinAs('user'),
    viewer: await joinAs('viewer'),
  }
  for (const role of allRoles) {
    const { request } = contexts[role]
    const refused = pages.filter(([, allowed]) => !allowed.includes(role)).map(([path]) => path)
    for (const [path, allowed, ...texts] of pages) {
      const read = await readPage(request, path)
      expect([role, path, read.status]).toEqual([role, path, allowed.includes(role) ? 200 : 403])
      expect(read.elements.filter(isLoading), `${role} ${path}`).toEqual([])
      expect(headings(read).includes('No access'), `${role} ${path}`).toBe(!allowed.includes(role))
      if (refused.includes(path)) {
        expect(controls(read), `${role} ${path}`).toEqual([])
        const links = linkPaths(read).filter((link) => refused.includes(link))
        expect(links, `links of ${path} for ${role}`).toEqual([])
        if (!roleMay(role, 'document.write'))
          expect(read.elements.filter(isDropArea), `${role} ${path}`).toEqual([])
      } else for (const text of texts) expect(read.text, `${role} ${path}`).toContain(text)
    }
    for (const path of [
      `/documents/${foreignDocumentId}`,
      '/documents/0',
      '/processes/999999',
      '/templates/x',
    ]) {
      const read = await readPage(request, path)
      expect([path, read.status]).toEqual([path, 404])
      expect(headings(read), `${role} ${path}`).toContain('Page not found')
    }
  }

  async function joinAs(role: Role): Promise<BrowserContext> {
    const email = `${role}.${admin.email}`
    await create(api, '/users', { name: `Vera ${role}`, email, password, role })
    const context = await browser.newContext()
    await signIn(baseURL!, context, { email, password })
    return context
  }
})

/** The id of a document of another tenant. */
async function addForeignDocument(
  baseURL: string | undefined,
  context: BrowserContext,
  signUp: (page: Page) => Promise<Member>,
): Promise<number> {
  const member = await signUp(await context.newPage())
  const { id } = await upload(await connectToApi(baseURL, member), 'Secret')
  await context.close()
  return id
}

test('lists are read, paged, sorted and searched without scripts', async ({ page, baseURL, signUp }) => {
  const api = await connectToApi(baseURL, await signUp(page))
  for (let number = 1; number <= 23; number++)
    await upload(api, `Document ${String(number).padStart(2, '0')}`)
  const context = await withoutScripts(page.context())
  const reader = await context.newPage()
  await reader.goto('/documents')
  const shownNames = () => rowNames(reader, 'Documents')
  const firstPage = await shownNames()
  expect([firstPage.length, firstPage[0]]).toEqual([20, 'Document 23'])
  await reader.getByRole('link', { name: 'Next' }).click()
  await expect.poll(shownNames).toEqual(['Document 03', 'Document 02', 'Document 01'])
  await reader.getByRole('link', { name: 'Previous' }).click()
  await expect.poll(shownNames).toEqual(firstPage)

  await reader.getByRole('columnheader', { name: 'Name' }).getByRole('link').click()
  await expect.poll(async () => (await shownNames())[0]).toBe('Document 01')
  await reader.getByRole('columnheader', { name: 'Name' }).getByRole('link').click()
  await expect.poll(async () => (await shownNames())[0]).toBe('Document 23')

  await reader.getByRole('searchbox').fill('Document 1')
  await reader.getByRole('button', { name: 'Show' }).click()
  await expect.poll(shownNames).toEqual(Array.from({ length: 10 }, (_, index) => `Document ${19 - index}`))
  await reader.getByLabel('Status').selectOption('Signed')
  await reader.getByRole('button', { name: 'Show' }).click()
  await expect(reader.getByText('No results')).toBeVisible()
  await expect(reader.getByRole('searchbox')).toHaveValue('Document 1')
  await context.close()
})

test('all signers of a long process are reached without scripts, and a print says how many there are', async ({
  page,
  baseURL,
  signUp,
}) => {
  const member = await signUp(page)
  const api = await connectToApi(baseURL, member)
  const signers = Array.from({ length: 60 }, (_, index) => ({
    name: `Signer ${index + 1}`,
    email: `${index + 1}.${member.email}`,
    order: index + 1,
  }))
  const draft = await create(api, '/signature-processes', { name: 'Assembly', documents: [], signers })
  const context = await withoutScripts(page.context())
  const reader = await context.newPage()
  await reader.goto(`/processes/${draft.id}?trail=1`)
  await expect(reader.getByText('Signer 50', { exact: true })).toBeVisible()
  await expect(reader.getByText('Signer 51', { exact: true })).toHaveCount(0)
  const pages = reader.getByRole('navigation', { name: 'Pages of “Signers”' })
  await reader.emulateMedia({ media: 'print' })
  await expect(pages.getByText('Page 1 of 2 · 60 in all')).toBeVisible()
  await expect(pages.getByRole('link', { name: 'Next' })).toBeHidden()
  await reader.emulateMedia({ media: 'screen' })
  await pages.getByRole('link', { name: 'Next' }).click()
  await expect(reader).toHaveURL(/\?trail=1&signers=2$/)
  await expect(reader.getByText('Signer 60', { exact: true })).toBeVisible()
  await context.close()
})

test('with scripts, the list shows what its URL says, and the URL follows search and filters', async ({
  page,
  baseURL,
  signUp,
}) => {
  const api = await connectToApi(baseURL, await signUp(page))
  for (const name of ['Lease', 'Offer', 'Annex']) await upload(api, name)
  await page.goto('/documents?search=offer')
  expect(await rowNames(page, 'Documents')).toEqual(['Offer'])
  await page.getByRole('searchbox').fill('')
  await expect(page).toHaveURL(/\/documents$/)
  await expect(page.getByRole('rowheader')).toHaveCount(3)
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('link').click()
  await expect(page).toHaveURL(/\?sort=name$/)
  await expect.poll(() => rowNames(page, 'Documents')).toEqual(['Annex', 'Lease', 'Offer'])
  await page.goBack()
  await expect.poll(() => rowNames(page, 'Documents')).toEqual(['Annex', 'Offer', 'Lease'])
  await page.getByLabel('Status').selectOption('Signed')
  await expect(page).toHaveURL(/\?status=completed$/)
  await expect(page.getByText('No results')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No results')).toBeVisible()
})

test('a page without a session redirects to the login and back', async ({ page, baseURL, signUp }) => {
  const member = await signUp(page)
  await upload(await connectToApi(baseURL, member), 'Lease')
  await page.context().clearCookies()
  await page.goto('/documents?search=lease')
  await page.waitForURL(/\/login\?next=/)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password').fill(member.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/documents\?search=lease$/)
  expect(await rowNames(page, 'Documents')).toEqual(['Lease'])
})

test('the signing page is in the HTML from the server, and loading it records no view', async ({
  page,
  baseURL,
  signUp,
  readMail,
}) => {
  const member = await signUp(page)
  const api = await connectToApi(baseURL, member)
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
