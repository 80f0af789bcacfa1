import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { MAX_WEBHOOKS } from '#lib/webhooks/rules'
import { expect, test } from '../support/fixtures.ts'
import { connectToApi, create } from '../support/records.ts'

interface ReceivedRequest {
  headers: IncomingHttpHeaders
  body: string
}

/** A local server of an integrator: it responds with 500 to the first delivery, then with 200. */
async function startReceiver(received: ReceivedRequest[]) {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ headers: request.headers, body })
    const fails = received.length === 1
    response.writeHead(fails ? 500 : 200).end(fails ? 'Out of paper' : 'Thank you')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks` }
}

test('a webhook is added, fails, is replayed, verifies with its secret, and is disabled', async ({
  page,
  signUp,
}) => {
  const received: ReceivedRequest[] = []
  const { server, url } = await startReceiver(received)
  await signUp(page)
  await page.goto('/webhooks')
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('URL').fill('https://169.254.169.254/latest')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByText('This address is not on the public Internet.')).toBeVisible()
  // The button is at the lower end of the dialog, which is higher than the window.
  await expect(page.getByLabel('URL')).toBeFocused()
  await expect(page.getByText('This address is not on the public Internet.')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Close' })).toBeInViewport()
  await page.getByLabel('URL').fill(url)
  await page.getByRole('button', { name: 'Create webhook' }).click()
  const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()
  expect(secret).toMatch(/^whsec_/)
  await page.getByRole('button', { name: 'I have saved it' }).click()

  await page.getByRole('link', { name: /127\.0\.0\.1/ }).click()
  await page.getByRole('button', { name: 'Send test event' }).click()
  const deliveries = page
    .getByRole('table', { name: 'Deliveries' })
    .getByRole('row')
    .filter({ hasText: 'test' })
  await expect(deliveries.first()).toContainText('failed')
  await page.getByText('Request and response').first().click()
  await expect(page.getByText('Out of paper')).toBeVisible()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(deliveries.first()).toContainText('arrived')
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([
    received[0]?.headers['webhook-id'],
    received[0]?.headers['webhook-id'],
  ])
  for (const { headers, body } of received) {
    const payload = new Webhook(secret).verify(body, headers as Record<string, string>)
    expect(payload).toMatchObject({ type: 'webhook.test', test_mode: false })
  }

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Switch off' }).click()
  await page.getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByRole('button', { name: 'Switch on' })).toBeVisible()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  server.closeAllConnections()
  server.close()
})

test('the secret of the last possible webhook is shown, and one more is refused in test mode too', async ({
  page,
  signUp,
  baseURL,
}) => {
  const api = await connectToApi(baseURL, await signUp(page))
  const url = 'http://127.0.0.1:9/hooks'
  for (let count = 1; count < MAX_WEBHOOKS; count++) await create(api, '/webhooks', { url, events: ['*'] })
  await page.goto('/webhooks')
  const add = page.getByRole('button', { name: 'New webhook' })
  await add.click()
  await page.getByLabel('URL').fill(url)
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^whsec_/)
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await expect(page.getByText('There are 10, as many as there can be.')).toBeVisible()
  await expect(add).toHaveCount(0)

  await page.getByRole('switch', { name: 'Test mode' }).click()
  await add.click()
  await page.getByLabel('URL').fill(url)
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByText('Webhook limit reached: 10, test mode included.')).toBeVisible()
})
