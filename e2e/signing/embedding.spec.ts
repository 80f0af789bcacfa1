import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Route } from '@playwright/test'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { Client, makeLogin } from '../../scripts/client.ts'
import { expect, test } from '../support/fixtures.ts'
import { connectToApi } from '../support/records.ts'

let server: Server | undefined
let browser: Browser | undefined
test.afterEach(async () => {
  await browser?.close()
  server?.close()
})

/**
 * A product of another site, each of whose pages shows the frame of the link in its address.
 * @param policy its Cross-Origin-Embedder-Policy
 * @returns its port
 */
async function startProduct(baseURL: string, policy: 'require-corp' | 'unsafe-none'): Promise<number> {
  server = createServer((request, response) => {
    const { searchParams } = new URL(request.url!, 'http://localhost')
    const show = (element: string, links: string[]) =>
      links.map((link) => `<${element} src="${link}" style="height: 45rem"></${element}>`).join('')
    const frames =
      show('paraph-sign', searchParams.getAll('link')) + show('paraph-editor', searchParams.getAll('editor'))
    response.setHeader('content-type', 'text/html')
    response.setHeader('cross-origin-embedder-policy', policy)
    response.end(`<!doctype html><title>Product</title><script src="${baseURL}/embed.js"></script>${frames}
      <script>
        window.received = []
        for (const event of ['ready', 'opened', 'signed', 'refused', 'saved', 'sent', 'done', 'resized', 'error'])
          for (const element of document.querySelectorAll('paraph-sign, paraph-editor'))
            element.addEventListener(event, ({ detail }) => received.push({ event, ...detail }))
      </script>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test('two documents are signed in frames of another product, without cookies; no other origin can show them', async ({
  baseURL,
  playwright,
  launchOptions,
}) => {
  const port = await startProduct(baseURL!, 'require-corp')
  const login = makeLogin()
  const client = await Client.signUp(baseURL!, login)
  const api = await connectToApi(baseURL, { ...login, name: 'Script' })
  const setOrigins = (embed_origins: string[]) => api.patch('/api/v1/account', { data: { embed_origins } })
  expect((await setOrigins([`http://127.0.0.1:${port}/`])).status()).toBe(200)

  const send = async (name: string) => {
    const { id: documentId } = await client.upload(buildPdf(), 'Lease.pdf')
    const box = { page: 1, x: 60, y: 60, width: 200, height: 50, signer: 0 }
    const process = await client.send(documentId, [name], { zones: [{ ...box, type: 'signature' }] })
    await client.findLink(process.id, process.signers[0]!.id)
    const path = { id: process.id, signer: process.signers[0]!.id }
    const getUrl = async () =>
      (await client.request('POST /signature-processes/{id}/signers/{signer}/signing-url', { path })).data.url
    return { id: process.id, getUrl }
  }
  const lease = await send('Iris Quist')
  const annex = await send('Ola Berg')

  const args = [...(launchOptions.args ?? []), '--test-third-party-cookie-phaseout']
  browser = await playwright.chromium.launch({ ...launchOptions, args })
  const page = await browser.newPage()
  const show = async (host: string, ...links: string[]) =>
    page.goto(`http://${host}:${port}/?${new URLSearchParams(links.map((link) => ['link', link]))}`)
  await show('127.0.0.1', await lease.getUrl(), await annex.getUrl())
  const received = () =>
    page.evaluate(() => (window as unknown as { received: { event: string }[] }).received)
  for (const [index, name] of ['Iris Quist', 'Ola Berg'].entries()) {
    const frame = page.locator('paraph-sign').nth(index).frameLocator('iframe')
    await expect(frame.getByRole('article', { name: /^Page 1 of/ })).toBeVisible()
    await frame.getByRole('button', { name: 'Signature: Add your signature' }).click()
    await frame.getByRole('tab', { name: 'Type' }).click()
    await frame.getByRole('dialog').getByRole('textbox').fill(name)
    await frame.getByRole('button', { name: /^Use this/ }).click()
    await frame.getByRole('button', { name: 'Review and sign' }).click()
    await frame.getByRole('checkbox', { name: 'I agree' }).check()
    await frame.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(frame.getByRole('heading', { name: /You have signed/ })).toBeVisible()
  }
  await Promise.all([lease, annex].map(({ id }) => client.completed(id)))
  const events = (await received()).map(({ event }) => event)
  for (const event of ['ready', 'opened', 'signed'])
    expect(events.filter((each) => each === event)).toHaveLength(2)
  // The ending is lower than the frame.
  const findHeight = async () =>
    ((await received()).findLast(({ event }) => event === 'resized') as { height?: number } | undefined)
      ?.height
  await expect.poll(findHeight).toBeLessThan(720)
  expect(await page.context().cookies(baseURL!)).toEqual([])

  // A link that was used says so. From any other origin a frame stays empty, and the page receives nothing.
  const used = await lease.getUrl()
  await show('127.0.0.1', used)
  await show('127.0.0.1', used)
  await expect.poll(received).toContainEqual({
    event: 'error',
    status: 404,
    message: expect.stringContaining('Open the document again'),
  })
  const shown = page.locator('paraph-sign').frameLocator('iframe')
  await expect(shown.getByText('Open the document again in the app or on the website')).toBeVisible()
  // So does one that comes while the service is busy, which can be tried again.
  const busy = new URLSearchParams({ status: '429', path: new URL(await lease.getUrl()).pathname })
  await show('127.0.0.1', `${baseURL}/again?${busy}`)
  await expect(shown.getByText('Too many attempts.')).toBeVisible()
  await expect.poll(received).toContainEqual(expect.objectContaining({ event: 'error', status: 429 }))
  await shown.getByRole('button', { name: 'Try again' }).click()
  await expect(shown.getByRole('heading', { name: /You have signed/ })).toBeVisible()
  await expect(shown.getByText(/link in your email/)).toHaveCount(0)
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  await show('localhost', await lease.getUrl())
  await refused
  expect(await received()).toEqual([])
  await api.dispose()
})

test('a draft is prepared and sent in a frame of another product, without cookies; no other origin can show it', async ({
  baseURL,
  playwright,
  launchOptions,
}) => {
  const port = await startProduct(baseURL!, 'unsafe-none')
  const login = makeLogin()
  const client = await Client.signUp(baseURL!, login)
  const api = await connectToApi(baseURL, { ...login, name: 'Script' })
  const origins = { embed_origins: [`http://127.0.0.1:${port}`] }
  expect((await api.patch('/api/v1/account', { data: origins })).status()).toBe(200)
  const { id: documentId } = await client.upload(buildPdf(), 'Lease.pdf')
  const signers = [{ name: 'Iris Quist', email: `iris.${login.email}` }]
  const body = { name: 'Lease', documents: [{ id: documentId }], signers }
  const { id } = (await client.request('POST /signature-processes', { body })).data
  const getUrl = async (finish: 'send' | 'done') =>
    (await client.request('POST /signature-processes/{id}/editor-url', { path: { id }, body: { finish } }))
      .data.url

  const args = [...(launchOptions.args ?? []), '--test-third-party-cookie-phaseout']
  browser = await playwright.chromium.launch({ ...launchOptions, args })
  const page = await browser.newPage()
  const show = async (host: string, editor: string) =>
    page.goto(`http://${host}:${port}/?${new URLSearchParams({ editor })}`)
  const received = () =>
    page.evaluate(() => (window as unknown as { received: { event: string }[] }).received)
  const frame = page.locator('paraph-editor').frameLocator('iframe')

  await show('127.0.0.1', await getUrl('done'))
  await expect(frame.getByRole('region', { name: 'Page 1 of 1' })).toBeVisible()
  const types = frame.getByRole('list', { name: 'Field types' })
  await types.getByRole('button', { name: 'Signature', exact: true }).click()
  await expect(frame.getByRole('button', { name: /^Signature, Iris Quist, page 1/ })).toBeVisible()
  await frame.getByRole('button', { name: 'Done' }).click()
  await expect(frame.getByRole('heading', { name: 'The fields are placed' })).toBeAttached()
  for (const event of ['ready', 'saved', 'done'])
    await expect.poll(received).toContainEqual(expect.objectContaining({ event }))

  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  await show('localhost', await getUrl('send'))
  await refused
  expect(await received()).toEqual([])

  const sending = await getUrl('send')
  await show('127.0.0.1', sending)
  await frame.getByRole('button', { name: /^Review/ }).click()
  // The answer to the first “Send now” is lost.
  const loseAnswer = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/send', loseAnswer, { times: 1 })
  await frame.getByRole('button', { name: 'Send now' }).click()
  await expect(frame.getByText('The process was not sent.')).toBeVisible()
  await frame.getByRole('button', { name: 'Send now' }).click()
  await expect(frame.getByRole('heading', { name: 'The process was sent' })).toBeAttached()
  await expect.poll(received).toContainEqual(expect.objectContaining({ event: 'sent' }))
  expect((await client.request('GET /signature-processes/{id}', { path: { id } })).data).toMatchObject({
    status: 'sent',
    fields: [{ type: 'signature' }],
  })
  expect(await page.context().cookies(baseURL!)).toEqual([])
  await show('127.0.0.1', sending)
  await expect.poll(received).toContainEqual(expect.objectContaining({ event: 'error', status: 404 }))

  // One that is deleted while the editor is open has no “Done” any more.
  const documents = [{ id: (await client.upload(buildPdf(), 'Annex.pdf')).id }]
  const other = (await client.request('POST /signature-processes', { body: { ...body, documents } })).data
  const path = { id: other.id }
  const { url } = (await client.request('POST /signature-processes/{id}/editor-url', { path })).data
  await show('127.0.0.1', url)
  await expect(frame.getByRole('region', { name: 'Page 1 of 1' })).toBeVisible()
  await client.request('DELETE /signature-processes/{id}', { path })
  await types.getByRole('button', { name: 'Signature', exact: true }).click()
  await expect(frame.getByRole('heading', { name: 'This editor has ended' })).toBeAttached()
  await expect.poll(received).toContainEqual({
    event: 'error',
    status: 404,
    message: 'Open the draft again in the app or on the website.',
  })
  await api.dispose()
})
