import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { expect, test } from './fixtures.ts'
import { draftProcess, placeZone, send, showPage } from './sender.ts'
import { openEmail, phone, signingLink } from './signer.ts'

const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The violations of WCAG 2.2 AA on the page, in light and dark mode. */
async function checkAccessibility(page: Page, label: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).withTags(wcagTags).analyze()
    const problems = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')}`),
    )
    expect.soft(problems, `${label}, ${colorScheme}`).toEqual([])
  }
}

test('every page meets WCAG 2.2 AA, in light and dark mode', async ({ page, browser, signUp, readMail }) => {
  test.slow()
  for (const path of ['/', '/login', '/signup']) {
    await page.goto(path)
    await checkAccessibility(page, path)
  }
  const member = await signUp(page)
  const signer = { name: 'Iris Quist', email: `iris.${member.email}` }
  for (const [path, heading] of [
    ['/overview', /./],
    ['/documents', 'Documents'],
    ['/processes', 'Processes'],
    ['/vault', 'Vault'],
    ['/vault/statistics', 'Statistics'],
    ['/archives', 'Archives'],
    ['/processes/new', /./],
    ['/templates', 'Templates'],
    ['/templates/lists', 'Lists'],
    ['/folders', 'Folders'],
    ['/settings', 'Profile'],
    ['/settings/security', 'Security'],
    ['/settings/organisation', 'Organisation'],
    ['/settings/branding', 'Branding'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await checkAccessibility(page, path)
  }
  const pages = [{ mediaBox: [0, 0, 595, 420] as const }]
  await draftProcess(page, buildPdf({ pages }), 'Lease', [signer])
  const pageElement = await showPage(page, 1, 1)
  for (const [index, kind] of ['Signature', 'Text', 'Choice', 'List', 'Checkbox', 'Date'].entries())
    await placeZone(page, kind, { pageElement, width: 595, x: 150, y: 50 + index * 60 })
  await checkAccessibility(page, 'the editor')
  await page.getByRole('button', { name: /^Review/ }).click()
  await expect(page.getByRole('dialog', { name: 'Ready to send' })).toBeVisible()
  await checkAccessibility(page, 'the review before sending')
  await page.getByRole('button', { name: 'Back to the editor' }).click()
  await send(page)
  await expect(page.getByRole('heading', { name: 'Lease' })).toBeVisible()
  await checkAccessibility(page, 'the process')

  const context = await phone(browser)
  const signerPage = await context.newPage()
  const link = signingLink(await readMail(signer.email, /Please sign/))
  await signerPage.goto(link)
  await expect(signerPage.getByRole('button', { name: 'Send code' })).toBeVisible()
  await checkAccessibility(signerPage, 'the one-time code')
  await openEmail(signerPage, readMail, signer.email, link)
  await checkAccessibility(signerPage, 'the signing page')
  await signerPage.getByRole('button', { name: 'Start' }).tap()
  await signerPage.getByRole('button', { name: 'Add your signature', exact: true }).tap()
  await expect(signerPage.getByRole('dialog')).toBeVisible()
  await checkAccessibility(signerPage, 'the signature dialog')
  await context.close()
})
