import type { Page } from '@playwright/test'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { createRecords, dashboardPages, type Records, signUpByApi } from '../support/dashboard-pages.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectOffers } from '../support/offers.ts'
import { openDraft, placeZone, send, showPage } from '../support/sender.ts'
import { readCode, signingLink } from '../support/signer.ts'
import { findViolations, ofColours, ofSizes } from '../support/violations.ts'

const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Expects no violations of WCAG 2.2 AA and of `moreRules` on the page, in light and dark mode. */
async function checkAccessibility(page: Page, label: string, moreRules: string[] = []) {
  const rules = Object.fromEntries(moreRules.map((rule) => [rule, { enabled: true }]))
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectNoViolations(page, `${label}, light`, { rules, runOnly: { type: 'tag', values: wcagTags } })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, `${label}, dark`, ofColours)
}

test('every page meets WCAG 2.2 AA, in light and dark mode', async ({
  page,
  openPhone,
  signUp,
  readMail,
}) => {
  test.slow()
  for (const path of ['/', '/login', '/signup']) {
    await page.goto(path)
    await checkAccessibility(page, path)
  }
  const member = await signUp(page)
  const signer = { name: 'Iris Quist', email: `iris.${member.email}` }
  // Without records they are other pages than those of the journey below.
  for (const [path, heading] of [
    ['/overview', /./],
    ['/documents', 'Documents'],
    ['/processes', 'Processes'],
    ['/vault', 'Vault'],
    ['/vault/statistics', 'Statistics'],
    ['/archives', 'Archives'],
    ['/templates', 'Templates'],
    ['/templates/lists', 'Lists'],
    ['/folders', 'Folders'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await checkAccessibility(page, path)
  }
  const pages = [{ mediaBox: [0, 0, 595, 420] as const }]
  await openDraft(page, buildPdf({ pages }), 'Lease', [signer], { enable_otp: true })
  const pageElement = await showPage(page, 1, 1)
  for (const [index, kind] of [
    'Signature',
    'Text',
    'Radio buttons',
    'Drop-down',
    'Checkbox',
    'Date',
  ].entries())
    await placeZone(page, kind, { pageElement, width: 595, x: 150, y: 50 + index * 60 })
  await checkAccessibility(page, 'the editor')
  await page.getByRole('button', { name: /^Review/ }).click()
  await expect(page.getByRole('dialog', { name: 'Ready to send' })).toBeVisible()
  await checkAccessibility(page, 'the review before sending')
  await page.getByRole('button', { name: 'Back to the editor' }).click()
  await send(page)
  await expect(page.getByRole('heading', { name: 'Lease' })).toBeVisible()
  await checkAccessibility(page, 'the process')

  const signerPage = await openPhone()
  await signerPage.goto(signingLink(await readMail(signer.email, /Please sign/)))
  await expect(signerPage.getByRole('button', { name: 'Send code' })).toBeVisible()
  await checkAccessibility(signerPage, 'the one-time code')
  await signerPage.getByRole('button', { name: 'Send code' }).tap()
  await signerPage.getByLabel('6-digit code').fill(await readCode(readMail, signer.email))
  await expect(signerPage.getByRole('article', { name: /^Page 1 of/ })).toBeVisible()
  await checkAccessibility(signerPage, 'the signing page')
  await signerPage.getByRole('button', { name: 'More', exact: true }).tap()
  await expect(signerPage.getByRole('menu')).toBeVisible()
  await checkAccessibility(signerPage, 'the menu of the signing page', ['region'])
  await signerPage.keyboard.press('Escape')
  await signerPage.getByRole('button', { name: 'Start' }).tap()
  await signerPage.getByRole('button', { name: 'Add your signature', exact: true }).tap()
  await expect(signerPage.getByRole('dialog')).toBeVisible()
  await checkAccessibility(signerPage, 'the signature dialog')
})

const desktop = { width: 1280, height: 800 }
/** The viewport of a desktop at a zoom of 200 %. */
const zoomed = { width: 640, height: 400 }
const phoneSize = { width: 390, height: 844 }

/**
 * The violations on a desktop in light mode; then what differs in dark mode (contrast), on a phone (targets) and at
 * 200 %: nothing may need scrolling sideways.
 */
async function checkEverySize(page: Page, label: string) {
  await expectNoViolations(page, `${label}, desktop`, { runOnly: { type: 'tag', values: wcagTags } })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, `${label}, dark`, ofColours)
  await page.emulateMedia({ colorScheme: 'light' })
  for (const viewport of [zoomed, phoneSize]) {
    await page.setViewportSize(viewport)
    // Pages of a PDF are drawn again in their new width.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth), {
        message: `${label} scrolls sideways, ${viewport.width} px wide`,
      })
      .toBe(false)
  }
  await expectNoViolations(page, `${label}, phone`, ofSizes)
  await page.setViewportSize(desktop)
}

async function expectNoViolations(page: Page, label: string, options: Parameters<typeof findViolations>[1]) {
  const problems = (await findViolations(page, options)).flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  )
  expect.soft(problems, label).toEqual([])
}

test('pages with records meet WCAG 2.2 AA on desktop and phone, at 200 %, in light and dark mode, and offer an administrator what they may do', async ({
  browser,
  baseURL,
}) => {
  test.slow()
  const context = await browser.newContext({ viewport: desktop, locale: 'en-GB', reducedMotion: 'reduce' })
  const api = await signUpByApi(baseURL!, context)
  const records = await createRecords(baseURL!, api)
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const states = statesOfPages(records)
  const checkPage = async (path: string) => {
    await checkEverySize(page, path)
    for (const buttons of states[path] ?? []) await checkState(page, path, buttons)
  }
  await expectOffers({ role: 'tenant_admin', page, api, pages: dashboardPages(records) }, checkPage)
  await page.getByRole('dialog').getByRole('combobox').fill('lease')
  await expect(page.getByRole('option', { name: 'Lease Documents' }).first()).toBeVisible()
  await checkEverySize(page, 'the command palette')
  for (const path of [
    '/login/none',
    '/recovery',
    '/recovery/none',
    '/invitation/none',
    '/confirm-address/none',
    '/sign/none',
    '/none',
    '/developers',
    '/developers/documents',
    '/mailbox',
    new URL(records.signingUrl).pathname,
  ]) {
    await page.goto(path)
    await checkEverySize(page, path)
  }
  await context.close()
})

/** What opens on a page, by the buttons that open it: menus, dialogs, and the errors of forms. */
const statesOfPages = (records: Records): Record<string, string[][]> => ({
  '/processes/new': [['Place fields']],
  '/users': [['Invite user', 'Send invitation'], ['Actions for Grace Hopper']],
  '/api-keys': [['New key', 'Create key']],
  '/webhooks': [['New webhook']],
  '/folders': [['New folder', 'Create'], ['Actions for Sales']],
  [`/processes/${records.sentId}`]: [['Actions for Iris Quist'], ['Cancel']],
  [`/vault/${records.vaultDocumentId}`]: [['Actions for Offer']],
  [`/documents/${records.documentId}`]: [['Move']],
})

async function checkState(page: Page, path: string, buttons: string[]) {
  for (const name of buttons) await page.getByRole('button', { name }).first().click()
  const opened = page.locator('[role=dialog], [role=alertdialog], [role=menu]')
  // Their code is loaded when they open.
  if (path !== '/processes/new') await expect(opened.first()).toBeVisible()
  await checkEverySize(page, `${path}, ${buttons.join(', ')}`)
  await page.keyboard.press('Escape')
  await expect(opened).toHaveCount(0)
}
