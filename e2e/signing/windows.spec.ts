import type { BrowserContext, BrowserContextOptions, Locator, Page } from '@playwright/test'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { formatDayInDigits, formatValue } from '#lib/processes/fields/format-value'
import { Client, makeLogin } from '../../scripts/client.ts'
import { expect, test } from '../support/fixtures.ts'
import { connectToApi, create } from '../support/records.ts'
import { readTexts, tabTo } from '../support/signer.ts'

type Screen = { width: number; height: number }
const touch = { hasTouch: true, isMobile: true, deviceScaleFactor: 2 }

interface SignerWindow {
  language: string
  /** The screen, and the one that it is turned to in the middle. */
  screens: [Screen, Screen?]
  options: BrowserContextOptions
  /** What the signer works with. */
  by: 'finger' | 'mouse' | 'keyboard'
}

const windows: Record<string, SignerWindow> = {
  'a small phone, in Arabic': {
    ...{ language: 'ar', screens: [{ width: 390, height: 844 }], options: touch, by: 'finger' },
  },
  'a phone turned sideways and back, in Japanese': {
    language: 'ja',
    screens: [
      { width: 412, height: 915 },
      { width: 915, height: 412 },
    ],
    ...{ options: touch, by: 'finger' },
  },
  'a tablet, in German': {
    ...{ language: 'de', screens: [{ width: 820, height: 1180 }], options: touch, by: 'finger' },
  },
  'a desktop by keyboard alone, in English': {
    ...{ language: 'en', screens: [{ width: 1280, height: 900 }], options: {}, by: 'keyboard' },
  },
  'a desktop at 200 %, in German': {
    language: 'de',
    screens: [{ width: 640, height: 450 }],
    options: { deviceScaleFactor: 2 },
    by: 'mouse',
  },
}

test.describe.configure({ mode: 'parallel' })
let context: BrowserContext | undefined
test.afterEach(() => context?.close())

const box = { document_index: 0, signer_index: 0, page: 1, height: 24 }
const inColumn = (types: string[], x: number) =>
  types.map((type, index) => ({
    ...{ ...box, type, label: type, x, y: 60 + index * 70, width: type === 'checkbox' ? 24 : 200 },
    ...((type === 'radio' || type === 'dropdown') && { options: ['One', 'Two'], height: 40 }),
    ...(type === 'date' && { validation: { min_date: '2020-01-01' } }),
  }))
const fields = [
  ...inColumn(['name', 'email', 'company', 'text', 'number', 'date'], 60),
  ...inColumn(['checkbox', 'radio', 'dropdown', 'initials', 'signature'], 330),
]

/** Sends a document with a field of each printed type. @returns the signing link */
async function sendDocument(baseURL: string, locale: string): Promise<string> {
  const login = makeLogin()
  const client = await Client.signUp(baseURL, login)
  const api = await connectToApi(baseURL, { ...login, name: 'Script' })
  const document = await client.upload(buildPdf(), 'Lease.pdf')
  const process = await create(api, '/signature-processes', {
    ...{ name: 'Lease', documents: [{ id: document.id }], fields, send: true },
    signers: [{ name: 'Iris Quist', email: `iris.${crypto.randomUUID()}@example.com`, locale }],
    options: { locale, enable_otp: false, enable_notifications: false },
  })
  await api.dispose()
  return client.findLink(process.id, process.signers[0].id)
}

for (const [name, { language, screens, options, by }] of Object.entries(windows))
  test(`each type of field is filled in and signed on ${name}`, async ({ browser, baseURL }) => {
    test.slow()
    const link = await sendDocument(baseURL!, language)
    const [screen, turned] = screens
    context = await browser.newContext({ ...options, viewport: screen, locale: language })
    const page = await context.newPage()
    await page.goto(link)
    const t = await readTexts(page, language)
    const hands = makeHands(page, by)
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')

    // The Tab key reaches the fields before the button.
    if (by !== 'keyboard') {
      await hands.press(page.getByRole('button', { name: t.start, exact: true }))
      // The first that is still empty, from left to right.
      await expect(page.getByRole('checkbox', { name: 'checkbox' })).toBeFocused()
    }
    await hands.write(page.getByRole('textbox', { name: 'company' }), 'Quist & Lys')
    await hands.write(page.getByRole('textbox', { name: 'text' }), 'Straße 漢字')
    await hands.write(page.getByRole('textbox', { name: 'number' }), '12345')
    await hands.write(page.getByRole('textbox', { name: 'date' }), formatDayInDigits('2026-12-31', language))
    await expectFits(page)
    if (turned) await page.setViewportSize(turned)
    await hands.check(page.getByRole('checkbox', { name: 'checkbox' }))
    await hands.check(page.getByRole('radio', { name: 'One' }))
    await hands.choose(page.getByRole('combobox', { name: 'dropdown' }), 'Two')
    await expectFits(page)
    await expect(page.getByRole('textbox', { name: 'number' })).toHaveValue(
      formatValue('number', '12345', language),
    )
    await expect(page.getByRole('textbox', { name: 'date' })).toHaveValue(
      formatValue('date', '2026-12-31', language),
    )
    for (const kind of ['initials', 'signature'] as const) {
      await hands.press(page.getByRole('article').getByRole('button', { name: new RegExp(`^${kind}: `) }))
      const dialog = page.getByRole('dialog')
      await hands.chooseTab(dialog.getByRole('tab', { name: t.type, exact: true }))
      await hands.write(dialog.getByRole('textbox'), kind === 'initials' ? 'IQ' : 'Iris Quist')
      await expectFits(page)
      await hands.press(
        dialog.getByRole('button', { name: kind === 'initials' ? t.useInitials : t.useSignature }),
      )
      await expect(dialog).toBeHidden()
    }
    if (turned) await page.setViewportSize(screen)
    await hands.press(page.getByRole('button', { name: t.finish, exact: true }))
    await hands.check(page.getByRole('dialog').getByRole('checkbox', { name: t.consent }))
    await expectFits(page)
    await hands.press(page.getByRole('dialog').getByRole('button', { name: t.sign, exact: true }))
    await expect(
      page
        .getByRole('heading', { name: t.nextTitle })
        .or(page.getByRole('link', { name: t.download, exact: true })),
    ).toBeVisible()
    await expectFits(page)
  })

/** The page is no wider than the screen. */
async function expectFits(page: Page) {
  const excess = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  expect(await page.evaluate(excess)).toBe(0)
}

/** How controls are used: by finger, mouse or keyboard. */
function makeHands(page: Page, by: SignerWindow['by']) {
  const { keyboard } = page
  if (by === 'keyboard')
    return {
      press: async (control: Locator) => {
        await tabTo(page, control)
        await keyboard.press('Enter')
      },
      write: async (control: Locator, text: string) => {
        await tabTo(page, control)
        await keyboard.press('Control+A')
        await keyboard.type(text)
      },
      check: async (control: Locator) => {
        await tabTo(page, control)
        await keyboard.press('Space')
      },
      choose: async (control: Locator, option: string) => {
        await tabTo(page, control)
        await keyboard.type(option)
      },
      // The tab of drawing is the first one.
      chooseTab: async (control: Locator) => {
        await tabTo(page, page.getByRole('tab', { selected: true }))
        await keyboard.press('ArrowRight')
        await expect(control).toHaveAttribute('aria-selected', 'true')
      },
    }
  const press = (control: Locator) => (by === 'finger' ? control.tap() : control.click())
  return {
    press,
    write: (control: Locator, text: string) => control.fill(text),
    // A line that is too low for a finger grows at the first touch.
    check: async (control: Locator) => {
      await control.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      const { x, y, width, height } = (await control.boundingBox())!
      const middle = [x + width / 2, y + height / 2] as const
      await (by === 'finger' ? page.touchscreen.tap(...middle) : page.mouse.click(...middle))
      await expect(control).toBeChecked()
    },
    choose: async (control: Locator, option: string) => void (await control.selectOption(option)),
    chooseTab: press,
  }
}
