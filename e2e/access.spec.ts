import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { expect, test } from './fixtures.ts'
import { draftProcess, placeZone, send, showPage } from './sender.ts'
import { openEmail, phone, signingLink } from './signer.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The violations of WCAG 2.2 AA on the page, in light and dark mode. */
async function lookAt(page: Page, what: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')}`),
    )
    expect.soft(found, `${what}, ${colorScheme}`).toEqual([])
  }
}

test('every page meets WCAG 2.2 AA, in light and dark mode', async ({ page, browser, signUp, readMail }) => {
  test.slow()
  for (const path of ['/', '/login', '/signup']) {
    await page.goto(path)
    await lookAt(page, path)
  }
  const member = await signUp(page)
  const signer = { name: 'Iris Quist', email: `iris.${member.email}` }
  for (const [path, heading] of [
    ['/overview', /./],
    ['/documents', 'Documents'],
    ['/processes', 'Processes'],
    ['/vault', 'Vault'],
    ['/processes/new', /./],
    ['/templates', 'Templates'],
    ['/templates/lists', 'Lists'],
    ['/folders', 'Folders'],
    ['/settings', 'Settings'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await lookAt(page, path)
  }
  const pages = [{ mediaBox: [0, 0, 595, 420] as const }]
  await draftProcess(page, buildPdf({ pages: pages }), 'Lease', [signer])
  const pageElement = await showPage(page, 1, 1)
  for (const [index, kind] of ['Signature', 'Text', 'Choice', 'List', 'Checkbox', 'Date'].entries())
    await placeZone(page, kind, { sheet: pageElement, width: 595, x: 150, y: 50 + index * 60 })
  await lookAt(page, 'the zones')
  await page.getByRole('button', { name: /^Review/ }).click()
  await expect(page.getByRole('dialog', { name: 'Ready to send' })).toBeVisible()
  await lookAt(page, 'the last look before sending')
  await page.getByRole('button', { name: 'Back to the editor' }).click()
  await send(page)
  await expect(page.getByRole('heading', { name: 'Lease' })).toBeVisible()
  await lookAt(page, 'the process')

  const context = await phone(browser)
  const hand = await context.newPage()
  const link = signingLink(await readMail(signer.email, /Please sign/))
  await hand.goto(link)
  await expect(hand.getByRole('button', { name: 'Send code' })).toBeVisible()
  await lookAt(hand, 'the code')
  await openEmail(hand, readMail, signer.email, link)
  await lookAt(hand, 'the letter to sign')
  await hand.getByRole('button', { name: 'Start' }).tap()
  await hand.getByRole('button', { name: 'Add your signature', exact: true }).tap()
  await expect(hand.getByRole('dialog')).toBeVisible()
  await lookAt(hand, 'the pad')
  await context.close()
})
