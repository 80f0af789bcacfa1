import type { BrowserContext, Page } from '@playwright/test'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { expect, test } from './fixtures.ts'
import { draftProcess, placeZone, savedProcess, send, showPage } from './sender.ts'
import { adopt, openEmail, phone, sign, signingLink } from './signer.ts'

const width = 595
const details = (page: Page) => page.getByRole('complementary', { name: 'Details of the zones' })

let phoneContext: BrowserContext | undefined
test.afterEach(() => phoneContext?.close())

test('a field is shown when another is ticked, and a number is calculated while typing', async ({
  page,
  browser,
  signUp,
  readMail,
}) => {
  test.slow()
  const { email } = await signUp(page)
  const signer = { name: 'Iris Quist', email: `iris.${email}` }
  const file = buildPdf({ pages: [{ mediaBox: [0, 0, width, 420] }] })
  const id = await draftProcess(page, file, 'Lease', [signer])
  const sheet = await showPage(page, 1, 1)
  const place = async (kind: string, label: string, y: number) => {
    await placeZone(page, kind, { sheet, width, x: 150, y })
    await details(page).getByLabel('Label').fill(label)
  }
  await placeZone(page, 'Signature', { sheet, width, x: 440, y: 60 })
  await place('Checkbox', 'Pet', 60)
  await place('Text', 'Name of the pet', 110)
  await details(page).getByLabel('Show only if').selectOption('Pet')
  await expect(details(page).getByLabel('Comparison')).toHaveValue('filled')
  await place('Number', 'Rent', 160)
  await place('Number', 'Year', 210)
  await details(page).getByLabel('Calculate').fill('{{Rent}} * ')
  await expect(details(page).getByText('A number or label is missing at the end.')).toBeVisible()
  await details(page).getByLabel('Calculate').fill('{{Rent}} * 12')
  const { fields } = await savedProcess(page, id)
  expect(fields.map(({ label, condition, formula }) => [label, condition, formula])).toEqual([
    [null, null, null],
    ['Pet', null, null],
    ['Name of the pet', { field: 'Pet', filled: true }, null],
    ['Rent', null, null],
    ['Year', null, '{{Rent}} * 12'],
  ])
  await send(page)

  phoneContext = await phone(browser)
  const hand = await phoneContext.newPage()
  await openEmail(hand, readMail, signer.email, signingLink(await readMail(signer.email, /Please sign/)))
  const nameOfPet = hand.getByRole('textbox', { name: 'Name of the pet' })
  await expect(nameOfPet).toHaveCount(0)
  await hand.getByRole('checkbox', { name: 'Pet' }).tap()
  await nameOfPet.fill('Rex')
  const year = hand.getByRole('textbox', { name: 'Year, calculated' })
  await expect(year).toHaveValue('')
  await hand.getByRole('textbox', { name: 'Rent' }).pressSequentially('100.5')
  await expect(year).toHaveValue('1206')
  await hand.getByRole('checkbox', { name: 'Pet' }).tap()
  await expect(nameOfPet).toHaveCount(0)
  await hand.getByRole('button', { name: 'Next field' }).tap()
  await hand.getByRole('button', { name: 'Add your signature', exact: true }).tap()
  await adopt(hand, { text: 'Iris Quist' })
  await sign(hand)
  await expect(page.getByText('Everyone has signed; the sealed documents are stored')).toBeVisible()

  const answer = await page.request.get(`/api/v1/signature-processes/${id}`)
  const signed: { label: string | null; value: string | null }[] = (await answer.json()).data.fields
  const storedValue = (label: string) => signed.find((field) => field.label === label)?.value
  expect(['Pet', 'Name of the pet', 'Rent', 'Year'].map(storedValue)).toEqual([
    'false',
    null,
    '100.5',
    '1206',
  ])
})
