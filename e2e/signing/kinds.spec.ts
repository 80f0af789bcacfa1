import { createCanvas } from '@napi-rs/canvas'
import type { Page } from '@playwright/test'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { expect, test } from '../support/fixtures.ts'
import { connectToApi, create, upload } from '../support/records.ts'
import { createProcess, signatureField } from '../support/sender.ts'
import { adopt, drawWithFinger, signingLink } from '../support/signer.ts'
import { findViolations } from '../support/violations.ts'

/** A photo of 12 megapixels: a signature on paper that is half in the shade. */
async function makePhoto(): Promise<Buffer> {
  const canvas = createCanvas(4000, 3000)
  const context = canvas.getContext('2d')
  const light = context.createLinearGradient(0, 0, 4000, 1500)
  light.addColorStop(0, '#f2efe8')
  light.addColorStop(1, '#77736c')
  context.fillStyle = light
  context.fillRect(0, 0, 4000, 3000)
  context.strokeStyle = '#1b2a5e'
  context.lineWidth = 26
  context.beginPath()
  context.moveTo(900, 1800)
  context.bezierCurveTo(1500, 300, 1700, 2600, 2300, 1400)
  context.bezierCurveTo(2600, 900, 2900, 2100, 3200, 1500)
  context.stroke()
  return canvas.encode('jpeg', 90)
}

const expectNoViolations = async (page: Page) => {
  const violations = await findViolations(page)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

test('a signature is drawn on the whole screen, typed in another handwriting, or a photo', async ({
  page,
  openPhone,
  signUp,
  readMail,
}) => {
  const signer = { name: 'Iris Quist', email: `iris.${(await signUp(page)).email}` }
  const file = buildPdf({ pages: [{ mediaBox: [0, 0, 595, 420] }] })
  await createProcess(page, file, 'Kinds', [signer], { fields: [signatureField], send: true })
  const signing = await openPhone()
  await signing.goto(signingLink(await readMail(signer.email, /Please sign/)))
  await signing.getByRole('button', { name: 'Signature: Add your signature' }).tap()

  await test.step('drawn on the whole screen, which is rotated in between', async () => {
    await signing.getByRole('button', { name: 'Full screen' }).tap()
    const screen = signing.getByRole('dialog', { name: 'Full screen' })
    await drawWithFinger(signing, [
      [0.2, 0.3],
      [0.4, 0.6],
      [0.6, 0.3],
    ])
    await signing.setViewportSize({ width: 844, height: 390 })
    await drawWithFinger(signing, [
      [0.5, 0.5],
      [0.6, 0.7],
    ])
    await signing.setViewportSize({ width: 390, height: 844 })
    await screen.getByRole('button', { name: 'Undo' }).tap()
    await screen.getByRole('button', { name: 'Use', exact: true }).tap()
    await expect(signing.getByRole('button', { name: 'Signature: Change' })).toBeVisible()
  })

  await test.step('typed in another handwriting, by keyboard', async () => {
    await signing.getByRole('button', { name: 'Signature: Change' }).tap()
    await signing.getByRole('tab', { name: 'Type' }).tap()
    await signing.getByRole('radio', { name: 'Caveat' }).focus()
    await signing.keyboard.press('ArrowDown')
    await expect(signing.getByRole('radio', { name: 'Dancing Script' })).toBeChecked()
    await signing.getByRole('button', { name: 'Use this signature' }).tap()
    await expect(signing.getByRole('button', { name: 'Signature: Change, Iris Quist' })).toBeVisible()
  })

  await test.step('a photo', async () => {
    await signing.getByRole('button', { name: /^Signature: Change/ }).tap()
    await signing.getByRole('tab', { name: 'Upload' }).tap()
    const upload = signing.getByLabel('Choose a picture')
    await upload.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: hugePng() })
    await expect(signing.getByText(/^This picture is too large. Choose one of at most/)).toBeVisible()
    await upload.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await makePhoto() })
    const preview = signing.getByRole('img', { name: 'Your uploaded picture' })
    await expect(preview).toBeVisible()
    // Cropped to the ink, which is wider than the photo's 4 to 3.
    const { naturalWidth, naturalHeight } = await preview.evaluate((image: HTMLImageElement) => ({
      naturalWidth: image.naturalWidth,
      naturalHeight: image.naturalHeight,
    }))
    expect(naturalWidth / naturalHeight).toBeGreaterThan(1.6)
    await expectNoViolations(signing)
    await signing.getByRole('button', { name: 'Use this signature' }).tap()
  })
})

test('a signer at a desktop goes on by phone, and signs at the desktop', async ({
  page,
  browser,
  openPhone,
  baseURL,
  signUp,
  readMail,
}) => {
  const api = await connectToApi(baseURL, await signUp(page))
  const signer = { name: 'Iris Quist', email: `iris.${crypto.randomUUID()}@example.com` }
  const { id } = await upload(api, 'Lease')
  await create(api, '/signature-processes', {
    name: 'Lease',
    documents: [{ id }],
    signers: [signer],
    options: { enable_otp: false },
    fields: [
      {
        document_index: 0,
        signer_index: 0,
        type: 'signature',
        page: 1,
        x: 60,
        y: 150,
        width: 200,
        height: 50,
      },
    ],
    send: true,
  })
  const desktopContext = await browser.newContext({ locale: 'en-GB' })
  const desktop = await desktopContext.newPage()
  await desktop.goto(signingLink(await readMail(signer.email, /Please sign/)))
  await desktop.getByRole('button', { name: 'Signature: Add your signature' }).click()
  const linked = desktop.waitForResponse(/phone-link/)
  await desktop.getByRole('button', { name: 'Continue on your phone' }).click()
  const { url } = (await (await linked).json()).data
  await expect(desktop.getByRole('img', { name: 'QR code for your phone' })).toBeVisible()

  const signing = await openPhone()
  await signing.goto(url)
  await signing.getByRole('button', { name: 'Signature: Add your signature' }).tap()
  await adopt(signing, 'draw')
  await expect(desktop.getByRole('dialog')).toBeHidden({ timeout: 15_000 })
  await expect(desktop.getByRole('button', { name: 'Signature: Change' })).toBeVisible()
  // The first HTML comes without the picture, which follows.
  const html = await (await desktopContext.request.get(desktop.url())).text()
  expect(html).not.toContain('data:image/png')
  const anotherTab = await desktopContext.newPage()
  await anotherTab.goto(desktop.url())
  await expect(anotherTab.getByRole('button', { name: 'Signature: Change' })).toBeVisible()
  await expect(anotherTab.getByText(/filled in on another device/)).toHaveCount(0)
  await anotherTab.close()
  await desktop.getByRole('button', { name: 'Review and sign' }).click()
  await desktop.getByRole('checkbox', { name: 'I agree' }).click()
  await desktop.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(desktop.getByRole('heading', { name: /You have signed/ })).toBeVisible()

  // As a stranger.
  await desktopContext.clearCookies()
  await desktop.goto(url)
  await expect(desktop.getByText('The code works once, for ten minutes.')).toBeVisible()
  await expect(desktop.getByText('Lease')).toHaveCount(0)
  // Where the phone is led while the service is busy.
  await desktop.goto(`/again?${new URLSearchParams({ status: '429', path: new URL(url).pathname })}`)
  await expect(desktop.getByText('Too many attempts. Wait a moment, then try again.')).toBeVisible()
  await expectNoViolations(desktop)
  await desktop.getByRole('button', { name: 'Try again' }).click()
  await expect(desktop.getByText('The code works once, for ten minutes.')).toBeVisible()
  await desktopContext.close()
})

/** A PNG whose header declares 3,600 megapixels. */
function hugePng(): Buffer {
  const bytes = Buffer.from(createCanvas(8, 8).toBuffer('image/png'))
  bytes.writeUInt32BE(60_000, 16)
  bytes.writeUInt32BE(60_000, 20)
  return bytes
}
