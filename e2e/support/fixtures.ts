import { randomBytes } from 'node:crypto'
import { type BrowserContext, test as base, expect, type Page, type Request } from '@playwright/test'
import { type ReadMail, readNewestMail } from './mailbox.ts'
import { type Member, signUp } from './records.ts'

interface Fixtures {
  /** Opens a page with the viewport of a phone and a session of its own, until the test ends. */
  openPhone(): Promise<Page>
  /** Waits for the newest email to `address` with a matching subject, after the first `after` of them, and reads it. */
  readMail(address: string, subject?: RegExp, after?: number): Promise<ReadMail>
  /** Signs a new user up: `page` has their session, and opens nothing yet. */
  signUp(page: Page): Promise<Member>
}

const SHOWN_REQUESTS = 30

declare global {
  interface Window {
    /** Whether React has run the effects of the page: it listens to the keyboard from then on. */
    hasRunEffects?: boolean
    __REACT_DEVTOOLS_GLOBAL_HOOK__?: object
  }
}

/** What opens another document. */
const navigations = ['goto', 'reload', 'goBack', 'goForward', 'waitForURL'] as const

/** Makes every page of the context wait until a new document listens: earlier clicks, keys and input may be lost. */
async function waitForScripts(context: BrowserContext) {
  await context.addInitScript(() => {
    // What React offers to its developer tools.
    window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot() {},
      onCommitFiberUnmount() {},
      onPostCommitFiberRoot() {
        window.hasRunEffects = true
      },
    }
  })
  context.on('page', (page) => {
    for (const name of navigations) {
      const navigate = page[name].bind(page) as (...args: unknown[]) => Promise<unknown>
      const navigateAndWait = async (...args: unknown[]) => {
        const response = await navigate(...args)
        await page.waitForFunction(() => {
          const isOurPage = document.querySelector('script[src*="/_next/"]') !== null
          return !isOurPage || window.hasRunEffects === true
        })
        return response
      }
      Object.assign(page, { [name]: navigateAndWait })
    }
  })
}

export const test = base.extend<Fixtures>({
  // For failed tests: the last state of the pages, and their requests.
  context: async ({ context }, use, info) => {
    const requests: string[] = []
    const addRequest = (request: Request, outcome: string | number) => {
      const { pathname } = new URL(request.url())
      if (!pathname.startsWith('/api/')) return
      requests.push(`${new Date().toISOString()} ${request.method()} ${pathname} ${outcome}`)
    }
    context.on('request', (request) => addRequest(request, 'is sent'))
    context.on('response', (response) => addRequest(response.request(), response.status()))
    context.on('requestfailed', (request) => addRequest(request, request.failure()?.errorText ?? 'failed'))
    await use(context)
    if (info.status === info.expectedStatus) return
    console.log(requests.slice(-SHOWN_REQUESTS).join('\n'))
    for (const page of context.pages()) {
      const browserState = page.evaluate(() => `online ${navigator.onLine}, ${document.visibilityState}`)
      const accessibilityTree = page.locator('body').ariaSnapshot()
      const lines = await Promise.all([browserState, accessibilityTree]).catch((error) => [String(error)])
      console.log([page.url(), ...lines].join('\n'))
    }
  },

  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await newContext(options)
        if (options?.javaScriptEnabled !== false) await waitForScripts(context)
        return context
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],

  openPhone: async ({ browser }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        hasTouch: true,
        isMobile: true,
        locale: 'en-GB',
      })
      contexts.push(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },

  readMail: async ({ request }, use) => {
    await use((address, subject = /./, after = 0) => readNewestMail(request, address, subject, after))
  },

  signUp: async ({ baseURL }, use) => {
    await use(async (page) => {
      const tag = randomBytes(4).toString('hex')
      const member = {
        name: `Ada ${tag}`,
        email: `ada.${tag}@example.com`,
        password: `a long enough secret ${tag}`,
      }
      await signUp(baseURL!, page.context(), `Company ${tag}`, member)
      return member
    })
  },
})

export { expect }
