import type { Page } from '@playwright/test'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { Client } from '../../scripts/client.ts'
import { expect, test } from '../support/fixtures.ts'
import { sendAndFindLinks } from '../support/links.ts'
import { button, en, startWalk, type Walk } from '../support/walk.ts'

/*
 * Each state of a signing page that has not ended, in each language. PICTURES=folder makes pictures of all of them,
 * AXE=all checks each with axe in each language.
 */

test.describe.configure({ mode: 'parallel' })
let walk: Walk
let client: Client
test.beforeEach(async ({ browser, baseURL }) => {
  test.setTimeout(process.env.PICTURES || process.env.AXE ? 3600_000 : 240_000)
  walk = await startWalk(browser)
  client = await Client.signUp(baseURL!)
})
test.afterEach(() => walk.page.context().close())

const types = [
  ...['signature', 'initials', 'text', 'number', 'date', 'email', 'name', 'company', 'checkbox'],
  ...['radio', 'dropdown', 'attachment'],
] as const

/** A field of each type without a label of the sender, below each other. */
const fields = types.map((type, index) => ({
  ...{ type, page: 1, x: index % 2 === 0 ? 60 : 340, y: 60 + Math.floor(index / 2) * 90, required: true },
  ...(type === 'checkbox' ? { width: 20, height: 20 } : { width: 180, height: 30 }),
  ...((type === 'radio' || type === 'dropdown') && { options: ['Monthly', 'Yearly'] }),
  ...(type === 'text' && { validation: { min_length: 4 } }),
  ...(type === 'number' && { validation: { max: 500 } }),
  ...(type === 'date' && { validation: { min_date: '2030-01-01' } }),
}))

const zone = (page: Page, type: (typeof types)[number]) => {
  if (type === 'radio') return page.getByRole('radiogroup').getByRole('radio').first()
  const controls = page.getByRole('article').locator('input:not([type=file]), select, button, textarea')
  return controls.and(page.locator(`[aria-label^="${en[type]}"]`)).first()
}

async function fillIn(page: Page, values: Record<string, string>) {
  for (const [type, value] of Object.entries(values)) await zone(page, type as 'text').fill(value)
  await zone(page, 'checkbox').focus()
}

async function openDocument({ page, open }: Walk) {
  const [link] = await sendAndFindLinks(client, {
    signers: [{}],
    fields,
    options: { allow_delegation: true, message: 'The cellar is included.' },
  })
  await open(link!)
  await expect(page.getByRole('article').first()).toBeVisible()
}

test('the document and its fields, in each language', async () => {
  const { page, see } = walk
  await page.route('**/draft', (route) => route.abort())
  await openDocument(walk)
  // The page's own font has six Greek letters, and draws ω as Ω.
  const countFaces = (text: string) =>
    page.evaluate(async (text) => {
      const [family] = getComputedStyle(document.body).fontFamily.split(',')
      return (await document.fonts.load(`1rem ${family}`, text)).length
    }, text)
  expect([await countFaces('w'), await countFaces('ω')]).toEqual([1, 0])
  await see('document')
  const code = '**/_next/static/**/*.js'
  await page.route(code, (route) => route.abort())
  await zone(page, 'signature').click()
  await expect(page.getByRole('alert').getByText(en.offline!)).toBeVisible()
  await page.unroute(code)
  await see('dialog-not-loaded')
  await page.getByRole('alert').getByRole('button', { name: en.close! }).click()
  for (const type of types) {
    await zone(page, type).focus()
    await see(`field-${type}`, { languages: ['ar', 'el', 'hi'] })
  }
  await fillIn(page, { text: 'abc', number: 'many', date: '2029-12-31', email: 'iris' })
  await see('fields-incorrect')
  await zone(page, 'text').focus()
  await see('field-incorrect')
})

test('the signature and the last step, in each language', async () => {
  const { page, see } = walk
  await openDocument(walk)
  await zone(page, 'initials').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await see('initials')
  await page.keyboard.press('Escape')
  await zone(page, 'signature').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await button(page, 'useSignature').click()
  await see('signature-empty')
  await button(page, 'drawFull').click()
  await see('signature-full-screen')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: en.upload! }).click()
  await see('signature-upload')
  await page
    .getByLabel(en.uploadChoose!)
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('a') })
  await expect(page.getByText(en.uploadBad!)).toBeVisible()
  await see('signature-upload-refused')
  await page.setViewportSize({ width: 1280, height: 800 })
  await button(page, 'phoneContinue').click()
  await expect(page.getByRole('img', { name: en.phoneCode! })).toBeVisible()
  await see('signature-phone', { screen: { width: 1280, height: 800 } })
  await button(page, 'back').click()
  await page.getByRole('tab', { name: en.type! }).click()
  await expect(page.getByRole('radio').first()).toBeAttached()
  await see('signature-type')
  await button(page, 'useSignature').click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await fillIn(page, {
    text: 'Lyon 7',
    number: '42',
    date: '2030-02-01',
    email: 'iris@example.com',
    company: 'Quist',
  })
  await zone(page, 'checkbox').check()
  await page.getByRole('radio', { name: 'Monthly' }).check()
  await zone(page, 'dropdown').selectOption('Yearly')
  await zone(page, 'initials').click()
  await page.getByRole('tab', { name: en.type! }).click()
  await button(page, 'useInitials').click()
  await expect(page.getByRole('dialog')).toBeHidden()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), zone(page, 'attachment').click()])
  await chooser.setFiles({
    name: 'passport.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(buildPdf()),
  })
  await expect(page.getByText('passport.pdf', { exact: true })).toBeVisible()
  await see('filled')
  await button(page, 'finish').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await see('finish')
  await button(page, 'sign').click()
  await see('finish-without-consent')
  await page.getByRole('checkbox', { name: en.consent! }).check()
  await page.route('**/sign', (route) => route.abort())
  await button(page, 'sign').click()
  await expect(page.getByText(en.signingWaits!)).toBeVisible()
  await see('finish-offline')
})

test('the dialogs of the menu, in each language', async () => {
  const { page, see, open } = walk
  const [link] = await sendAndFindLinks(client, { signers: [{}], options: { allow_delegation: true } })
  await open(link!)
  await expect(page.getByRole('article').first()).toBeVisible()
  await button(page, 'more').click()
  await see('more')
  await page.keyboard.press('Escape')
  const dialog = page.locator('[role=dialog], [role=alertdialog]')
  const choose = async (item: string) => {
    const entry = page.getByRole('menuitem', { name: en[item]! })
    // A menu that is opened while a dialog still closes can be closed with it.
    await expect(async () => {
      if (!(await entry.isVisible())) await button(page, 'more').click()
      await entry.click({ timeout: 2000 })
    }).toPass()
    await expect(dialog).toBeVisible()
  }
  const leave = async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  await choose('later')
  await see('later')
  await leave()
  await choose('askSender')
  await see('question')
  await button(page, 'askSend').click()
  await see('question-empty')
  await page.getByLabel(en.askLabel!).fill('The cellar is included.')
  await button(page, 'askSend').click()
  await expect(dialog.getByRole('status')).toBeVisible()
  await see('question-sent')
  await leave()
  await choose('report')
  await page.getByLabel(en.reportLabel!).fill('The cellar is included.')
  await button(page, 'reportSend').click()
  await expect(dialog.getByRole('status')).toBeVisible()
  await see('report-sent')
  await leave()
  await choose('delegate')
  await see('delegate')
  await button(page, 'delegateSend').click()
  await see('delegate-empty')
  await page.getByLabel(en.delegateName!).fill('Iris Quist')
  await page.getByLabel(en.delegateEmail!).fill('iris@example.com')
  await page.getByLabel(en.delegateReason!).fill('The cellar is included.')
  await page.route('**/delegate', (route) =>
    route.fulfill({
      status: 400,
      json: { error: { code: 'validation_error', message: '', errors: { email: [''] } } },
    }),
  )
  await button(page, 'delegateSend').click()
  await expect(page.getByText(en.delegateNotPossible!)).toBeVisible()
  await see('delegate-not-possible')
  await leave()
  await choose('refuse')
  await see('refuse')
  await button(page, 'refuseConfirm').click()
  await see('refuse-empty')
  await page.getByLabel(en.refuseReason!).fill('The cellar is included.')
  await page.route('**/refuse', (route) => route.abort())
  await button(page, 'refuseConfirm').click()
  await expect(page.getByText(en.offline!)).toBeVisible()
  await see('refuse-offline')
})

test('approvers, readers, one person for two, and a test, in each language', async () => {
  const { page, see, open } = walk
  const [approver, viewer] = await sendAndFindLinks(client, {
    signers: [{ role: 'approver' }, { role: 'viewer' }, {}],
  })
  await open(approver!)
  await see('approver')
  await button(page, 'approveStep').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await see('approver-finish')
  await open(viewer!)
  await see('viewer')
  const email = `iris.${crypto.randomUUID()}@example.com`
  const [shared] = await sendAndFindLinks(client, {
    signers: [{ email }, { email, role: 'approver' }],
  })
  await open(shared!)
  await see('for-two')
})
