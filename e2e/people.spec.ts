import { expect, test } from './fixtures.ts'

const password = 'a quiet lighthouse 7'

test('a user is invited, signs in, resets the password, and signs in again', async ({
  page,
  browser,
  signUp,
  readMail,
}) => {
  const admin = await signUp(page)
  const guest = `grace.${admin.email}`
  await page.goto('/users')
  await page.getByRole('button', { name: 'Invite user' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Grace Hopper')
  await page.getByRole('textbox', { name: 'Email' }).fill(guest)
  await page.getByRole('radio', { name: 'Viewer' }).click()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('row').filter({ hasText: guest })).toContainText('invited')
  const { links } = await readMail(guest, /invited/i)
  const invitation = links.find((link) => link.includes('/invitation/')) ?? ''

  const foreign = await browser.newContext()
  const seat = await foreign.newPage()
  await seat.goto(invitation)
  await expect(seat.getByRole('heading', { name: 'Welcome, Grace Hopper' })).toBeVisible()
  await seat.getByLabel('Password').fill('short')
  await seat.getByRole('button', { name: 'Join' }).click()
  await expect(seat.getByText('At least 12 characters.', { exact: true })).toBeVisible()
  await seat.getByLabel('Password').fill(password)
  await seat.getByRole('button', { name: 'Join' }).click()
  await seat.waitForURL(/\/overview/)
  await expect(seat.getByRole('link', { name: 'Users' })).toHaveCount(0)
  await seat.goto(invitation)
  await expect(seat.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible()

  await foreign.clearCookies()
  await seat.goto('/login')
  await seat.getByRole('link', { name: 'Forgot your password?' }).click()
  // Input before hydration is lost.
  await expect(async () => {
    await seat.getByLabel('Email').fill(guest)
    await seat.getByRole('button', { name: 'Send reset link' }).click()
    await expect(seat.getByText('Check your email')).toBeVisible({ timeout: 3000 })
  }).toPass()
  const mail = await readMail(guest, /password/i)
  const recovery = mail.links.find((link) => link.includes('/recovery/')) ?? ''
  await seat.goto(recovery)
  await seat.getByLabel('Password').fill(`${password}7`)
  await seat.getByRole('button', { name: 'Set password' }).click()
  await seat.waitForURL(/\/overview/)

  await page.reload()
  await page.getByRole('button', { name: 'Actions for Grace Hopper' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove' }).click()
  // While the dialog is open, the rows behind it are hidden from the accessibility tree.
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: guest })).toHaveCount(0)
  await seat.goto('/documents')
  // The page may have been requested just before the removal.
  const ended = seat.getByRole('dialog', { name: 'Your session has ended' })
  await expect(ended.or(seat.getByRole('heading', { name: 'Sign in', exact: true }))).toBeVisible()
  await foreign.close()
})

test('a key is shown once, works, and is revoked', async ({ page, request, signUp }) => {
  await signUp(page)
  await page.goto('/api-keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Shop')
  await page.getByRole('button', { name: 'Create key' }).click()
  const secret = await page.getByRole('textbox', { name: 'Key' }).inputValue()
  expect(secret).toMatch(/^psk_live_/)
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await expect(page.getByText(`psk_live_…${secret.slice(-4)}`)).toBeVisible()
  const headers = { authorization: `Bearer ${secret}` }
  expect((await request.get('/api/v1/documents', { headers })).status()).toBe(200)
  expect((await request.get('/api/v1/users', { headers })).status()).toBe(403)
  await page.getByRole('button', { name: 'Revoke Shop' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByText('No keys yet')).toBeVisible()
  expect((await request.get('/api/v1/documents', { headers })).status()).toBe(401)
})

test('a password is changed: other sessions end, this one goes on', async ({ page, browser, signUp }) => {
  const member = await signUp(page)
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await other.goto('/login')
  await other.getByLabel('Email').fill(member.email)
  await other.getByLabel('Password').fill(member.password)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await other.waitForURL(/\/overview/)

  await page.goto('/settings')
  await page.getByLabel('Current password').fill('wrong wrong wrong')
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Incorrect password.')).toBeVisible()
  await page.getByLabel('Current password').fill(member.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  // The toast is there twice for a moment: visible, and in the live region.
  await expect(page.getByText('Password changed.').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await other.goto('/documents')
  await other.waitForURL(/\/login/)
  await elsewhere.close()
})

test('an administrator changes the retention of the vault', async ({ page, signUp }) => {
  await signUp(page)
  await page.goto('/settings')
  const years = page.getByLabel('Retention')
  await years.fill('0')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The retention is a whole number of years, 1 to 100.')).toBeVisible()
  await years.fill('7')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. It applies to documents signed from now on.').first()).toBeVisible()
  await page.reload()
  await expect(years).toHaveValue('7')
})
