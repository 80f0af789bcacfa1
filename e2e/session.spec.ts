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

test('a page that cannot be loaded says why, and opens when the network or the service is back', async ({
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

  await context.route('**', (route) => route.abort('connectionrefused'))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Paraph cannot be reached' })).toBeVisible()
  await context.unroute('**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Vault' })).toBeVisible()
})
