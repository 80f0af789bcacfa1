import { expect, test } from '../support/fixtures.ts'
import { signIn } from '../support/records.ts'

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

  const guestContext = await browser.newContext()
  const guestPage = await guestContext.newPage()
  await guestPage.goto(invitation)
  await expect(guestPage.getByRole('heading', { name: 'Welcome, Grace Hopper' })).toBeVisible()
  await guestPage.getByLabel('Password').fill('short')
  await guestPage.getByRole('button', { name: 'Join' }).click()
  await expect(guestPage.getByText('At least 12 characters.', { exact: true })).toBeVisible()
  await guestPage.getByLabel('Language').selectOption('Deutsch')
  await expect(guestPage.getByLabel('Passwort')).toHaveValue('short')
  await guestPage.getByLabel('Passwort').fill('aaaaaaaaaaaa')
  await guestPage.getByRole('button', { name: 'Beitreten' }).click()
  await expect(
    guestPage.getByText('Dieses Passwort gehört zu den häufigsten. Wählen Sie ein anderes.'),
  ).toBeVisible()
  await guestPage.getByLabel('Sprache').selectOption('English')
  await guestPage.getByLabel('Password').fill(password)
  await guestPage.getByRole('button', { name: 'Join' }).click()
  await guestPage.waitForURL(/\/overview/)
  await expect(guestPage.getByRole('link', { name: 'Users' })).toHaveCount(0)
  await guestPage.goto(invitation)
  await expect(guestPage.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible()

  await guestContext.clearCookies()
  await guestPage.goto('/login')
  await guestPage.getByRole('link', { name: 'Forgot your password?' }).click()
  // Input before hydration is lost.
  await expect(async () => {
    await guestPage.getByLabel('Email').fill(guest)
    await guestPage.getByRole('button', { name: 'Send reset link' }).click()
    await expect(guestPage.getByText('Check your email')).toBeVisible({ timeout: 3000 })
  }).toPass()
  const mail = await readMail(guest, /password/i)
  const recoveryLink = mail.links.find((link) => link.includes('/recovery/')) ?? ''
  await guestPage.goto(recoveryLink)
  await guestPage.getByLabel('Password').fill(`${password}7`)
  await guestPage.getByRole('button', { name: 'Set password' }).click()
  await guestPage.waitForURL(/\/overview/)

  await page.reload()
  await page.getByRole('button', { name: 'Actions for Grace Hopper' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove' }).click()
  // While the dialog is open, the rows behind it are hidden from the accessibility tree.
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: guest })).toHaveCount(0)
  await guestPage.goto('/documents')
  // The page may have been requested just before the removal.
  const sessionEnded = guestPage.getByRole('dialog', { name: 'Your session has ended' })
  await expect(
    sessionEnded.or(guestPage.getByRole('heading', { name: 'Sign in', exact: true })),
  ).toBeVisible()
  await guestContext.close()
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

test('changing the password ends other sessions, not this one', async ({
  page,
  browser,
  baseURL,
  signUp,
}) => {
  const member = await signUp(page)
  const otherContext = await browser.newContext()
  await signIn(baseURL!, otherContext, member)
  const otherPage = await otherContext.newPage()
  await otherPage.goto('/overview')
  await expect(otherPage).toHaveURL(/\/overview/)

  await page.goto('/settings')
  await page.getByLabel('Name', { exact: true }).fill('Ada King')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('complementary').getByText('Ada King')).toBeVisible()
  await page.getByLabel('Current password').fill('wrong wrong wrong')
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Incorrect password.')).toBeVisible()
  await page.getByLabel('Current password').fill(member.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  // The toast text is present twice for a moment: visible, and in the live region.
  await expect(page.getByText('Password changed.').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await otherPage.goto('/documents')
  await otherPage.waitForURL(/\/login/)
  await otherContext.close()
})

test('an administrator changes the retention of the vault and the logo', async ({ page, signUp }) => {
  await signUp(page)
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Organisation' }).click()
  await page.waitForURL(/\/settings\/organisation$/)
  const years = page.getByRole('textbox', { name: 'Retention' })
  await years.fill('0')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The retention is a whole number of years, 1 to 100.')).toBeVisible()
  await years.fill('7')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved. It applies to documents signed from now on.').first()).toBeVisible()
  await page.reload()
  await expect(years).toHaveValue('7')
  // What is typed while the form is saved stays, as unsaved input.
  const isPatch = (url: URL) => url.pathname === '/api/v1/account'
  await page.route(isPatch, async (route) => {
    if (route.request().method() === 'PATCH') await years.fill('9')
    await route.continue()
  })
  await years.fill('8')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved. It applies to documents signed from now on.').first()).toBeVisible()
  await page.unroute(isPatch)
  await expect(years).toHaveValue('9')
  await page.reload()
  await expect(years).toHaveValue('9')
  await page.getByRole('button', { name: 'Discard it' }).click()
  await expect(years).toHaveValue('8')
  await page.getByRole('link', { name: 'Branding' }).click()
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 16 } })
  await page
    .getByLabel('Logo file')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture })
  await expect(page.getByRole('img', { name: 'Logo' })).toBeVisible()
})
