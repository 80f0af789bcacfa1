import type { Page } from '@playwright/test'
import type { SigningRecord } from '#lib/signing/schema'
import { Client } from '../../scripts/client.ts'
import { expect, test } from '../support/fixtures.ts'
import { sendAndFind, sendAndFindLinks } from '../support/links.ts'
import { button, en, startWalk, type Walk } from '../support/walk.ts'

/* Each way in which a signing page ends, in each language; pictures and axe as for `states-of-signing.spec.ts`. */

let walk: Walk
let client: Client
test.beforeAll(async ({ baseURL }) => {
  client = await Client.signUp(baseURL!)
})
test.beforeEach(async ({ browser }) => {
  test.setTimeout(process.env.PICTURES || process.env.AXE ? 3600_000 : 240_000)
  walk = await startWalk(browser)
})
test.afterEach(() => walk.page.context().close())

const stateRequests = /\/api\/v1\/signing\/[\w-]+(\?|$)/

/** The change of the present state: a response on its way gets it, too. */
let changeState: (record: SigningRecord) => void

/** Answers the next requests of the page with a state that the service reaches only with time. */
async function answer(page: Page, change: (record: SigningRecord) => void) {
  changeState = change
  await page.route(stateRequests, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    changeState(body.data)
    await route.fulfill({ response, json: body })
  })
  // Another language loads the state again.
  await page.locator('header select').selectOption('fr')
  await expect(page.locator('header')).toBeVisible()
}

test('what is signed, in each language', async () => {
  const { page, see, open } = walk
  const [first] = await sendAndFindLinks(client, {
    signers: [{}, {}],
    options: { redirect_url: 'https://quist.example.com/next' },
  })
  await client.sign(first!, 'Iris Quist')
  await open(first!)
  await expect(page.getByRole('heading', { name: /You have signed/ })).toBeVisible()
  await see('signed')

  const { process, links } = await sendAndFind(client, { signers: [{}] })
  const [link] = links
  await open(link!)
  await expect(page.getByRole('article').first()).toBeVisible()
  await answer(page, ({ process, signer }) => {
    process.sealing = true
    signer.status = 'signed'
  })
  await expect(page.getByRole('article')).toHaveCount(0)
  await see('signed-elsewhere')
  await page.unrouteAll({ behavior: 'wait' })
  await client.sign(link!, 'Iris Quist')
  await client.completed(process.id)
  await open(link!)
  await expect(page.getByRole('link', { name: en.download!, exact: true })).toBeVisible()
  await see('completed')
  await client.request('POST /signature-processes/{id}/void', {
    path: { id: process.id },
    body: { reason: 'Lease' },
  })
  await open(link!)
  await expect(page.getByRole('heading', { name: en.voidedTitle! })).toBeVisible()
  await see('voided')
})

test('what ends without a signature, in each language', async () => {
  const { page, see, open } = walk
  const [link, otherLink] = await sendAndFindLinks(client, { signers: [{}, {}] })
  await open(link!)
  await expect(page.getByRole('article').first()).toBeVisible()
  await answer(page, ({ signer }) => {
    signer.status = 'pending'
  })
  await expect(page.getByRole('article')).toHaveCount(0)
  await see('not-yet')
  await answer(page, ({ process, signer }) => {
    process.enable_notifications = false
    signer.status = 'pending'
  })
  await page.locator('header select').selectOption('en')
  await expect(page.getByText(en.waitHere!)).toBeVisible()
  await answer(page, ({ process, signer }) => {
    process.status = 'expired'
    signer.status = 'expired'
  })
  const moreTime = page.getByRole('status').getByRole('button')
  await expect(moreTime).toBeVisible()
  await see('expired')
  await page.route('**/renew', (route) =>
    route.fulfill({ status: 429, json: { error: { code: 'rate_limited', message: '' } } }),
  )
  await moreTime.click()
  await expect(page.getByText(en.slowDown!)).toBeVisible()
  await see('expired-too-many')
  await page.route('**/renew', (route) => route.fulfill({ json: { message: '' } }))
  await moreTime.click()
  await expect(moreTime).toHaveCount(0)
  await see('expired-asked')
  await page.unrouteAll({ behavior: 'wait' })

  await open(link!)
  await button(page, 'more').click()
  await page.getByRole('menuitem', { name: en.refuse! }).click()
  await page.getByLabel(en.refuseReason!).fill('The cellar is included.')
  await button(page, 'refuseConfirm').click()
  await expect(page.getByRole('heading', { name: en.refusedTitle! })).toBeVisible()
  await see('refused')
  await open(otherLink!)
  await see('refused-by-another')

  const { process: other, links: otherLinks } = await sendAndFind(client, { signers: [{}] })
  await client.request('POST /signature-processes/{id}/cancel', { path: { id: other.id }, body: {} })
  await open(otherLinks[0]!)
  await expect(page.getByRole('heading', { name: en.cancelledTitle! })).toBeVisible()
  await see('cancelled')
})

test('links that do not open a document, in each language', async ({ baseURL }) => {
  const { page, see, open } = walk
  async function openReplaced(options: { enable_notifications: boolean }) {
    const { process, links } = await sendAndFind(client, { signers: [{}], options })
    await client.request('PATCH /signature-processes/{id}/signers/{signer}', {
      path: { id: process.id, signer: process.signers[0]!.id },
      body: { email: `ola.${crypto.randomUUID()}@example.com` },
    })
    await open(links[0]!)
    await expect(page.getByRole('heading', { name: en.replacedTitle! })).toBeVisible()
  }
  await openReplaced({ enable_notifications: false })
  await expect(page.getByText('open the newest link that you have')).toBeVisible()
  await expect(button(page, 'currentLink')).toHaveCount(0)
  await openReplaced({ enable_notifications: true })
  await see('replaced')
  await button(page, 'currentLink').click()
  await expect(page.getByText(en.currentLinkDone!)).toBeVisible()
  await expect(page.getByText(en.currentLinkDone!)).toBeFocused()
  await see('replaced-asked')

  const [handedOver] = await sendAndFindLinks(client, { signers: [{}], options: { allow_delegation: true } })
  const successor = { name: 'Ola Berg', email: 'ola@example.com', reason: 'The cellar is included.' }
  await page.request.post(`/api/v1/signing/${handedOver!.split('/').at(-1)}/delegate`, { data: successor })
  await open(handedOver!)
  await expect(page.getByRole('heading', { name: en.delegatedTitle! })).toBeVisible()
  await see('handed-over')

  const unknown = new URL('/sign/unknown', baseURL).href
  await open(unknown)
  await expect(page.getByRole('heading', { name: en.unknownTitle! })).toBeVisible()
  await see('unknown')

  // The service of the tests has no limits: its page for an unknown link gets the status of too many requests.
  await page.route('**/sign/unknown', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll('\\"status\\":404', '\\"status\\":429')
    await route.fulfill({ response, body })
  })
  await open(unknown)
  await expect(page.getByText(en.slowDown!)).toBeVisible()
  await see('too-many')

  const [broken] = await sendAndFindLinks(client, { signers: [{}] })
  await page.route(/\/texts\/en-signing\.(?!latest)/, (route) => {
    const { pathname } = new URL(route.request().url())
    const body = `globalThis.paraphTexts = new Map([["${pathname}", {}]])`
    return route.fulfill({ contentType: 'text/javascript', body })
  })
  await open(broken!)
  await expect(page.getByRole('heading', { name: en.errorTitle! })).toBeVisible()
  await see('error')
})
