import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from '../support/fixtures.ts'

/** Adds a virtual authenticator that confirms every request, like a phone with a fingerprint. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function enterPassword(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Sets up the authenticator app in the open dialog. */
async function setUpAuthenticatorApp(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '')
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await dialog.getByRole('textbox', { name: 'Code' }).fill(totp.generate())
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  return totp
}

async function saveRecoveryCodes(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Save your recovery codes' })
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const texts = await codes.allInnerTexts()
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  return texts
}

const factorRow = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('an authenticator app is set up and used to sign in, and a recovery code is used in its place', async ({
  page,
  signUp,
  readMail,
}) => {
  const member = await signUp(page)
  await page.goto('/settings/security')
  await factorRow(page, 'Authenticator app').getByRole('button', { name: 'Set up' }).click()
  const totp = await setUpAuthenticatorApp(page)
  const [code = ''] = await saveRecoveryCodes(page)
  await expect(factorRow(page, 'Recovery codes')).toContainText('10 left')
  expect((await readMail(member.email, /second factor/i)).text).toContain('authenticator app was added')

  await page.context().clearCookies()
  await enterPassword(page, member)
  await page.getByRole('textbox', { name: 'Code' }).fill('000000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('That was not right. Try again.')).toBeVisible()
  // The code of the next time step: valid already, and not the one that was used to set up the app.
  await page.getByRole('textbox', { name: 'Code' }).fill(totp.generate({ timestamp: Date.now() + 30_000 }))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/overview/)

  await page.context().clearCookies()
  await enterPassword(page, member)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(code)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/overview/)
  await page.goto('/settings/security')
  await expect(factorRow(page, 'Recovery codes')).toContainText('9 left')
})

test('a passkey is added, used to sign in and to confirm a change, and removed', async ({ page, signUp }) => {
  const member = await signUp(page)
  await addAuthenticator(page)
  await page.goto('/settings/security')
  await factorRow(page, 'Passkey').getByRole('button', { name: 'Add' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Test phone')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await saveRecoveryCodes(page)
  await expect(factorRow(page, 'Test phone')).toContainText('not used yet')

  await page.context().clearCookies()
  await enterPassword(page, member)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(/\/overview/)

  await page.goto('/settings/security')
  await expect(factorRow(page, 'Test phone')).toContainText('last used')
  // The response for a session whose password was entered more than 15 minutes ago.
  await page.route(
    '**/api/v1/user/recovery-codes',
    (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 403, json: { error: { code: 'reauthentication_required', message: '' } } })
        : route.continue(),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'New codes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter your password again' })
  await dialog.getByLabel('Password').fill(member.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await saveRecoveryCodes(page)

  await page.getByRole('button', { name: 'Rename the passkey Test phone' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Old phone')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Remove the passkey Old phone' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Old phone')).toHaveCount(0)
  await page.context().clearCookies()
  await enterPassword(page, member)
  await page.waitForURL(/\/overview/)
})

test('an organisation requires a second factor, and an administrator resets a lost one', async ({
  page,
  browser,
  signUp,
  readMail,
}) => {
  const admin = await signUp(page)
  await addAuthenticator(page)
  await page.goto('/settings/security')
  await page.getByRole('switch', { name: 'Require a second factor' }).click()
  await expect(page.getByText('Set up a second factor of your own first')).toBeVisible()
  await factorRow(page, 'Passkey').getByRole('button', { name: 'Add' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Test phone')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await saveRecoveryCodes(page)
  await page.getByRole('switch', { name: 'Require a second factor' }).click()
  await expect(page.getByText('Saved.').first()).toBeVisible()
  expect((await readMail(admin.email, /security change/i)).text).toContain('requires a second factor')

  await page.goto('/users')
  await page.getByRole('button', { name: 'Invite user' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Grace Hopper')
  const guest = { email: `grace.${admin.email}`, password: 'a quiet lighthouse 7' }
  await page.getByRole('textbox', { name: 'Email' }).fill(guest.email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  const { links } = await readMail(guest.email, /invited/i)
  const context = await browser.newContext()
  const guestPage = await context.newPage()
  await guestPage.goto(links.find((link) => link.includes('/invitation/')) ?? '')
  await guestPage.getByLabel('Password').fill(guest.password)
  await guestPage.getByRole('button', { name: 'Join' }).click()
  await guestPage.waitForURL(/\/second-factor$/)
  await guestPage.getByLabel('Language').selectOption('Deutsch')
  await expect(guestPage.getByRole('button', { name: 'Authenticator-App einrichten' })).toBeVisible()
  await guestPage.getByLabel('Sprache').selectOption('English')
  await guestPage.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await setUpAuthenticatorApp(guestPage)
  await saveRecoveryCodes(guestPage)
  await guestPage.waitForURL(/\/overview/)

  await page.reload()
  await page.getByRole('button', { name: 'Actions for Grace Hopper' }).click()
  await page.getByRole('menuitem', { name: 'Reset second factor' }).click()
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect((await readMail(guest.email, /second factor/i, 1)).text).toContain('administrator has removed')
  await guestPage.goto('/documents')
  await guestPage.waitForURL(/\/second-factor$/)
  await context.close()
})

test('an administrator ends unused sessions', async ({ page, signUp }) => {
  await signUp(page)
  await page.goto('/settings/security')
  const minutes = page.getByLabel('End unused sessions')
  await minutes.fill('3')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Must be a whole number of minutes, 5 to 1440, or null.')).toBeVisible()
  await minutes.fill('30')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.').first()).toBeVisible()
  await page.reload()
  await expect(minutes).toHaveValue('30')
})
