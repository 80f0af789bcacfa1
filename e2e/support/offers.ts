import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { Role } from '#lib/core/roles'
import { roleMay } from '#lib/policy'
import type { DashboardPage } from './dashboard-pages.ts'

const NO_RECORD = 999_999_999

/**
 * The buttons and menu items of the pages, by the beginning of their names, with a request that each of them sends. The
 * requests change nothing: they have no input, and their records do not exist.
 */
const offers: Record<string, string> = {
  'Upload files': 'POST /documents',
  'New process with these signers': 'POST /signature-processes',
  'Save as template': 'POST /templates',
  'New key': 'POST /api-keys',
  'Revoke ': `DELETE /api-keys/${NO_RECORD}`,
  'New folder': 'POST /folders',
  'Rename or change access': `PATCH /folders/${NO_RECORD}`,
  'Invite user': 'POST /users',
  'Change name': `PUT /users/${NO_RECORD}`,
  'Send a password link': `POST /users/${NO_RECORD}/reset-password`,
  Remove: `DELETE /users/${NO_RECORD}`,
  'New webhook': 'POST /webhooks',
  'Send test event': `POST /webhooks/${NO_RECORD}/test`,
  'New secret': `POST /webhooks/${NO_RECORD}/rotate-secret`,
  'Switch off': `PATCH /webhooks/${NO_RECORD}`,
  Move: `PATCH /documents/${NO_RECORD}`,
  Void: `POST /signature-processes/${NO_RECORD}/void`,
  'Cancel process': `POST /signature-processes/${NO_RECORD}/cancel`,
  'Sign in person': `POST /signature-processes/${NO_RECORD}/in-person`,
  'Add a person': `POST /signature-processes/${NO_RECORD}/signers`,
  'Change or replace': `PATCH /signature-processes/${NO_RECORD}/signers/${NO_RECORD}`,
  'Change the confirmation': `PATCH /signature-processes/${NO_RECORD}/signers/${NO_RECORD}`,
  Rename: `PATCH /documents/${NO_RECORD}`,
  'Send immediately': `POST /templates/${NO_RECORD}/use`,
  'Create draft': `POST /templates/${NO_RECORD}/use`,
  'Make a link': `POST /templates/${NO_RECORD}/links`,
  Archive: `POST /vault/documents/${NO_RECORD}/archive`,
  'Add a tag': `PUT /vault/documents/${NO_RECORD}/tags`,
  'Place under legal hold': `PUT /vault/documents/${NO_RECORD}/legal-hold`,
  'Export data': 'POST /privacy/export',
  'Erase data': 'POST /privacy/erase',
  'Upload PNG': 'PUT /account/logo',
  'Save new version': 'PATCH /account',
  'Choose PKCS#12 file': 'PUT /account/seal',
  'Save single sign-on': 'PUT /account/sso',
  'Save sender': 'PUT /account/sender',
  'Save archive address': 'PUT /account/archive-address',
  'Save signing service': 'PUT /account/signing-service',
  'Change password': 'PUT /user/password',
  'Set up': 'POST /user/totp',
  'Sign out everywhere else': `DELETE /user/sessions/${NO_RECORD}`,
  'End: ': `DELETE /user/sessions/${NO_RECORD}`,
}
/** Names that several pages have, with the request by the beginning of the path. */
const offersByPage: Record<string, Record<string, string>> = {
  Delete: {
    '/documents': `DELETE /documents/${NO_RECORD}`,
    '/processes': `DELETE /signature-processes/${NO_RECORD}`,
    '/templates': `DELETE /templates/${NO_RECORD}`,
    '/vault': `DELETE /vault/documents/${NO_RECORD}`,
    '/folders': `DELETE /folders/${NO_RECORD}`,
    '/webhooks': `DELETE /webhooks/${NO_RECORD}`,
  },
  Duplicate: {
    '/documents': `POST /documents/${NO_RECORD}/duplicate`,
    '/processes': `POST /signature-processes/${NO_RECORD}/duplicate`,
    '/templates': `POST /templates/${NO_RECORD}/duplicate`,
  },
  Change: {
    '/processes': `PATCH /signature-processes/${NO_RECORD}`,
    '/templates': `PATCH /templates/${NO_RECORD}`,
    '/webhooks': `PATCH /webhooks/${NO_RECORD}`,
  },
}
/** Names of buttons that send nothing: they open a menu or another page of a list, copy a text, or belong to another button. */
const without = /^(Actions for|More|Copy |Previous|Newer|Older|Logo file|PKCS#12 file|Add$)/

interface Visit {
  role: Role
  page: Page
  /** Requests with the access token of the user. */
  api: APIRequestContext
  pages: DashboardPage[]
}

/**
 * Opens the pages as a role and expects that it meets only what it may do: pages, links, buttons, menus, and the command
 * palette, which stays open. `check` sees each page before its menus are opened.
 */
export async function expectOffers(
  { role, page, api, pages }: Visit,
  check: (path: string) => Promise<void> = async () => {},
) {
  const refusals: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403 && response.url().includes('/api/')) refusals.push(response.url())
  })
  const requests = new Set<string>()
  const refused = pages.filter(({ permission }) => !roleMay(role, permission)).map(({ path }) => path)
  for (const { path } of pages) {
    // All refused pages are one component: `without-scripts.spec.ts` reads the others as text.
    if (refused.indexOf(path) > 0) continue
    const isRefused = refused.includes(path)
    const response = await page.goto(path)
    expect([role, path, response?.status()]).toEqual([role, path, isRefused ? 403 : 200])
    await check(path)
    await expectPermittedLinks(page, role, pages)
    if (isRefused)
      await expect(page.getByRole('main').locator('button, input, select, textarea')).toHaveCount(0)
    else for (const request of await offeredRequests(page, path)) requests.add(request)
    if (!roleMay(role, 'document.write'))
      await expect(page.getByRole('region', { name: /^Drop files/ })).toHaveCount(0)
  }
  expect(refusals, `requests of the pages of ${role}`).toEqual([])
  const allowed = await allowedRequests(api)
  expect([...requests].sort(), `what ${role} is offered`).toEqual(allowed)
  await page.goto('/overview')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option', { name: 'Vault', exact: true })).toBeVisible()
  await expectPermittedLinks(page, role, pages, '[role=option][href]')
}

/** Every link leads to a page that the role may open. */
async function expectPermittedLinks(page: Page, role: Role, pages: DashboardPage[], links = 'a[href^="/"]') {
  const paths = await page
    .locator(links)
    .evaluateAll((elements) =>
      elements.map((element) => new URL((element as HTMLAnchorElement).href).pathname),
    )
  const forbidden = paths.filter((path) => {
    const permission = pages.find((candidate) => candidate.path === path)?.permission
    return permission !== undefined && !roleMay(role, permission)
  })
  expect(forbidden, `links of ${page.url()} for ${role}`).toEqual([])
}

/** The requests of the buttons and menu items of the page. */
async function offeredRequests(page: Page, path: string): Promise<string[]> {
  // The pages of forms belong to one permission as a whole.
  if (/\/(new|edit|list|prepare)$/.test(path)) return []
  const main = page.getByRole('main')
  const names = await main
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.ariaLabel ?? button.textContent))
  for (const menu of await main.locator('[aria-haspopup=menu]').all()) {
    await menu.click()
    await expect(page.getByRole('menu')).toBeFocused()
    names.push(...(await page.getByRole('menuitem').allInnerTexts()))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  return names
    .filter((name) => !without.test(name))
    .map((name) => {
      const byPage = Object.entries(offersByPage[name] ?? {}).find(([start]) => path.startsWith(start))
      const byName = Object.entries(offers).find(([start]) => name.startsWith(start))
      return byPage?.[1] ?? byName?.[1] ?? `"${name}" of ${path} is missing in the list of offers`
    })
}

/** The requests that the service does not forbid. */
async function allowedRequests(api: APIRequestContext): Promise<string[]> {
  const requests = [...Object.values(offers), ...Object.values(offersByPage).flatMap(Object.values)]
  const allowed: string[] = []
  for (const request of new Set<string>(requests)) {
    const [method = '', path] = request.split(' ')
    const response = await api.fetch(`/api/v1${path}`, { method })
    if (response.status() !== 403) allowed.push(request)
  }
  return allowed.sort()
}
