import { createServer, type Server } from 'node:http'
import type { Page } from '@playwright/test'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { Client } from '../../scripts/client.ts'
import { expect, test } from '../support/fixtures.ts'
import { connectToApi, create, upload } from '../support/records.ts'
import { expectAccessible, signingLink } from '../support/signer.ts'
import { ofColours, ofSizes } from '../support/violations.ts'

let provider: Server | undefined
test.afterEach(async () => {
  provider?.close()
  provider = undefined
})

const screens = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1280, height: 900 },
]

/**
 * Each screen, in light and dark: accessible by what can differ there, and no wider than the screen. On the first by all
 * rules, if `states-of-codes.spec.ts` does not see the state.
 */
async function expectFits(page: Page, state: string, rulesOfFirst = {}) {
  for (const screen of screens) {
    await page.setViewportSize(screen)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const isFirst = screen === screens[0]
      if (colorScheme === 'dark') await expectAccessible(page, ofColours)
      else await expectAccessible(page, isFirst ? rulesOfFirst : ofSizes)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width, state).toBeLessThanOrEqual(screen.width)
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/${state}-${screen.width}-${colorScheme}.png` })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(screens[0]!)
}

test('an access code is locked after five incorrect ones, until the sender gives a new one', async ({
  page,
  openPhone,
  baseURL,
  signUp,
  readMail,
}) => {
  test.slow()
  const sender = await signUp(page)
  const api = await connectToApi(baseURL, sender)
  const iris = { name: 'Iris Quist', email: `iris.${sender.email}` }
  const { id: documentId } = await upload(api, 'Lease')
  const { id } = await create(api, '/signature-processes', {
    name: 'Lease',
    documents: [{ id: documentId }],
    signers: [{ ...iris, otp: 'access_code', access_code: 'blue heron 1848' }],
    send: true,
  })
  const signer = await openPhone()
  await signer.goto(signingLink(await readMail(iris.email, /Please sign/)))
  const code = signer.getByLabel('Access code', { exact: true })
  const open = signer.getByRole('button', { name: 'Open the document' })
  await open.tap()
  await expect(signer.getByText('Enter the access code.')).toBeVisible()
  for (const left of ['4 attempts', '3 attempts', '2 attempts', 'one attempt']) {
    await code.fill('grey heron')
    await open.tap()
    await expect(
      signer.getByText(`This is not the access code. You have ${left} left.`, { exact: true }),
    ).toBeVisible()
  }
  await expectFits(signer, 'access-code', ofSizes)
  await code.fill('grey heron')
  await open.tap()
  await expect(signer.getByRole('heading', { name: 'The access code is locked' })).toBeVisible()
  await expect(signer.getByText(`${sender.name} has been told, and can give you a new one.`)).toBeVisible()
  await signer.reload()
  await expect(signer.getByRole('heading', { name: 'The access code is locked' })).toBeVisible()
  await expectFits(signer, 'access-code-locked', ofSizes)

  await readMail(sender.email, /access code/i)
  await page.goto(`/processes/${id}`)
  await page.getByRole('button', { name: 'Actions for Iris Quist' }).click()
  await page.getByRole('menuitem', { name: 'Change or replace' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Iris Quist' })
  await expect(dialog.getByLabel('Confirmation')).toHaveValue('access_code')
  await dialog.getByLabel('Access code', { exact: true }).fill('abc')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert').or(dialog.getByText(/at least/))).toBeVisible()
  await dialog.getByLabel('Access code', { exact: true }).fill('red kite 1902')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  // The page notices it by itself.
  await expect(code).toBeVisible({ timeout: 30_000 })
  await code.fill('Red Kite 1902 ')
  await open.tap()
  await expect(signer.getByRole('article', { name: /^Page 1 of/ })).toBeVisible()
})

test('a recipient of a copy enters the access code before the download, also once the document is void', async ({
  openPhone,
  baseURL,
}) => {
  test.slow()
  const client = await Client.signUp(baseURL!)
  const { id: documentId } = await client.upload(buildPdf(), 'Lease.pdf')
  const { data: process } = await client.request('POST /signature-processes', {
    body: {
      name: 'Lease',
      documents: [{ id: documentId }],
      signers: [
        { name: 'Iris Quist', email: 'iris@example.com' },
        {
          name: 'Ola Berg',
          email: 'ola@example.com',
          role: 'cc',
          otp: 'access_code',
          access_code: 'blue heron 1848',
        },
      ],
      options: { enable_otp: false, enable_notifications: false },
      send: true,
    },
  })
  await client.sign(await client.findLink(process.id, process.signers[0]!.id), 'Iris Quist')
  const params = { id: process.id }
  const readStatus = async () =>
    (await client.request('GET /signature-processes/{id}', { path: params })).data.status
  await expect.poll(readStatus, { timeout: 30_000 }).toBe('completed')
  const link = await client.findLink(process.id, process.signers[1]!.id)

  const recipient = await openPhone()
  const open = async () => {
    await recipient.goto(link)
    await expect(recipient.getByRole('button', { name: 'Open the document' })).toBeVisible()
  }
  const download = async (state: string) => {
    await recipient.getByLabel('Access code', { exact: true }).fill('blue heron 1848')
    await recipient.getByRole('button', { name: 'Open the document' }).tap()
    const button = recipient.getByRole('link', { name: /^Download/ })
    await expect(button).toBeVisible()
    await expectFits(recipient, `${state}-entered`)
    const [file] = await Promise.all([recipient.waitForEvent('download'), button.tap()])
    expect(file.suggestedFilename()).toMatch(/\.pdf$/)
  }
  await open()
  await expectFits(recipient, 'code-completed')
  await download('code-completed')
  await client.request('POST /signature-processes/{id}/void', {
    path: params,
    body: { reason: 'Wrong rent' },
  })
  await recipient.context().clearCookies()
  await open()
  await download('code-void')
})

test('a code by SMS is pasted; an incorrect one counts, and another can be sent after the wait', async ({
  page,
  openPhone,
  baseURL,
  signUp,
  readMail,
}) => {
  test.slow()
  test.skip(!process.env.SMS_URL, 'SMS_URL says where the service sends text messages; npm test sets it.')
  const messages: { to: string; text: string }[] = []
  provider = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    messages.push(JSON.parse(body))
    response.writeHead(204).end()
  }).listen(Number(new URL(process.env.SMS_URL!).port), '127.0.0.1')

  const sender = await signUp(page)
  const api = await connectToApi(baseURL, sender)
  const iris = { name: 'Iris Quist', email: `iris.${sender.email}` }
  const { id: documentId } = await upload(api, 'Lease')
  const number = `+4917${String(Date.now()).slice(-8)}`
  await create(api, '/signature-processes', {
    name: 'Lease',
    documents: [{ id: documentId }],
    signers: [{ ...iris, otp: 'sms', phone: number }],
    send: true,
  })
  const signer = await openPhone()
  await signer.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signer.goto(signingLink(await readMail(iris.email, /Please sign/)))
  await expect(signer.getByText(/enter the code that we send as a text message to/)).toBeVisible()
  await expect(signer.getByText(number)).toHaveCount(0)
  await expectFits(signer, 'sms', ofSizes)
  const sendCode = signer.getByRole('button', { name: 'Send code' })
  await signer.route('**/otp', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal_error', message: '' } } }),
  )
  await sendCode.press('Enter')
  await expect(signer.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible()
  await expect(sendCode).toBeEnabled()
  await expect(sendCode).toBeFocused()
  await signer.unroute('**/otp')
  await sendCode.tap()
  const code = signer.getByLabel('6-digit code')
  await expect(code).toBeFocused()
  await expect(signer.getByRole('button', { name: /^New code in/ })).toBeDisabled()
  await expect.poll(() => messages.length).toBe(1)
  const [{ to, text }] = messages as [{ to: string; text: string }]
  expect(to).toBe(number)
  const digits = /^\d{6}/.exec(text)?.[0] ?? ''
  expect(digits).not.toBe('')

  await code.pressSequentially('123')
  await expectFits(signer, 'sms-digits')
  await code.fill('')
  await code.pressSequentially(digits === '000000' ? '111111' : '000000')
  await expect(signer.getByText('Incorrect code. You have 4 attempts left.')).toBeVisible()
  await expect(code).toHaveValue('')
  await expectFits(signer, 'sms-incorrect')
  await signer.reload()
  await expect(signer.getByText('You have 4 attempts left.', { exact: true })).toBeVisible()

  // As it is copied from a message: with spaces.
  await signer.evaluate(
    (copied) => navigator.clipboard.writeText(copied),
    ` ${digits.slice(0, 3)} ${digits.slice(3)}`,
  )
  await code.focus()
  await code.press('Control+V')
  await expect(signer.getByRole('article', { name: /^Page 1 of/ })).toBeVisible()
})
