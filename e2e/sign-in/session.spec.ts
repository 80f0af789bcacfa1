import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { connectToApi, create, signUp as signUpWithApi } from '../support/records.ts'

test.use({ serviceWorkers: 'allow' })

test('the password is required again before a key is created', async ({ page, signUp }) => {
  const { password } = await signUp(page)
  await page.goto('/api-keys')
  // The response for a session whose password was entered more than 15 minutes ago.
  await page.route(
    '**/api/v1/api-keys',
    (route) =>
      route.fulfill({ status: 403, json: { error: { code: 'reauthentication_required', message: '' } } }),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Shop')
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter your password again' })
  await dialog.getByLabel('Password').fill('wrong wrong wrong')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Incorrect password.')).toBeVisible()
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('textbox', { name: 'Key' })).toHaveValue(/^psk_live_/)
  await expect(dialog).toHaveCount(0)
})

test('a user whose session ended signs in again and returns to the page', async ({ page, signUp }) => {
  const { email, password } = await signUp(page)
  await page.goto('/users')
  await page.getByRole('button', { name: 'Invite user' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Grace Hopper')
  await page.getByRole('textbox', { name: 'Email' }).fill(`grace.${email}`)
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByRole('button', { name: 'Stay on this page' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Grace Hopper')
  await expect(page.getByText('Your session has ended. Sign in again.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await page.waitForURL(/\/login/)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/users$/)
  await page.getByRole('button', { name: 'Invite user' }).click()
  await expect(page.getByText('What you typed before is here again.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Grace Hopper')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign in again' }).click()
  await expect(page.getByRole('row').filter({ hasText: `grace.${email}` })).toContainText('invited')
})

/** Sends an invitation after the session has ended. @returns the dialog that asks to sign in again */
async function inviteWithoutSession(page: Page, email: string) {
  await page.getByRole('button', { name: 'Invite user' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Grace Hopper')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  return page.getByRole('dialog', { name: 'Your session has ended' })
}

async function signInHere(dialog: Locator, password: string) {
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign in again' }).click()
}

/** Signs in by the link of the dialog, in another tab, and returns to the page. */
async function signInInTab(page: Page, { email, password }: { email: string; password: string }) {
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Sign-in page' }).click()
  const tab = await opened
  await tab.waitForURL(/\/login/)
  await tab.getByLabel('Email').fill(email)
  await tab.getByLabel('Password').fill(password)
  await tab.getByRole('button', { name: 'Sign in' }).click()
  await expect(tab.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await tab.close()
  // All pages of a browser without windows have the focus.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
}

const turnTestModeOn = (page: Page) =>
  page.request.put('/api/v1/account/test-mode', {
    data: { test_mode: true },
    headers: { 'sec-fetch-site': 'same-origin' },
  })

test('a user in test mode who signs in again is still in test mode: on the page, in another tab, and there after staying on the page', async ({
  page,
  signUp,
}) => {
  const user = await signUp(page)
  await turnTestModeOn(page)
  await page.goto('/users')
  for (const way of ['here', 'tab', 'stay']) {
    const email = `${way}.${user.email}`
    const dialog = await inviteWithoutSession(page, email)
    if (way === 'stay') {
      await dialog.getByRole('button', { name: 'Stay on this page' }).click()
      await page.getByRole('button', { name: 'Send invitation' }).click()
    }
    if (way === 'here') await signInHere(dialog, user.password)
    else await signInInTab(page, user)
    await expect(page.getByRole('row').filter({ hasText: email })).toContainText('invited')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('TEST', { exact: true })).toBeVisible()
    const account = await (await page.request.get('/api/v1/account')).json()
    expect(account.data.test_mode).toBe(true)
  }
})

test('the mode is shown in all tabs of the session when it is switched in one', async ({
  page,
  context,
  signUp,
}) => {
  await signUp(page)
  const other = await context.newPage()
  await other.goto('/users')
  await page.goto('/users')
  const mode = page.getByRole('switch', { name: 'Test mode' })
  await mode.click()
  await expect(other.getByText('TEST', { exact: true })).toBeVisible()
  await mode.click()
  await expect(other.getByText('TEST', { exact: true })).toHaveCount(0)
})

test('a change is not repeated for the user of another organisation who signs in', async ({
  page,
  baseURL,
  browser,
  signUp,
}) => {
  const member = await signUp(page)
  const context = await browser.newContext()
  const owner = { ...member, email: `owner.${member.email}` }
  await signUpWithApi(baseURL!, context, 'Lys', owner)
  await context.close()
  const other = { name: 'Ada of Lys', email: member.email, password: 'another long secret 8' }
  await create(await connectToApi(baseURL, owner), '/users', { ...other, role: 'tenant_admin' })
  await page.goto('/users')
  const dialog = await inviteWithoutSession(page, `grace.${member.email}`)
  await signInHere(dialog, other.password)
  await expect(page.getByRole('row').filter({ hasText: other.name })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const { data: users } = await (await page.request.get('/api/v1/users')).json()
  expect(users.map(({ name }: { name: string }) => name).toSorted()).toEqual(
    [other.name, owner.name].toSorted(),
  )
})

test('a user whose session ended signs out without being asked to sign in', async ({
  page,
  baseURL,
  signUp,
}) => {
  const api = await connectToApi(baseURL, await signUp(page))
  const { id } = await create(api, '/signature-processes', { name: 'Lease' })
  await page.goto(`/processes/${id}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL(/\/processes$/)
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/\/login$/)
})

test('a page that is opened offline says so, and opens when the network is back', async ({
  page,
  context,
  signUp,
}) => {
  await signUp(page)
  await page.goto('/documents')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Vault' }).click()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Still no answer.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Vault' })).toBeVisible()
  await expect(page).toHaveURL(/\/vault$/)
})

/** A proxy before the service that can be stopped, and started again on its port. */
async function startProxy(baseURL: string | undefined) {
  const server = createServer((incoming, outgoing) => {
    const { method, headers } = incoming
    const forwarded = request(`${baseURL}${incoming.url}`, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
  return { url: `http://localhost:${port}`, stop, startAgain: () => listen(port) }
}

test('a page of a service that is gone says so, and opens by itself when the service is back', async ({
  page,
  baseURL,
}) => {
  const proxy = await startProxy(baseURL)
  await page.goto(`${proxy.url}/login`)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await proxy.stop()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Paraph cannot be reached' })).toBeVisible()
  await proxy.startAgain()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await proxy.stop()
})
