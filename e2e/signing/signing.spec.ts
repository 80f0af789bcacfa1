import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { verifyPdf } from '#lib/pades/verify'
import { buildPdf, type FixturePage } from '#lib/pdf/fixtures/build'
import { seenFields } from '#lib/pdf/fixtures/render'
import { fieldTypes } from '#lib/pdf/zones'
import { expect, test } from '../support/fixtures.ts'
import {
  createProcess,
  draftProcess,
  drag,
  getBox,
  type Person,
  placeZone,
  savedProcess,
  send,
  showPage,
  signatureField,
} from '../support/sender.ts'
import { adopt, openEmail, rotatePhone, sign, signingLink } from '../support/signer.ts'

const width = 595
const pages: FixturePage[] = ['The first sheet', 'The second sheet'].map((text) => ({
  mediaBox: [0, 0, width, 420],
  text,
}))

/** Attachments print nothing, and have a journey of their own. */
const printedTypes = fieldTypes.filter((type) => type !== 'attachment')

/** The fields of each page from top to bottom: one column per signer. */
const fieldTypesOfPage: Record<number, string[]> = {
  1: ['Signature', 'Initials', 'Date', 'Name', 'Email', 'Company'],
  2: ['Text', 'Number', 'Checkbox', 'Radio buttons', 'Drop-down'],
}
const columnsX = [150, 440]
/** The checkbox is 35 points higher: close below the number, to test touch targets. */
const yOfField = (index: number, kind = '') => 45 + index * 62 - (kind === 'Checkbox' ? 35 : 0)

test.describe('a contract of two pages', () => {
  test('is sent, signed on two phones one after the other, sealed and stored', async ({
    page,
    openPhone,
    signUp,
    readMail,
  }, info) => {
    test.slow()
    const tag = (await signUp(page)).email.split('.')[1]!.split('@')[0]!
    const ada: Person = { name: 'Zoë Łukasz-Nguyễn', email: `zoe.${tag}@example.com` }
    const ben: Person = { name: 'Вера Ночь', email: `vera.${tag}@example.com` }

    const id = await draftProcess(page, buildPdf({ pages }), `Contract ${tag}`, [ada, ben])
    await placeEverything(page, [ada, ben])
    await moveAndResize(page, id, ada)
    await send(page)
    await expect(page.getByText(/invited/).first()).toBeVisible()

    const adaPhone = await openPhone()
    await openEmail(adaPhone, readMail, ada.email, signingLink(await readMail(ada.email, /Please sign/)))
    await rotatePhone(adaPhone)
    await fillEverything(adaPhone, {
      company: 'Ærø & Σόφια',
      text: 'Ελληνικά και žluťoučký kůň',
      signature: 'draw',
      initials: { text: 'ZŁN' },
    })
    await sign(adaPhone)
    await expect(page.getByText('1 of 2 signed')).toBeVisible()

    const benPhone = await openPhone()
    await openEmail(benPhone, readMail, ben.email, signingLink(await readMail(ben.email, /Please sign/)))
    // The confirmed code counts for the page, too: a reload shows the document at once.
    await benPhone.reload()
    await expect(benPhone.getByRole('article', { name: /^Page 1 of/ })).toBeVisible()
    await fillEverything(benPhone, {
      company: 'ООО «Берег»',
      text: '合同已阅读',
      signature: { text: 'Вера Ночь' },
      initials: 'draw',
    })
    await sign(benPhone)

    await expect(page.getByText('2 of 2 signed')).toBeVisible()
    await expect(page.getByText('complete', { exact: true })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText('Everyone has signed; the sealed documents are stored')).toBeVisible()
    await expect(benPhone.getByRole('link', { name: 'Download' })).toBeVisible()
    await readMail(ada.email, /Completed/)

    await page.getByRole('link', { name: 'Vault' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: `Signed PDF of Contract ${tag}` }).click()
    const path = info.outputPath('signed.pdf')
    await (await download).saveAs(path)
    await checkSealedFile(new Uint8Array(await readFile(path)), [ada, ben])
  })

  test('can be refused with a reason, after an incorrect code', async ({
    page,
    openPhone,
    signUp,
    readMail,
  }) => {
    const member = await signUp(page)
    const signer: Person = { name: 'Noor Nee', email: `noor.${member.email}` }
    const sent = { fields: [signatureField], options: { enable_otp: true }, send: true as const }
    const id = await createProcess(page, buildPdf({ pages }), 'Offer', [signer], sent)
    await page.goto(`/processes/${id}`)
    // Requests continue although the browser reports to be offline: the service may be local.
    await page.evaluate(() => window.dispatchEvent(new Event('offline')))

    const signerPage = await openPhone()
    await signerPage.goto(signingLink(await readMail(signer.email, /Please sign/)))
    await expect(signerPage.getByRole('article')).toHaveCount(0)
    await signerPage.getByRole('button', { name: 'Send code' }).tap()
    const code = /\b\d{6}\b/.exec((await readMail(signer.email, /code/i)).text)![0]
    await signerPage.getByLabel('6-digit code').fill(code === '123456' ? '654321' : '123456')
    await expect(signerPage.getByText('You have 4 attempts left')).toBeVisible()
    await signerPage.getByLabel('6-digit code').fill(code)
    await expect(signerPage.getByRole('article', { name: /^Page 1 of/ })).toBeVisible()

    await signerPage.getByRole('button', { name: 'More' }).tap()
    await signerPage.getByRole('menuitem', { name: 'Refuse to sign' }).tap()
    await signerPage.getByRole('button', { name: 'Refuse', exact: true }).tap()
    await expect(signerPage.getByText('Enter a short reason.')).toBeVisible()
    await expect(signerPage.getByLabel('Your reason')).toBeFocused()
    await signerPage.getByLabel('Your reason').fill('The price is not the one we agreed on.')
    await signerPage.getByRole('button', { name: 'Refuse', exact: true }).tap()
    await expect(signerPage.getByRole('heading', { name: 'Signing was refused.' })).toBeVisible()

    await expect(page.getByText('The price is not the one we agreed on.').first()).toBeVisible()
    expect((await readMail(member.email, /refus/i)).text).toContain('The price is not the one we agreed on.')
  })
})

/** Places a field of every printed type for each signer, on two pages. */
async function placeEverything(page: Page, people: Person[]) {
  for (const number of [1, 2]) {
    const pageElement = await showPage(page, number, 2)
    for (const [who, person] of people.entries()) {
      await page.getByRole('radio', { name: new RegExp(`^${person.name}`) }).click()
      for (const [index, kind] of fieldTypesOfPage[number]!.entries()) {
        await placeZone(page, kind, { pageElement, width, x: columnsX[who]!, y: yOfField(index, kind) })
      }
    }
  }
  await expect(page.getByRole('button', { name: /, page [12]/ })).toHaveCount(2 * printedTypes.length)
}

/** Moves the first signature field with the mouse, then resizes it at its lower right corner. */
async function moveAndResize(page: Page, id: number, person: Person) {
  const pageElement = await showPage(page, 1, 2)
  const zone = page.getByRole('button', { name: `Signature, ${person.name}, page 1` })
  const scale = (await getBox(pageElement)).width / width
  const before = await getBox(zone)
  const grip = { x: before.x + before.width / 2, y: before.y + before.height / 2 }
  // Alt disables snapping.
  await page.keyboard.down('Alt')
  await drag(page, grip, { x: grip.x - 30 * scale, y: grip.y + 4 * scale })
  await page.keyboard.up('Alt')
  const movedZone = await getBox(zone)
  expect(movedZone.x - before.x).toBeCloseTo(-30 * scale, 0)
  const corner = { x: movedZone.x + movedZone.width, y: movedZone.y + movedZone.height }
  await drag(page, corner, { x: corner.x + 40 * scale, y: corner.y - 6 * scale })
  const saved = (await savedProcess(page, id)).fields
  expect(saved.map(({ type }) => type).toSorted()).toEqual([...printedTypes, ...printedTypes].toSorted())
  const { x, y, width: wide, height: high } = saved.find((field) => field.type === 'signature')!
  const expected = [columnsX[0]! - 85 - 30, yOfField(0) - 26 + 4, 210, 46]
  for (const [index, value] of [x, y, wide, high].entries()) expect(value).toBeCloseTo(expected[index]!, -0.3)
}

interface FieldInput {
  company: string
  text: string
  signature: 'draw' | { text: string }
  initials: 'draw' | { text: string }
}

/** Fills in every field of one signer, in the order of the steps. */
async function fillEverything(signerPage: Page, input: FieldInput) {
  await signerPage.getByRole('button', { name: 'Start' }).tap()
  await signerPage.getByRole('button', { name: 'Add your signature', exact: true }).tap()
  await adopt(signerPage, input.signature)
  await signerPage.getByRole('button', { name: 'Next field' }).tap()
  await signerPage.getByRole('button', { name: 'Add your initials', exact: true }).tap()
  await adopt(signerPage, input.initials)
  await signerPage.getByRole('textbox', { name: 'Company' }).fill(input.company)
  await signerPage.getByRole('textbox', { name: 'Text' }).fill(input.text)
  await signerPage.getByRole('textbox', { name: 'Number' }).fill('1234.5')
  await signerPage.getByRole('textbox', { name: 'Number' }).blur()
  await signerPage.getByRole('checkbox', { name: 'Checkbox' }).tap()
  // One tap chooses the line under the finger.
  const options = signerPage.getByRole('radiogroup', { name: 'Choose one' })
  const { height } = (await options.boundingBox())!
  await options.tap({ position: { x: 10, y: height * 0.75 } })
  await expect(signerPage.getByRole('radio', { name: 'Second' })).toBeChecked()
  await signerPage.getByRole('combobox', { name: 'Drop-down' }).selectOption('First')
  await expect(signerPage.getByText('All filled')).toBeVisible()
}

/** Expects valid signatures, the last one covering the whole file, and the values of all signers. */
async function checkSealedFile(file: Uint8Array, people: Person[]) {
  const report = await verifyPdf(file)
  expect(report).toMatchObject({ valid: true, coversWholeFile: true, faults: [] })
  const signers = report.signatures.map(({ signerName }) => signerName)
  for (const { name } of people) expect(signers).toContain(name)
  const [one, two] = [await seenFields(file, 1), await seenFields(file, 2)]
  const words = [...one, ...two].flatMap(({ text, value }) => [...text, String(value)]).join('\n')
  for (const { name, email } of people) for (const word of [name, email]) expect(words).toContain(word)
  for (const word of [
    'Ærø & Σόφια',
    'Ελληνικά και žluťoučký kůň',
    'ООО «Берег»',
    '合同已阅读',
    '1234.5',
    'First',
  ])
    expect(words).toContain(word)
}
