import type { APIRequestContext, Page } from '@playwright/test'
import { formatDayInDigits, formatValue } from '#lib/processes/fields/format-value'
import { expect, test } from '../support/fixtures.ts'
import { connectToApi, create, upload } from '../support/records.ts'
import { adopt, sign, signingLink } from '../support/signer.ts'

test.use({ serviceWorkers: 'allow' })

const OFFLINE_MILLISECONDS = 10_000

interface Signer {
  name: string
  email: string
  role?: 'signer' | 'approver'
  order?: number
}

/** Sends a document with a text field for each signer, and a signature for each of role `signer`. */
async function sendTo(api: APIRequestContext, name: string, signers: Signer[]) {
  const document = await upload(api, name)
  const box = { page: 1, height: 30, document_index: 0 }
  const fields = signers.flatMap(({ role }, signer_index) => [
    {
      ...box,
      signer_index,
      type: 'text',
      label: `City of ${signers[signer_index]!.name}`,
      x: 60,
      y: 60 + 60 * signer_index,
      width: 200,
    },
    ...(role === 'approver'
      ? []
      : [{ ...box, signer_index, type: 'signature', x: 320, y: 60 + 60 * signer_index, width: 160 }]),
  ])
  return create(api, '/signature-processes', {
    ...{ name, signers, fields, send: true },
    documents: [{ id: document.id }],
    options: { enable_otp: false },
  })
}

const cityOf = (page: Page, name: string) => page.getByRole('textbox', { name: `City of ${name}` })
const saved = (page: Page) => page.getByText('Saved', { exact: true })

test('a document is filled in on a desktop and a phone in turn, and signed although the network is away', async ({
  page,
  browser,
  openPhone,
  signUp,
  readMail,
  baseURL,
}) => {
  test.slow()
  const member = await signUp(page)
  const signer = { name: 'Noor Nee', email: `noor.${member.email}` }
  await sendTo(await connectToApi(baseURL, member), 'Lease', [signer])
  const link = signingLink(await readMail(signer.email, /Please sign/))

  const desktopContext = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
  const desktop = await desktopContext.newPage()
  await desktop.clock.install()
  await desktop.goto(link)
  await cityOf(desktop, 'Noor Nee').fill('Ly')
  await expect(saved(desktop)).toBeVisible()

  // The desktop is offline in the middle: the page says so, and saves when the network is back.
  await desktopContext.setOffline(true)
  await cityOf(desktop, 'Noor Nee').fill('Lyon')
  await expect(desktop.getByText(/^No connection\. What you fill in is kept here/)).toBeVisible()
  // The notice covers no control.
  await desktop.getByRole('button', { name: 'Zoom in' }).click({ trial: true })
  await desktop.clock.runFor(OFFLINE_MILLISECONDS)
  await expect(cityOf(desktop, 'Noor Nee')).toHaveValue('Lyon')
  await desktopContext.setOffline(false)
  await expect(saved(desktop)).toBeVisible()
  await expect(desktop.getByText(/^No connection/)).toHaveCount(0)

  const signerPhone = await openPhone()
  await signerPhone.clock.install()
  await signerPhone.goto(link)
  await expect(cityOf(signerPhone, 'Noor Nee')).toHaveValue('Lyon')
  await cityOf(signerPhone, 'Noor Nee').fill('Lyon 7e')
  await signerPhone.getByRole('button', { name: 'Add your signature' }).last().tap()
  await adopt(signerPhone, { text: 'Noor Nee' })
  await expect(saved(signerPhone)).toBeVisible()

  // Back at the desktop, which sees what the phone has saved.
  await desktop.getByRole('heading', { name: 'Lease' }).click()
  await expect(desktop.getByText('Updated with what was filled in on another device.')).toBeVisible()
  await expect(cityOf(desktop, 'Noor Nee')).toHaveValue('Lyon 7e')
  await expect(desktop.getByRole('button', { name: /Change, Noor Nee/ })).toBeVisible()

  // The phone loses the network at the last step: the signature is sent when it is back.
  await signerPhone.getByRole('button', { name: 'Review and sign' }).tap()
  const dialog = signerPhone.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'I agree' }).tap()
  await signerPhone.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Sign', exact: true }).tap()
  await expect(
    dialog.getByText(/^When the connection is back, your signature is sent by itself/),
  ).toBeVisible()
  await signerPhone.clock.runFor(OFFLINE_MILLISECONDS)
  await signerPhone.context().setOffline(false)
  await expect(signerPhone.getByRole('heading', { name: /You have signed/ })).toBeVisible()
  await expect(signerPhone.getByText('This was done on another device.')).toHaveCount(0)

  // The desktop still shows the document: what is filled in there does not count any more.
  await cityOf(desktop, 'Noor Nee').fill('Paris')
  await expect(desktop.getByRole('heading', { name: /You have signed/ })).toBeVisible()
  await expect(desktop.getByText('This was done on another device.')).toBeVisible()
  await desktopContext.close()
})

test('a device whose clock is three days behind shows and sends the day of the service', async ({
  page,
  openPhone,
  signUp,
  readMail,
  baseURL,
}) => {
  test.slow()
  const member = await signUp(page)
  const email = `ilse.${member.email}`
  const api = await connectToApi(baseURL, member)
  const document = await upload(api, 'Lease')
  const box = { document_index: 0, signer_index: 0, page: 1, x: 60, width: 160, height: 24 }
  const { id } = await create(api, '/signature-processes', {
    ...{ name: 'Lease', documents: [{ id: document.id }], send: true },
    signers: [{ name: 'Ilse Ott', email }],
    fields: [
      { ...box, type: 'date', label: 'Day', y: 60 },
      { ...box, type: 'date', label: 'Typed', y: 120 },
      { ...box, type: 'date', label: 'Signed on', y: 180, auto: true },
      { ...box, type: 'signature', y: 240 },
    ],
    options: { enable_otp: false, locale: 'en' },
  })
  const signerPhone = await openPhone()
  await signerPhone.clock.install({ time: Date.now() - 3 * 86_400_000 })
  await signerPhone.goto(signingLink(await readMail(email, /Please sign/)))
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const today = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(new Date())
  const day = (label: string) => signerPhone.getByRole('textbox', { name: new RegExp(`^${label}`) })
  for (const label of ['Day', 'Typed', 'Signed on'])
    await expect(day(label)).toHaveValue(formatValue('date', today, 'en'))
  await day('Typed').fill(formatDayInDigits(today, 'en'))
  await day('Typed').blur()
  await expect(day('Typed')).not.toHaveAttribute('aria-invalid')
  // The clock is corrected while the page is open.
  await signerPhone.clock.setSystemTime(Date.now())
  await signerPhone.getByRole('button', { name: 'Add your signature' }).last().tap()
  await adopt(signerPhone, { text: 'Ilse Ott' })
  for (const label of ['Day', 'Signed on'])
    await expect(day(label)).toHaveValue(formatValue('date', today, 'en'))
  await sign(signerPhone)

  const { data } = await (await api.get(`/api/v1/signature-processes/${id}`)).json()
  const values = data.fields.filter(({ type }: { type: string }) => type === 'date')
  expect(values.map(({ value }: { value: string }) => value)).toEqual([today, today, today])
})

test('who signs and approves gets one email, and does both with one signature', async ({
  page,
  openPhone,
  signUp,
  readMail,
  baseURL,
}) => {
  test.slow()
  const member = await signUp(page)
  const email = `iris.${member.email}`
  const api = await connectToApi(baseURL, member)
  const process = await sendTo(api, 'Offer', [
    { name: 'Iris Quist', email, order: 1 },
    { name: 'Quist Ltd', email, role: 'approver', order: 1 },
  ])
  const signerPhone = await openPhone()
  await signerPhone.goto(signingLink(await readMail(email, /Please sign/)))
  await expect(signerPhone.getByText('With one signature you act for:')).toBeVisible()
  await expect(signerPhone.getByRole('listitem').filter({ hasText: 'Quist Ltd' })).toContainText('Approver')
  await cityOf(signerPhone, 'Iris Quist').fill('Lyon')
  await cityOf(signerPhone, 'Quist Ltd').fill('Paris')
  await signerPhone.getByRole('button', { name: 'Add your signature' }).last().tap()
  await adopt(signerPhone, { text: 'Iris Quist' })
  await signerPhone.getByRole('button', { name: 'Review and sign' }).tap()
  await expect(signerPhone.getByRole('dialog')).toContainText('You are signing as Iris Quist and Quist Ltd')
  await signerPhone.getByRole('button', { name: 'Back' }).tap()
  await sign(signerPhone)
  await page.goto(`/processes/${process.id}`)
  await expect(page.getByText('2 of 2 signed')).toBeVisible()
  await expect(page.getByText('complete', { exact: true })).toBeVisible({ timeout: 30_000 })
})
