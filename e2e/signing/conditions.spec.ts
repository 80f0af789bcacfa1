import { buildPdf } from '#lib/pdf/fixtures/build'
import { Client } from '../../scripts/client.ts'
import { expect, test } from '../support/fixtures.ts'
import { fieldDetails, openDraft, placeZone, savedProcess, send, showPage } from '../support/sender.ts'
import { adopt, sign, signingLink } from '../support/signer.ts'

const width = 595

test('a field is shown when another is ticked, and a number is calculated while typing', async ({
  page,
  openPhone,
  signUp,
  readMail,
}) => {
  test.slow()
  const { email } = await signUp(page)
  const signer = { name: 'Iris Quist', email: `iris.${email}` }
  const file = buildPdf({ pages: [{ mediaBox: [0, 0, width, 420] }] })
  const id = await openDraft(page, file, 'Lease', [signer])
  const pageElement = await showPage(page, 1, 1)
  const placeLabelled = async (kind: string, label: string, y: number) => {
    await placeZone(page, kind, { pageElement, width, x: 150, y })
    await fieldDetails(page).getByLabel('Label').fill(label)
  }
  await placeZone(page, 'Signature', { pageElement, width, x: 440, y: 60 })
  await placeLabelled('Checkbox', 'Pet', 60)
  await placeLabelled('Text', 'Name of the pet', 110)
  await fieldDetails(page).getByLabel('Show only if').selectOption('Pet')
  await expect(fieldDetails(page).getByLabel('Comparison')).toHaveValue('filled')
  await placeLabelled('Number', 'Rent', 160)
  await placeLabelled('Number', 'Year', 210)
  await fieldDetails(page).getByLabel('Calculate').fill('{{Rent}} * ')
  await expect(fieldDetails(page).getByText('A number or label is missing at the end.')).toBeVisible()
  await fieldDetails(page).getByLabel('Calculate').fill('{{Rent}} * 12')
  const { fields } = await savedProcess(page, id)
  expect(fields.map(({ label, condition, formula }) => [label, condition, formula])).toEqual([
    [null, null, null],
    ['Pet', null, null],
    ['Name of the pet', { field: 'Pet', filled: true }, null],
    ['Rent', null, null],
    ['Year', null, '{{Rent}} * 12'],
  ])
  await send(page)

  const signerPage = await openPhone()
  await signerPage.goto(signingLink(await readMail(signer.email, /Please sign/)))
  const nameOfPet = signerPage.getByRole('textbox', { name: 'Name of the pet' })
  await expect(nameOfPet).toHaveCount(0)
  await signerPage.getByRole('checkbox', { name: 'Pet' }).tap()
  await nameOfPet.fill('Rex')
  const year = signerPage.getByRole('textbox', { name: 'Year, calculated' })
  await expect(year).toHaveValue('')
  await signerPage.getByRole('textbox', { name: 'Rent' }).pressSequentially('100.5')
  await expect(year).toHaveValue('1206')
  await signerPage.getByRole('checkbox', { name: 'Pet' }).tap()
  await expect(nameOfPet).toHaveCount(0)
  await signerPage.getByRole('button', { name: 'Next field' }).tap()
  await signerPage.getByRole('button', { name: 'Add your signature', exact: true }).tap()
  await adopt(signerPage, { text: 'Iris Quist' })
  await sign(signerPage)
  await expect(page.getByText('Everyone has signed; the sealed documents are stored')).toBeVisible()

  const response = await page.request.get(`/api/v1/signature-processes/${id}`)
  const signedFields: { label: string | null; value: string | null }[] = (await response.json()).data.fields
  const storedValue = (label: string) => signedFields.find((field) => field.label === label)?.value
  expect(['Pet', 'Name of the pet', 'Rent', 'Year'].map(storedValue)).toEqual([
    'false',
    null,
    '100.5',
    '1206',
  ])
})

test('a text that its field cannot show is refused at the field, and signed when it is shorter', async ({
  openPhone,
  baseURL,
}) => {
  const client = await Client.signUp(baseURL!)
  const { id: documentId } = await client.upload(buildPdf(), 'Lease.pdf')
  const zone = { signer: 0, page: 1, x: 40, width: 120 }
  const { id, signers } = await client.send(documentId, ['Iris Quist'], {
    zones: [
      { ...zone, y: 60, height: 20, type: 'text', label: 'Remarks' },
      { ...zone, y: 200, height: 36, type: 'signature' },
    ],
  })
  const signerPage = await openPhone()
  await signerPage.goto(await client.findLink(id, signers[0]!.id))
  const remarks = signerPage.getByRole('textbox', { name: 'Remarks' })
  await remarks.fill('A remark that is far too long for so small a field. '.repeat(14))
  await signerPage.getByRole('button', { name: 'Next field' }).tap()
  await signerPage.getByRole('button', { name: 'Add your signature', exact: true }).tap()
  await adopt(signerPage, { text: 'Iris Quist' })
  const dialog = signerPage.getByRole('dialog')
  const agreeAndSign = async () => {
    await signerPage.getByRole('button', { name: 'Review and sign' }).tap()
    await dialog.getByRole('checkbox', { name: 'I agree' }).check()
    await dialog.getByRole('button', { name: 'Sign', exact: true }).tap()
    await expect(dialog).toBeHidden()
  }
  await agreeAndSign()
  await expect(signerPage.getByText(/does not fit into its field: about \d+ characters fit/)).toBeVisible()
  await remarks.fill('A remark that fits.')
  await agreeAndSign()
  await expect(signerPage.getByRole('heading', { name: /You have signed/ })).toBeVisible()
  const completed = await client.completed(id)
  expect(completed.status).toBe('completed')
})
