import { expect, test } from './fixtures.ts'

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

test('a new account has one session', async ({ page, signUp }) => {
  await signUp(page)
  await page.goto('/settings/security')
  const sessionRows = page.getByRole('table', { name: 'Signed in' }).getByRole('rowheader')
  await expect(sessionRows).toHaveCount(1)
  await expect(sessionRows).toContainText('here')
})

test('a viewer is not offered actions that they may not do', async ({ page, browser, signUp, readMail }) => {
  const admin = await signUp(page)
  const email = `viewer.${admin.email}`
  const person = { name: 'Vera Lys', email, role: 'viewer', send_invitation: true }
  const status = await page.evaluate(
    (data) =>
      fetch('/api/v1/users', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(data),
      }).then(({ status }) => status),
    person,
  )
  expect(status).toBe(201)
  const { links } = await readMail(email, /invited/i)
  const viewerContext = await browser.newContext()
  const viewerPage = await viewerContext.newPage()
  await viewerPage.goto(links.find((link) => link.includes('/invitation/')) ?? '')
  await viewerPage.getByLabel('Password').fill('a quiet lighthouse 7')
  await viewerPage.getByRole('button', { name: 'Join' }).click()
  await viewerPage.waitForURL(/\/overview/)
  for (const path of ['/processes/new', '/templates/new', '/users', '/api-keys', '/webhooks']) {
    await viewerPage.goto(path)
    await expect(viewerPage.getByRole('heading', { name: 'No access' })).toBeVisible()
    await expect(viewerPage.getByRole('main').getByRole('textbox')).toHaveCount(0)
    await expect(viewerPage.getByRole('main').getByRole('button')).toHaveCount(0)
  }
  await viewerPage.goto('/documents')
  await expect(viewerPage.getByText('No documents have been uploaded yet.')).toBeVisible()
  await expect(viewerPage.getByRole('region', { name: /Drop PDF files/ })).toHaveCount(0)
  await viewerContext.close()
})
