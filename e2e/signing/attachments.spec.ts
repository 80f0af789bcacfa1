import { createCanvas } from '@napi-rs/canvas'
import type { Page } from '@playwright/test'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { Client, makeLogin } from '../../scripts/client.ts'
import { expect, test } from '../support/fixtures.ts'
import { sendAndFindLinks } from '../support/links.ts'
import { signIn } from '../support/records.ts'
import { adopt, sign } from '../support/signer.ts'

const zone = { signer: 0, page: 1, x: 40, width: 200, height: 36 }
const png = {
  name: 'passport.png',
  mimeType: 'image/png',
  buffer: createCanvas(40, 30).toBuffer('image/png'),
}
const pdf = { name: 'passport.pdf', mimeType: 'application/pdf', buffer: Buffer.from(buildPdf()) }
const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('A note') }

const passport = (page: Page) => page.getByRole('button', { name: /^Passport: / })

async function choose(page: Page, file: typeof png) {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), passport(page).tap()])
  await chooser.setFiles(file)
}

test('a signer adds, replaces and removes a file, and the sender gets it with the signature', async ({
  page,
  openPhone,
  baseURL,
}) => {
  const login = makeLogin()
  const client = await Client.signUp(baseURL!, login)
  const { id: documentId } = await client.upload(buildPdf(), 'Lease.pdf')
  const sentProcess = await client.send(documentId, ['Iris Quist'], {
    zones: [
      { ...zone, y: 60, type: 'text', label: 'City' },
      { ...zone, y: 130, type: 'attachment', label: 'Passport' },
      { ...zone, y: 200, type: 'signature' },
    ],
  })
  const signerPage = await openPhone()
  const link = await client.findLink(sentProcess.id, sentProcess.signers[0]!.id)
  await signerPage.goto(link)
  await signerPage.getByRole('textbox', { name: 'City' }).fill('Oslo')
  await signerPage.getByRole('button', { name: 'Next field' }).tap()
  await expect(passport(signerPage)).toBeFocused()

  await choose(signerPage, text)
  await expect(signerPage.getByText(/^This file cannot be used\./)).toBeVisible()
  await choose(signerPage, png)
  await expect(passport(signerPage)).toHaveAccessibleName('Passport: passport.png')
  await expect(signerPage.getByText(/^This file cannot be used\./)).toHaveCount(0)
  await signerPage.getByRole('button', { name: 'Remove the file: passport.png' }).tap()
  await expect(passport(signerPage)).toHaveAccessibleName('Passport: Add a file')
  await expect(passport(signerPage)).toBeFocused()

  await signerPage.getByRole('button', { name: 'Signature: Add your signature' }).tap()
  await adopt(signerPage, { text: 'Iris Quist' })
  // The file is still missing.
  await expect(signerPage.getByRole('button', { name: 'Review and sign' })).toHaveCount(0)
  await choose(signerPage, png)
  await expect(passport(signerPage)).toHaveAccessibleName('Passport: passport.png')
  await choose(signerPage, pdf)
  await expect(passport(signerPage)).toHaveAccessibleName('Passport: passport.pdf')
  await signerPage.reload()
  await expect(passport(signerPage)).toHaveAccessibleName('Passport: passport.pdf')
  // Another device removes it.
  const { id: field } = sentProcess.fields.find(({ type }) => type === 'attachment')!
  const token = new URL(link).pathname.split('/').at(-1)
  const removed = await signerPage.request.delete(`/api/v1/signing/${token}/attachments/${field}`)
  expect(removed.ok()).toBe(true)
  await signerPage.reload()
  await expect(passport(signerPage)).toHaveAccessibleName('Passport: Add a file')
  await choose(signerPage, pdf)
  await expect(passport(signerPage)).toHaveAccessibleName('Passport: passport.pdf')
  await sign(signerPage)

  await signIn(baseURL!, page.context(), login)
  await page.goto(`/processes/${sentProcess.id}`)
  const files = page.getByRole('list', { name: 'Files from Iris Quist' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    files.getByRole('link', { name: 'passport.pdf' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('passport.pdf')
})

test('a file is shown as the service has it where the response was lost', async ({ openPhone, baseURL }) => {
  const client = await Client.signUp(baseURL!)
  const [link] = await sendAndFindLinks(client, {
    signers: [{}],
    fields: [{ page: 1, x: 40, y: 130, width: 200, height: 36, type: 'attachment', label: 'Passport' }],
  })
  const page = await openPhone()
  await page.goto(link!)
  await choose(page, png)
  await expect(passport(page)).toHaveAccessibleName('Passport: passport.png')
  const removal = page.getByRole('button', { name: /^Remove the file/ })
  const requests = '**/attachments/*'
  await page.route(requests, (route) => route.abort('connectionreset'))
  await removal.tap()
  await expect(page.getByText('The file was not removed. Try again.')).toBeVisible()
  await choose(page, pdf)
  await expect(page.getByText('The file did not arrive. Try again.')).toBeVisible()
  await expect(passport(page)).toHaveAccessibleName('Passport: passport.png')
  await page.unroute(requests)
  await page.route(requests, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await choose(page, pdf)
  await expect(passport(page)).toHaveAccessibleName('Passport: passport.pdf')
  await expect(page.getByText('Try again.')).toHaveCount(0)
  await removal.tap()
  await expect(passport(page)).toHaveAccessibleName('Passport: Add a file')
  await expect(passport(page)).toBeFocused()
  await expect(page.getByText('Try again.')).toHaveCount(0)
})
