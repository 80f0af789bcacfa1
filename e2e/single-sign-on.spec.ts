import { openOidcProvider } from '#lib/testing/oidc-provider'
import { expect, test } from './fixtures.ts'

test('an organisation signs in through its own provider', async ({ page, browser, signUp }) => {
  const admin = await signUp(page)
  const grace = { name: 'Grace Hopper', email: `grace.${admin.email}`, email_verified: true }
  await page.goto('/settings')
  const callback = await page.getByRole('textbox', { name: 'Redirect URI' }).inputValue()
  const provider = await openOidcProvider([callback], {
    grace,
    unverified: { ...grace, email_verified: false },
    outsider: { ...grace, email: 'grace@elsewhere.example' },
  })

  await page.getByLabel('Issuer').fill('https://169.254.169.254/latest')
  await page.getByLabel('Client ID').fill(provider.clientId)
  await page.getByLabel('Client secret').fill(provider.clientSecret)
  await page.getByLabel('Email domains').fill('example.com')
  await page.getByRole('button', { name: 'Save single sign-on' }).click()
  await expect(page.getByText('This address is not on the public Internet.')).toBeVisible()
  await page.getByLabel('Issuer').fill(provider.issuer)
  await page.getByRole('switch', { name: 'Create users at their first sign-in' }).click()
  await page.getByRole('button', { name: 'Save single sign-on' }).click()
  await expect(page.getByText('Saved.').first()).toBeVisible()
  await expect(page.getByLabel('Client secret')).toHaveValue('')
  const link = await page.getByRole('textbox', { name: 'Sign-in link' }).inputValue()

  const context = await browser.newContext()
  const seat = await context.newPage()
  const continueButton = seat.getByRole('button', { name: `Continue with ${new URL(provider.issuer).host}` })
  for (const [account, message] of [
    ['unverified', 'The provider has not verified your email address.'],
    ['outsider', 'Email addresses of this domain may not sign in here.'],
  ] as const) {
    await seat.goto(link)
    await continueButton.click()
    await seat.getByRole('button', { name: account }).click()
    await expect(seat.getByText(message)).toBeVisible()
    // The provider remembers who signed in.
    await context.clearCookies({ domain: '127.0.0.1' })
  }
  await continueButton.click()
  await seat.getByRole('button', { name: 'grace' }).click()
  await seat.waitForURL(/\/overview/)
  await seat.goto('/settings')
  await expect(seat.getByText(grace.email)).toBeVisible()
  await expect(seat.getByRole('heading', { name: 'Single sign-on' })).toHaveCount(0)

  await seat.getByRole('button', { name: 'Sign out' }).click()
  await seat.waitForURL(/\/login/)
  await continueButton.click()
  await seat.waitForURL(/\/overview/)

  await page.goto('/users')
  await page.getByRole('button', { name: 'Actions for Grace Hopper' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Grace Hopper is removed.').first()).toBeVisible()
  await seat.goto('/overview')
  await seat.waitForURL(/\/login/)
  await continueButton.click()
  await expect(seat.getByText(/There is no account for your email address/)).toBeVisible()

  await page.goto('/settings')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Single sign-on is removed.').first()).toBeVisible()
  expect((await seat.goto(link))?.status()).toBe(404)
  await context.close()
  await provider.close()
})
