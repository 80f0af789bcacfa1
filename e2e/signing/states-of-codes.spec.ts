import { Client } from '../../scripts/client.ts'
import { expect, test } from '../support/fixtures.ts'
import { sendAndFindLinks } from '../support/links.ts'
import { button, en, startWalk, type Walk } from '../support/walk.ts'

/* Each state before the document is open, in each language; pictures and axe as for `states-of-signing.spec.ts`. */

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

test('the code, in each language', async () => {
  const { page, see, open } = walk
  const code = page.getByLabel(en.otpLabel!)
  const enter = async (digits: string) => {
    await code.fill(digits)
    await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible()
  }
  await open(await sendAndFindLinks(client, { signers: [{ otp: 'email' }] }).then(([link]) => link!))
  await see('code')
  await button(page, 'otpSend').click()
  await expect(code).toBeVisible()
  await see('code-sent')
  await code.fill('12')
  await button(page, 'otpConfirm').click()
  await see('code-short')
  await enter('000000')
  await see('code-incorrect')
  for (let attempt = 0; attempt < 4; attempt += 1) await enter('000000')
  await expect(page.getByText(en.otpUsedUp!)).toBeVisible()
  await see('code-used-up')
  await page.route('**/otp/verify', (route) => {
    const headers = { 'retry-after': '540' }
    return route.fulfill({ status: 429, headers, json: { error: { code: 'rate_limited', message: '' } } })
  })
  await enter('000000')
  await see('code-locked')

  await button(page, 'report').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await see('code-report')

  await open(
    await sendAndFindLinks(client, { signers: [{ otp: 'access_code', access_code: 'blue heron' }] }).then(
      ([link]) => link!,
    ),
  )
  await page.unroute('**/otp/verify')
  await see('access-code')
  const accessCode = page.getByLabel(en.accessCodeLabel!, { exact: true })
  await button(page, 'accessCodeOpen').click()
  await see('access-code-empty')
  for (const left of [4, 3, 2, 1]) {
    await accessCode.fill('grey heron')
    await button(page, 'accessCodeOpen').click()
    await expect(page.getByText(left === 1 ? 'one attempt' : `${left} attempts`)).toBeVisible()
  }
  await see('access-code-incorrect')
  await accessCode.fill('grey heron')
  await button(page, 'accessCodeOpen').click()
  await expect(page.getByRole('heading', { name: en.accessCodeLockedTitle! })).toBeVisible()
  await see('access-code-locked')
})

test('a code by SMS, in each language', async () => {
  test.skip(!process.env.SMS_URL, 'SMS_URL says where the service sends text messages; npm test sets it.')
  const { page, see, open } = walk
  const [link] = await sendAndFindLinks(client, { signers: [{ otp: 'sms', phone: '+4917612345678' }] })
  await open(link!)
  // The number is written from left to right in each language.
  await expect(page.getByText('\u2066+49 … 78\u2069')).toBeVisible()
  await see('sms')
  await page.route('**/otp', (route) => route.fulfill({ json: { message: '' } }))
  await button(page, 'otpSend').click()
  await expect(page.getByLabel(en.otpLabel!)).toBeVisible()
  await see('sms-sent')
})
