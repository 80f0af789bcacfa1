import type { Browser, BrowserContext, Page } from '@playwright/test'
import { signingLanguageCookie } from '#lib/core/locales'
import { pseudoText } from '#lib/messages/pseudo'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { Client } from '../../scripts/client.ts'
import { expect, test } from '../support/fixtures.ts'
import { sendAndFindLinks } from '../support/links.ts'
import { connectToApi, create, upload } from '../support/records.ts'
import { expectAccessible, readCode, readTexts, signingLink } from '../support/signer.ts'

const desktop = { viewport: { width: 1280, height: 900 } }

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
async function sendDocument(baseURL: string | undefined, options: { otp?: boolean } = {}): Promise<string> {
  const client = await Client.signUp(baseURL!)
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
  await page.goto(await sendDocument(baseURL))
  await page.getByRole('textbox', { name: 'City' }).fill('Lyon')
  await page.getByRole('contentinfo').getByRole('button').last().click()
  await expect(page.getByRole('button', { name: texts.addSignature }).last()).toBeVisible()
  expect(errors).toEqual([])
})

test('the page changes its language, keeps what was filled in, and is mirrored for Arabic', async ({
  browser,
  baseURL,
}) => {
  test.slow()
  const page = await openContext(browser, { ...desktop, locale: 'en-GB' })
  await page.goto(await sendDocument(baseURL))
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

test('a number is read in the language that the signer chose, or asked about', async ({
  browser,
  baseURL,
}) => {
  const client = await Client.signUp(baseURL!)
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

test('a page that fails says so in its language', async ({ browser, baseURL }) => {
  const page = await openArabic(browser, baseURL)
  const texts = await readTexts(page, 'ar')
  await page.route(/\/texts\/ar-signing\.(?!latest)/, (route) => {
    const { pathname } = new URL(route.request().url())
    const contentType = 'text/javascript'
    return route.fulfill({ contentType, body: `globalThis.paraphTexts = new Map([["${pathname}", {}]])` })
  })
  await page.goto(await sendDocument(baseURL))
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

/** The dialogs of the menu, by the texts that open them. */
const helpItems = ['askSender', 'delegate', 'later', 'report', 'refuse']

/** The elements that are wider than the screen, or beyond its edge, if the page scrolls sideways. */
function findOverflow(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > clientWidth)
    .map(({ outerHTML }) => outerHTML.slice(0, 120))
}

test('texts that are 40 % longer than German fit a narrow phone in each state', async ({
  browser,
  baseURL,
  signUp,
  page: senderPage,
  readMail,
}) => {
  test.slow()
  const page = await openContext(browser, { viewport: { width: 360, height: 740 }, locale: 'en-GB' })
  const texts = await readTexts(page, 'de')
  const pseudo = Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, key === 'locale' ? text : pseudoText(text)]),
  )
  await page.route('**/texts/de-signing.latest.js', (route) => {
    const body = `(globalThis.paraphTexts ??= new Map()).set("/texts/de-signing.latest.js", ${JSON.stringify(pseudo)})`
    return route.fulfill({ contentType: 'text/javascript', body })
  })
  /** Opens a link in English, and switches to the longer texts. */
  async function openLonger(link: string) {
    await page.context().clearCookies({ name: signingLanguageCookie })
    await page.goto(link)
    await menu(page).selectOption('de')
    await expect(page.getByText('xxxx').first()).toBeVisible()
  }
  async function expectFits(state: string) {
    await picture(page, `pseudo-${state}`)
    expect(await page.evaluate(findOverflow), state).toEqual([])
  }
  const button = (key: string) => page.getByRole('button', { name: pseudo[key]! }).last()

  const api = await connectToApi(baseURL, await signUp(senderPage))
  const fields = ['text', 'number', 'date', 'checkbox', 'signature'].map((type, index) => ({
    ...{ document_index: 0, signer_index: 0, type, page: 1, x: 60, y: 60 + 60 * index },
    ...{ width: type === 'checkbox' ? 20 : 180, height: type === 'checkbox' ? 20 : 30 },
  }))
  async function send(otp: object) {
    const email = `iris.${crypto.randomUUID()}@example.com`
    const { id: documentId } = await upload(api, 'Lease')
    const record = await create(api, '/signature-processes', {
      ...{ name: 'Lease', documents: [{ id: documentId }], fields, send: true },
      signers: [{ name: 'Iris Quist', email, locale: 'en', ...otp }],
      options: { allow_delegation: true },
    })
    return { id: record.id as number, email, link: signingLink(await readMail(email, /Please sign/)) }
  }

  await openLonger((await send({ otp: 'access_code', access_code: 'blue heron' })).link)
  await button('accessCodeOpen').click()
  await expectFits('access-code')

  const byEmail = await send({ otp: 'email' })
  await openLonger(byEmail.link)
  await expectFits('code')
  await button('otpSend').click()
  await page.getByLabel(pseudo.otpLabel!).fill(await readCode(readMail, byEmail.email))
  await expect(page.getByRole('article')).toBeVisible()
  // Back in the language in which the code was asked for, the document stays open.
  await refuseStates(page)
  await menu(page).selectOption('en')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('article')).toBeVisible()
  await page.unroute(stateRequests)
  await menu(page).selectOption('de')
  await expect(page.getByText('xxxx').first()).toBeVisible()
  await expectFits('document')
  await button('start').click()
  await expectFits('field')
  for (const item of helpItems) {
    await button('more').click()
    await expectFits('menu')
    await page.getByRole('menuitem', { name: pseudo[item]! }).click()
    const dialog = page.locator('[role=dialog], [role=alertdialog]')
    await expect(dialog).toBeVisible()
    await expectFits(item)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  await page.getByRole('article').getByRole('button', { name: pseudo.addSignature! }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  for (const method of ['upload', 'draw', 'type']) {
    await page.getByRole('tab', { name: pseudo[method]! }).click()
    await expectFits(method)
  }
  await page.getByRole('dialog').getByRole('textbox').fill('Iris Quist')
  await button('useSignature').click()
  await expectFits('adopted')

  await api.post(`/api/v1/signature-processes/${byEmail.id}/cancel`, { data: {} })
  await openLonger(byEmail.link)
  await expectFits('cancelled')
  await openLonger(new URL('/sign/unknown', baseURL).href)
  await expectFits('unknown')
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

test('a page that the browser translates is filled in and signed', async ({ browser, baseURL }) => {
  const page = await openContext(browser, desktop)
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.goto(await sendDocument(baseURL))
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
  baseURL,
}) => {
  const page = await openContext(browser, desktop)
  await page.goto(await sendDocument(baseURL, { otp: true }))
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
