import { createHash } from 'node:crypto'
import { PDF } from '@libpdf/core'
import type { Page } from '@playwright/test'
import { topFields } from '#lib/pdf/fields/fields'
import { textString } from '#lib/pdf/file/objects'
import { buildPdf, signedPdf } from '#lib/pdf/fixtures/build'
import { Client } from '../../scripts/client.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/signer.ts'

/** For a look at the states: PICTURES is a folder. */
async function picture(page: Page, name: string) {
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/verify-${name}.png`, fullPage: true })
}

/** A completed document with a text field and a signature. */
async function makeSealedFile(baseURL: string): Promise<Uint8Array> {
  const client = await Client.signUp(baseURL)
  const { id } = await client.upload(buildPdf(), 'Lease.pdf')
  const box = { signer: 0, page: 1, x: 60, width: 180 } as const
  const zones = [
    { ...box, type: 'text', label: 'City', y: 60, height: 30 },
    { ...box, type: 'signature', y: 120, height: 50 },
  ] as const
  const sent = await client.send(id, ['Iris Quist'], { zones: [...zones] })
  await client.sign(await client.findLink(sent.id, sent.signers[0]!.id), 'Iris Quist')
  await client.completed(sent.id)
  const path = { id: sent.id }
  const file = await client.download('GET /signature-processes/{id}/download-signed-pdf', { path })
  return new Uint8Array(await file.arrayBuffer())
}

async function choose(page: Page, bytes: Uint8Array, name: string) {
  await page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'application/pdf',
    buffer: Buffer.from(bytes),
  })
}

test('a stranger sees whether a file is whole, who signed it, and what was changed', async ({
  page,
  baseURL,
}) => {
  const sealedFile = await makeSealedFile(baseURL!)
  const sha256 = createHash('sha256').update(sealedFile).digest('hex')

  await page.goto(`/verify?sha256=${sha256}`)
  await expect(page.getByText('A document with this hash was completed here')).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'link')

  const started = Date.now()
  await choose(page, sealedFile, 'lease-signed.pdf')
  await expect(page.getByRole('heading', { name: 'Whole and unchanged' })).toBeFocused()
  expect(Date.now() - started).toBeLessThan(10_000)
  await expect(page.getByText('Your file is the document of the link.')).toBeVisible()
  const signature = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Iris Quist' }) })
  await expect(signature).toContainText('a personal link')
  await expect(signature).toContainText('PAdES-BASELINE-')
  await expect(page.getByRole('figure').first()).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'valid')

  for (const [button, end] of [
    ['Report as PDF', /\.pdf$/],
    ['Report as JSON', /\.json$/],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: button }).click()
    expect((await download).suggestedFilename()).toMatch(end)
  }

  // Filled in after the last signature.
  const pdf = await PDF.load(sealedFile)
  const [field] = topFields(pdf).filter(({ name }) => name.includes('text'))
  field?.dict.set('V', textString('Elsewhere'))
  pdf.getPage(0)!.drawText('Rent: 900 EUR', { x: 60, y: 500, size: 20 })
  await page.getByRole('button', { name: 'Verify another file' }).click()
  await choose(page, await pdf.save({ incremental: true }), 'lease-changed.pdf')
  await expect(page.getByRole('heading', { name: 'Changed after signing' })).toBeFocused()
  await expect(page.getByText('Your file is not the document of the link')).toBeVisible()
  await expect(page.getByText('not permitted').first()).toBeVisible()
  await expect(page.getByRole('figure').first()).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'changed')

  // A byte of the signed content.
  const attackedFile = Buffer.from(sealedFile)
  attackedFile[attackedFile.indexOf('/MediaBox') + 12]! ^= 1
  await page.getByRole('button', { name: 'Verify another file' }).click()
  await choose(page, attackedFile, 'lease-attacked.pdf')
  await expect(page.getByRole('heading', { name: 'Changed after signing' })).toBeFocused()
  await expect(page.getByText('The signed content was changed.').first()).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'attacked')
})

test('the page on a phone, in the dark, in other languages, and for what cannot be verified', async ({
  openPhone,
}) => {
  const page = await openPhone()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`/verify?sha256=${'0'.repeat(64)}`)
  await expect(page.getByText('No document with this hash was completed here')).toBeVisible()
  await picture(page, 'phone-unknown-hash')

  await choose(page, signedPdf(), 'somebody-else.pdf')
  await expect(page.getByRole('heading', { level: 1, name: 'Changed after signing' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Verify another file' }).click()
  await choose(page, buildPdf(), 'plain.pdf')
  await expect(page.getByRole('heading', { level: 1, name: 'Not signed' })).toBeFocused()
  await picture(page, 'phone-not-signed')
  await page.getByRole('button', { name: 'Verify another file' }).click()
  await choose(page, Buffer.from('Dear all,'), 'letter.pdf')
  await expect(page.getByText('This file is not a PDF.')).toBeVisible()

  await page.getByRole('banner').getByRole('combobox').selectOption('ar')
  await expect(page.getByRole('heading', { name: 'التحقق من مستند' })).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await picture(page, 'phone-arabic')
})
