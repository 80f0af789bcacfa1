import { buildPdf, stream } from '#lib/pdf/fixtures/build'
import { seenFields } from '#lib/pdf/fixtures/render'
import { expect, test } from '../support/fixtures.ts'
import { openDraft, savedProcess, send } from '../support/sender.ts'
import { adopt, sign, signingLink } from '../support/signer.ts'

/**
 * A form with a text field, a check box, a push button, radio buttons and a field with cells, and two text tags, one
 * with a misspelt key.
 */
const form = buildPdf({
  catalog: '/AcroForm << /Fields [20 0 R 21 0 R 22 0 R 23 0 R 26 0 R] >>',
  objects: {
    1001: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 420] /Contents 1002 0 R
      /Resources << /Font << /F1 3 0 R >> >> /Annots [20 0 R 21 0 R 22 0 R 24 0 R 25 0 R 26 0 R] >>`,
    1002: stream(
      'BT /F1 12 Tf 40 360 Td (Name:) Tj 0 -60 Td ({{Signature;type=signature;role=Tenant}}) Tj 250 0 Td ({{Visa;tpye=x}}) Tj ET',
    ),
    20: '<< /Type /Annot /Subtype /Widget /Rect [90 354 290 374] /FT /Tx /Ff 2 /T (tenant_name) /TU (Name of the tenant) >>',
    21: '<< /Type /Annot /Subtype /Widget /Rect [40 200 54 214] /FT /Btn /T (pets) /TU (Pets allowed) >>',
    22: '<< /Type /Annot /Subtype /Widget /Rect [300 200 360 220] /FT /Btn /Ff 65536 /T (print) >>',
    23: '<< /FT /Btn /Ff 32768 /T (pay) /Opt [(Monthly) (Quarterly)] /V /1 /Kids [24 0 R 25 0 R] >>',
    24: '<< /Type /Annot /Subtype /Widget /Rect [40 160 54 174] /Parent 23 0 R /AP << /N << /1 27 0 R /Off 27 0 R >> >> >>',
    25: '<< /Type /Annot /Subtype /Widget /Rect [200 160 214 174] /Parent 23 0 R /AP << /N << /2 27 0 R /Off 27 0 R >> >> >>',
    26: '<< /Type /Annot /Subtype /Widget /Rect [40 120 280 140] /FT /Tx /Ff 16777216 /MaxLen 10 /T (code) >>',
    27: '<< /Subtype /Form /BBox [0 0 14 14] /Length 0 >>\nstream\n\nendstream',
  },
})

test('form fields and text tags become fields, are filled in on a phone, and are in the sealed file', async ({
  page,
  openPhone,
  signUp,
  readMail,
}) => {
  test.slow()
  const { email } = await signUp(page)
  const tenant = { name: 'Iris Quist', email: `iris.${email}` }
  const id = await openDraft(page, form, 'Form', [tenant])
  const notice = page.getByRole('status').filter({ hasText: 'The PDF has 5 form fields or text tags.' })
  await notice.getByRole('button', { name: 'Import' }).click()
  await expect(notice).toHaveCount(0)
  await expect(
    page.getByText('5 fields imported. 2 parts of the PDF are not kept: see “Import from the PDF”.', {
      exact: true,
    }),
  ).toBeVisible()
  await expect(page.getByText('2 parts of the PDF cannot be imported or kept')).toBeVisible()
  await expect(page.getByText(/push button is not imported/)).toBeVisible()
  await expect(page.getByText(/unknown key “tpye”/)).toBeVisible()
  const viewport = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Import from the PDF' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import from the PDF' })
  await expect(dialog.getByText(/push button is not imported/)).toBeVisible()
  // Before it has the focus, it is seen but does not know the key.
  await expect(dialog.getByRole('button', { name: 'Import from the PDF' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.setViewportSize(viewport)
  const { fields } = await savedProcess(page, id)
  expect(fields.map(({ label, type, imported }) => [label, type, imported])).toEqual([
    ['Name of the tenant', 'text', true],
    ['Pets allowed', 'checkbox', true],
    ['pay', 'radio', true],
    ['code', 'text', true],
    ['Signature', 'signature', true],
  ])
  await page.getByRole('button', { name: 'Import from the PDF' }).click()
  await expect(page.getByText('All fields of the PDF are imported already.', { exact: true })).toBeVisible()
  await send(page)

  const signer = await openPhone()
  await signer.goto(signingLink(await readMail(tenant.email, /Please sign/)))
  await signer.getByRole('button', { name: 'Start' }).tap()
  await signer.getByLabel('Name of the tenant').fill('Iris Quist')
  await signer.getByLabel('Pets allowed').check()
  await expect(signer.getByRole('radio', { name: 'Monthly' })).toBeChecked()
  await signer.getByRole('radio', { name: 'Quarterly' }).check()
  await signer.getByLabel('code').fill('AB12')
  await signer.getByRole('button', { name: /Signature: Add/ }).tap()
  await adopt(signer, 'draw')
  await sign(signer)
  await expect(page.getByText('Everyone has signed. The sealed documents are in the vault.')).toBeVisible()

  const file = await page.request.get(`/api/v1/signature-processes/${id}/download-signed-pdf`)
  expect(file.status()).toBe(200)
  const fileFields = await seenFields(new Uint8Array(await file.body()), 1)
  const values = new Map(fileFields.map(({ tooltip, value }) => [tooltip, value]))
  expect(values.get('Name of the tenant')).toBe('Iris Quist')
  expect(values.get('Pets allowed')).toBe('Yes')
  expect(values.get('code')).toBe('AB12')
  expect(fileFields.filter(({ exportValue }) => exportValue === 'Quarterly')).toMatchObject([
    { value: 'Quarterly' },
  ])
  expect(fileFields.map(({ name }) => name)).not.toContain('tenant_name')
  expect(fileFields.map(({ name }) => name)).toContain('print')
})
