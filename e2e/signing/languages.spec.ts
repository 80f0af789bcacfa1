import type { Browser, BrowserContext, Page } from '@playwright/test'
import { signingLanguageCookie } from '#lib/core/locales'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { Client } from '../../scripts/client.ts'
import { expect, test } from '../support/fixtures.ts'
import { sendAndFindLinks } from '../support/links.ts'
import { expectAccessible, readCode, readTexts } from '../support/signer.ts'

const desktop = { viewport: { width: 1280, height: 900 } }

let client: Client
test.beforeAll(async ({ baseURL }) => {
  client = await Client.signUp(baseURL!)
})

let context: BrowserContext | undefined
test.afterEach(() => context?.close())

async function openContext(browser: Browser, options: Parameters<Browser['newContext']>[0]): Promise<Page> {
  context = await browser.newContext(options)
  return context.newPage()
}

/** As a signer who has chosen Arabic before. */
async function openArabic(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const page = await openContext(browser, desktop)
  await page.context().addCookies([{ name: signingLanguageCookie, value: 'ar', url: `${baseURL}/sign/` }])
  return page
}

/** A document with a text field and a signature, sent to one person. @returns the signing link */
async function sendDocument(options: { otp?: boolean } = {}): Promise<string> {
  const { id } = await client.upload(buildPdf(), 'Lease.pdf')
  const box = { signer: 0, page: 1, x: 60, width: 180 } as const
  const process = await client.send(id, ['Iris Quist'], {
    ...options,
    zones: [
      { ...box, type: 'text', label: 'City', y: 60, height: 30 },
      { ...box, type: 'signature', y: 120, height: 50 },
    ],
  })
  return client.findLink(process.id, process.signers[0]!.id)
}

const stateRequests = /\/api\/v1\/signing\/[\w-]+\?/

/** Lets the requests for the state of the page fail. @returns their URLs, which are added as they come */
async function refuseStates(page: Page): Promise<string[]> {
  const urls: string[] = []
  await page.route(stateRequests, (route) => {
    urls.push(route.request().url())
    return route.abort()
  })
  return urls
}

const menu = (page: Page) => page.getByRole('banner').getByRole('combobox')

/** For a look at the states: PICTURES is a folder. */
async function picture(page: Page, name: string) {
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png` })
}

test('texts that arrive while React waits for them interrupt nothing', async ({ browser, baseURL }) => {
  const page = await openArabic(browser, baseURL)
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  // The script in the HTML is late; the one that the page adds has run at once, before React goes on.
  await page.route('**/texts/ar-signing.*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3000))
    await route.continue()
  })
  const texts = await readTexts(page, 'ar')
  await page.addInitScript((texts) => {
    const { append } = Element.prototype
    Element.prototype.append = function (...nodes) {
      const [script] = nodes
      if (!(script instanceof HTMLScriptElement) || !script.src.includes('/texts/'))
        return append.apply(this, nodes)
      queueMicrotask(() => {
        globalThis.paraphTexts ??= new Map()
        globalThis.paraphTexts.set(new URL(script.src).pathname, texts)
        script.onload?.(new Event('load'))
      })
    }
  }, texts)
  await page.goto(await sendDocument())
  await page.getByRole('textbox', { name: 'City' }).fill('Lyon')
  await page.getByRole('contentinfo').getByRole('button').last().click()
  await expect(page.getByRole('button', { name: texts.addSignature }).last()).toBeVisible()
  expect(errors).toEqual([])
})

test('the page changes its language, keeps what was filled in, and is mirrored for Arabic', async ({
  browser,
}) => {
  test.slow()
  const page = await openContext(browser, { ...desktop, locale: 'en-GB' })
  await page.goto(await sendDocument())
  const city = page.getByRole('textbox', { name: 'City' })
  await city.fill('Lyon')
  const heading = page.getByRole('heading', { level: 1 })
  const x = async () => (await heading.boundingBox())!.x
  const left = await x()
  for (const language of ['ar', 'ja']) {
    const texts = await readTexts(page, language)
    await menu(page).selectOption(language)
    await expect(page.getByRole('button', { name: texts.addSignature }).last()).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
    await expect(city).toHaveValue('Lyon')
    if (language === 'ar') expect(await x()).toBeGreaterThan(left + 300)
    else expect(await x()).toBeLessThan(left + 10)
    await expectAccessible(page)
    await picture(page, `page-${language}`)
    await page.getByRole('button', { name: texts.addSignature }).last().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await picture(page, `adopt-${language}`)
    await page.getByRole('button', { name: texts.close }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  // The service does not answer: the open document stays, in the next language.
  const failedReads = await refuseStates(page)
  await page.getByRole('article').evaluate((element) => element.setAttribute('data-kept', ''))
  await menu(page).selectOption('el')
  await expect(page.locator('html')).toHaveAttribute('lang', 'el')
  await expect.poll(() => failedReads.length).toBe(3)
  await expect(page.locator('[data-kept]')).toBeVisible()
  await expect(city).toHaveValue('Lyon')
  await page.unroute(stateRequests)
  await menu(page).selectOption('ja')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  // The chosen language is that of the next visit too.
  await page.reload()
  await expect(page.locator('[lang=ja]').first()).toBeVisible()
  await expect(city).toHaveValue('Lyon')
})

test('a number is read in the language that the signer chose, or asked about', async ({ browser }) => {
  const box = { page: 1, x: 60, width: 180, height: 30 }
  const [link] = await sendAndFindLinks(client, {
    signers: [{}],
    fields: [{ ...box, y: 60, type: 'number', label: 'Rent' }],
    options: { locale: 'de' },
  })
  const page = await openContext(browser, desktop)
  await page.goto(link!)
  const rent = page.getByRole('textbox', { name: 'Rent' })
  const type = async (text: string) => {
    await rent.fill(text)
    await rent.blur()
  }
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await type('1.5')
  await expect(rent).toHaveAttribute('aria-invalid', 'true')
  await menu(page).selectOption('en')
  await expect(rent).toHaveValue('1,5')
  await expect(rent).not.toHaveAttribute('aria-invalid')
  await type('1,234')
  await expect(page.getByText('Do you mean 1,2340 or 1234?')).toBeVisible()
  await menu(page).selectOption('de')
  await expect(page.getByText('Geben Sie eine Zahl ein, zum Beispiel 1,2340.')).toBeVisible()
  await type('1,2340')
  await expect(rent).not.toHaveAttribute('aria-invalid')
})

test('a number is shown as it will be printed in a language that the browser may not know', async ({
  browser,
}) => {
  const box = { page: 1, x: 60, width: 180, height: 30 }
  const [link] = await sendAndFindLinks(client, {
    signers: [{}],
    fields: [{ ...box, y: 60, type: 'number', label: 'Rent' }],
    options: { locale: 'is' },
  })
  const page = await openContext(browser, desktop)
  await page.goto(link!)
  const rent = page.getByRole('textbox', { name: 'Rent' })
  await rent.fill('125000')
  await rent.blur()
  await expect(rent).toHaveValue('125.000')
})

test('a page that fails says so in its language', async ({ browser, baseURL }) => {
  const page = await openArabic(browser, baseURL)
  const texts = await readTexts(page, 'ar')
  await page.route(/\/texts\/ar-signing\.(?!latest)/, (route) => {
    const { pathname } = new URL(route.request().url())
    const contentType = 'text/javascript'
    return route.fulfill({ contentType, body: `globalThis.paraphTexts = new Map([["${pathname}", {}]])` })
  })
  await page.goto(await sendDocument())
  await expect(page.getByRole('heading', { name: texts.errorTitle })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.unroute(/\/texts\/ar-signing/)
  const retry = page.getByRole('button', { name: texts.retry })
  // The page may still be rendering its error: a first tap is then lost.
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 1000 })
    await expect(page.getByRole('textbox', { name: 'City' })).toBeVisible({ timeout: 5000 })
  }).toPass()
})

test('once a code is confirmed in another language, the document stays open in the first one, without a response too', async ({
  browser,
  readMail,
}) => {
  const page = await openContext(browser, { viewport: { width: 360, height: 740 }, locale: 'en-GB' })
  const email = `iris.${crypto.randomUUID()}@example.com`
  const [link] = await sendAndFindLinks(client, { signers: [{ email, otp: 'email' }] })
  await page.goto(link!)
  const firstPage = page.getByRole('article').first()
  const texts = await readTexts(page, 'de')
  await menu(page).selectOption('de')
  await page.getByRole('button', { name: texts.otpSend! }).click()
  await page.getByLabel(texts.otpLabel!).fill(await readCode(readMail, email))
  await expect(firstPage).toBeVisible()
  await refuseStates(page)
  await menu(page).selectOption('en')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(firstPage).toBeVisible()
})

/** Wraps each text of the page as Chrome's translation does, also those that come later. */
function wrapTexts() {
  function wrapNew() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, ({ parentElement }) =>
      parentElement?.closest('font, option, script, style, textarea')
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
    )
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      text.replaceWith(outer)
      outer.append(inner)
      inner.append(text)
    }
  }
  new MutationObserver(wrapNew).observe(document.body, { subtree: true, childList: true })
  wrapNew()
}

test('a page that the browser translates is filled in and signed', async ({ browser }) => {
  const page = await openContext(browser, desktop)
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.goto(await sendDocument())
  await expect(page.getByRole('article', { name: /^Page 1 of/ })).toBeVisible()
  await page.evaluate(wrapTexts)
  await page.getByRole('textbox', { name: 'City' }).fill('Oslo')
  await page.getByRole('button', { name: 'Signature: Add your signature' }).click()
  await page.getByRole('tab', { name: 'Type' }).click()
  await page.getByRole('button', { name: /^Use this/ }).click()
  await page.getByRole('button', { name: 'Review and sign' }).click()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await page.getByRole('checkbox', { name: 'I agree' }).check()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByRole('heading', { name: /You have signed/ })).toBeVisible()
  expect(errors).toEqual([])
})

test('a code that a Japanese input method composes in full-width digits is sent once, as typed', async ({
  browser,
}) => {
  const page = await openContext(browser, desktop)
  await page.goto(await sendDocument({ otp: true }))
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('6-digit code')).toBeFocused()
  const codes: unknown[] = []
  await page.route('**/otp/verify', (route) => {
    codes.push(route.request().postDataJSON())
    return route.abort()
  })
  const devTools = await page.context().newCDPSession(page)
  const digits = '１２３４５６'
  for (let length = 1; length <= digits.length; length += 1)
    await devTools.send('Input.imeSetComposition', {
      ...{ text: digits.slice(0, length), selectionStart: length, selectionEnd: length },
    })
  await devTools.send('Input.insertText', { text: digits })
  await expect(page.getByLabel('6-digit code')).toHaveValue('123456')
  await expect.poll(() => codes).toEqual([{ code: '123456' }])
})
