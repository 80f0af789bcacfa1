import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { verifyPdf } from '#lib/pades/verify'
import { buildPdf, type FixturePage } from '#lib/pdf/fixtures/build'
import { seenFields } from '#lib/pdf/fixtures/render'
import { fieldTypes } from '#lib/pdf/zones'
import { expect, test } from './fixtures.ts'
import { boxOf, draftProcess, drag, type Person, placeZone, savedProcess, send, showPage } from './sender.ts'
import { adopt, openEmail, phone, sign, signingLink, turnAround } from './signer.ts'

const width = 595
const pages: FixturePage[] = ['The first sheet', 'The second sheet'].map((text) => ({
  mediaBox: [0, 0, width, 420],
  text,
}))

/** The fields of each page from top to bottom: one column per signer. */
const kindsOf: Record<number, string[]> = {
  1: ['Signature', 'Initials', 'Date', 'Name', 'Email', 'Company'],
  2: ['Text', 'Number', 'Checkbox', 'Choice', 'List'],
}
const columns = [150, 440]
/** The checkbox is close below the number, within the width of a finger. */
const line = (index: number, kind = '') => 45 + index * 62 - (kind === 'Checkbox' ? 35 : 0)

test.describe('a contract of two pages', () => {
  const phones: BrowserContext[] = []
  test.afterEach(async () => {
    for (const one of phones.splice(0)) await one.close()
  })

  test('is sent, signed on two phones one after the other, sealed and stored', async ({
    page,
    browser,
    signUp,
    readMail,
  }, info) => {
    test.slow()
    const newPhone = async () => {
      const one = await phone(browser)
      phones.push(one)
      return one.newPage()
    }
    const tag = (await signUp(page)).email.split('.')[1]!.split('@')[0]!
    const ada: Person = { name: 'Zoë Łukasz-Nguyễn', email: `zoe.${tag}@example.com` }
    const ben: Person = { name: 'Вера Ночь', email: `vera.${tag}@example.com` }

    const id = await draftProcess(page, buildPdf({ pages: pages }), `Contract ${tag}`, [ada, ben])
    await placeEverything(page, [ada, ben])
    await moveAndResize(page, id, ada)
    await send(page)
    await expect(page.getByText(/invited/).first()).toBeVisible()

    const first = await newPhone()
    await openEmail(first, readMail, ada.email, signingLink(await readMail(ada.email, /Please sign/)))
    await turnAround(first)
    await fillEverything(first, {
      company: 'Ærø & Σόφια',
      text: 'Ελληνικά και žluťoučký kůň',
      mark: 'draw',
      initials: { text: 'ZŁN' },
    })
    await sign(first)
    await expect(page.getByText('1 of 2 signed')).toBeVisible()

    const second = await newPhone()
    await openEmail(second, readMail, ben.email, signingLink(await readMail(ben.email, /Please sign/)))
    await fillEverything(second, {
      company: 'ООО «Берег»',
      text: '合同已阅读',
      mark: { text: 'Вера Ночь' },
      initials: 'draw',
    })
    await sign(second)

    await expect(page.getByText('2 of 2 signed')).toBeVisible()
    await expect(page.getByText('complete', { exact: true })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText('Everyone has signed; the sealed documents are stored')).toBeVisible()
    await expect(second.getByRole('link', { name: 'Download' })).toBeVisible()
    await readMail(ada.email, /Completed/)

    await page.getByRole('link', { name: 'Vault' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: `Signed PDF of Contract ${tag}` }).click()
    const path = info.outputPath('signed.pdf')
    await (await download).saveAs(path)
    await judge(new Uint8Array(await readFile(path)), [ada, ben])
  })

  test('can be refused with a reason, after an incorrect code', async ({
    page,
    browser,
    signUp,
    readMail,
  }) => {
    const member = await signUp(page)
    const signer: Person = { name: 'Noor Nee', email: `noor.${member.email}` }
    await draftProcess(page, buildPdf({ pages: pages }), 'Offer', [signer])
    await placeZone(page, 'Signature', { sheet: await showPage(page, 1, 2), width, x: 200, y: 200 })
    await send(page)
    // Requests continue although the browser reports to be offline: the service may be local.
    await page.evaluate(() => window.dispatchEvent(new Event('offline')))

    const context = await phone(browser)
    phones.push(context)
    const hand = await context.newPage()
    await hand.goto(signingLink(await readMail(signer.email, /Please sign/)))
    await expect(hand.getByRole('article')).toHaveCount(0)
    await hand.getByRole('button', { name: 'Send code' }).tap()
    const code = /\b\d{6}\b/.exec((await readMail(signer.email, /code/i)).text)![0]
    await hand.getByLabel('6-digit code').fill(code === '123456' ? '654321' : '123456')
    await expect(hand.getByText('You have 4 attempts left')).toBeVisible()
    await hand.getByLabel('6-digit code').fill(code)
    await expect(hand.getByRole('article', { name: /^Page 1 of/ })).toBeVisible()

    await hand.getByRole('button', { name: 'More' }).tap()
    await hand.getByRole('menuitem', { name: 'Refuse to sign' }).tap()
    await hand.getByRole('button', { name: 'Refuse', exact: true }).tap()
    await expect(hand.getByText('Enter a short reason.')).toBeVisible()
    await hand.getByLabel('Your reason').fill('The price is not the one we agreed on.')
    await hand.getByRole('button', { name: 'Refuse', exact: true }).tap()
    await expect(hand.getByRole('heading', { name: 'Signing was refused.' })).toBeVisible()

    await expect(page.getByText('The price is not the one we agreed on.').first()).toBeVisible()
    expect((await readMail(member.email, /refus/i)).text).toContain('The price is not the one we agreed on.')
  })
})

/** A zone of every type for each signer, over two pages. */
async function placeEverything(page: Page, people: Person[]) {
  for (const number of [1, 2]) {
    const pageElement = await showPage(page, number, 2)
    for (const [who, person] of people.entries()) {
      await page.getByRole('radio', { name: new RegExp(`^${person.name}`) }).click()
      for (const [index, kind] of kindsOf[number]!.entries()) {
        await placeZone(page, kind, { sheet: pageElement, width, x: columns[who]!, y: line(index, kind) })
      }
    }
  }
  await expect(page.getByRole('button', { name: /, page [12]/ })).toHaveCount(2 * fieldTypes.length)
}

/** The first signature by the mouse: to another place, then larger at its lower right corner. */
async function moveAndResize(page: Page, id: number, person: Person) {
  const pageElement = await showPage(page, 1, 2)
  const zone = page.getByRole('button', { name: `Signature, ${person.name}, page 1` })
  const scale = (await boxOf(pageElement)).width / width
  const before = await boxOf(zone)
  const grip = { x: before.x + before.width / 2, y: before.y + before.height / 2 }
  // Alt disables snapping.
  await page.keyboard.down('Alt')
  await drag(page, grip, { x: grip.x - 30 * scale, y: grip.y + 4 * scale })
  await page.keyboard.up('Alt')
  const moved = await boxOf(zone)
  expect(moved.x - before.x).toBeCloseTo(-30 * scale, 0)
  const corner = { x: moved.x + moved.width, y: moved.y + moved.height }
  await drag(page, corner, { x: corner.x + 40 * scale, y: corner.y - 6 * scale })
  const saved = (await savedProcess(page, id)).fields
  expect(saved.map(({ type }) => type).toSorted()).toEqual([...fieldTypes, ...fieldTypes].toSorted())
  const { x, y, width: wide, height: high } = saved.find((one) => one.type === 'signature')!
  const near = [columns[0]! - 85 - 30, line(0) - 26 + 4, 210, 46]
  for (const [index, value] of [x, y, wide, high].entries()) expect(value).toBeCloseTo(near[index]!, -0.3)
}

interface Answers {
  company: string
  text: string
  mark: 'draw' | { text: string }
  initials: 'draw' | { text: string }
}

/** Every field of one signer, in the order of the page's steps. */
async function fillEverything(hand: Page, responses: Answers) {
  await hand.getByRole('button', { name: 'Start' }).tap()
  await hand.getByRole('button', { name: 'Add your signature', exact: true }).tap()
  await adopt(hand, responses.mark)
  await hand.getByRole('button', { name: 'Next field' }).tap()
  await hand.getByRole('button', { name: 'Add your initials', exact: true }).tap()
  await adopt(hand, responses.initials)
  await hand.getByRole('textbox', { name: 'Company' }).fill(responses.company)
  await hand.getByRole('textbox', { name: 'Text' }).fill(responses.text)
  await hand.getByRole('textbox', { name: 'Number' }).fill('1234.5')
  await hand.getByRole('textbox', { name: 'Number' }).blur()
  await hand.getByRole('checkbox', { name: 'Tick box' }).tap()
  await hand.getByRole('radiogroup', { name: 'Choice' }).tap()
  await hand.getByRole('radio', { name: 'Second' }).tap()
  await hand.getByRole('combobox', { name: 'Selection' }).selectOption('First')
  await expect(hand.getByText('All filled')).toBeVisible()
}

/** The sealed file: every signature valid, the last one covering all, and everyone's values in it. */
async function judge(file: Uint8Array, people: Person[]) {
  const verdict = await verifyPdf(file)
  expect(verdict).toMatchObject({ valid: true, coversWholeFile: true, faults: [] })
  const signers = verdict.signatures.map(({ signerName }) => signerName)
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
