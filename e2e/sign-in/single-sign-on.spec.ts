import { Secret, TOTP } from 'otpauth'
import { openOidcProvider } from '#lib/testing/servers/oidc-provider'
import { openSamlProvider } from '#lib/testing/servers/saml-provider'
import { expect, test } from '../support/fixtures.ts'

test('users of an organisation sign in with its own provider', async ({ page, browser, signUp }) => {
  const admin = await signUp(page)
  const grace = { name: 'Grace Hopper', email: `grace.${admin.email}`, email_verified: true }
  await page.goto('/settings/security')
  const callback = await page.getByRole('textbox', { name: 'Redirect URI' }).inputValue()
  const provider = await openOidcProvider([callback], {
    grace,
    admin: { email: admin.email, email_verified: true },
    unverified: { ...grace, email_verified: false },
    outsider: { ...grace, email: 'grace@elsewhere.example' },
  })

  await page.getByLabel('Issuer').fill('https://169.254.169.254/latest')
  await page.getByLabel('Client ID').fill(provider.clientId)
  await page.getByLabel('Client secret').fill(provider.clientSecret)
  await page.getByLabel('Email domains').fill('example')
  await page.getByRole('button', { name: 'Save single sign-on' }).click()
  await expect(page.getByText('Must be a domain such as example.com.')).toBeVisible()
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
  const userPage = await context.newPage()
  const continueButton = userPage.getByRole('button', {
    name: `Continue with ${new URL(provider.issuer).host}`,
  })
  for (const [account, message] of [
    ['unverified', 'The provider has not verified your email address.'],
    ['outsider', 'Email addresses of this domain may not sign in here.'],
  ] as const) {
    await userPage.goto(link)
    await continueButton.click()
    await userPage.getByRole('button', { name: account }).click()
    await expect(userPage.getByText(message)).toBeVisible()
    // Ends the session at the provider, which would sign in the same account again.
    await context.clearCookies({ domain: '127.0.0.1' })
  }
  await continueButton.click()
  await userPage.getByRole('button', { name: 'grace' }).click()
  await userPage.waitForURL(/\/overview/)
  await userPage.goto('/settings')
  await expect(userPage.getByText(grace.email)).toBeVisible()
  await expect(userPage.getByRole('link', { name: 'Branding' })).toHaveCount(0)
  await userPage.getByRole('link', { name: 'Security' }).click()
  await expect(userPage.getByRole('heading', { name: 'Second factor' })).toBeVisible()
  await expect(userPage.getByRole('heading', { name: 'Single sign-on' })).toHaveCount(0)

  await userPage.getByRole('button', { name: 'Sign out' }).click()
  await userPage.waitForURL(/\/login/)
  await continueButton.click()
  await userPage.waitForURL(/\/overview/)

  // With an authenticator app, the provider alone does not sign in.
  await userPage.goto('/settings/security')
  const totpRow = userPage.getByRole('listitem').filter({ hasText: 'Authenticator app' })
  await totpRow.getByRole('button', { name: 'Set up' }).click()
  const appLink = await userPage
    .getByRole('link', { name: 'open the app on this device' })
    .getAttribute('href')
  const secret = Secret.fromBase32(new URL(appLink!).searchParams.get('secret')!)
  const codeAt = (timestamp: number) => new TOTP({ secret }).generate({ timestamp })
  await userPage.getByRole('textbox', { name: 'Code' }).fill(codeAt(Date.now()))
  await userPage.getByRole('button', { name: 'Confirm' }).click()
  await userPage.getByRole('button', { name: 'I have saved them' }).click()
  await userPage.getByRole('button', { name: 'Sign out' }).click()
  await userPage.waitForURL(/\/login/)
  await continueButton.click()
  await userPage.waitForURL(/\/login\/second-factor$/)
  // Of the next time step: valid from now on, and later than the code that set up the app, which is valid for a step more.
  await userPage.getByRole('textbox', { name: 'Code' }).fill(codeAt(Date.now() + 30_000))
  await userPage.getByRole('button', { name: 'Sign in' }).click()
  await userPage.waitForURL(/\/overview/)

  // An administrator links the account with the password, once.
  const adminContext = await browser.newContext()
  const adminPage = await adminContext.newPage()
  await adminPage.goto(link)
  await adminPage.getByRole('button', { name: /^Continue with/ }).click()
  await adminPage.getByRole('button', { name: 'admin' }).click()
  await expect(adminPage.getByText(/Administrators connect their account/)).toBeVisible()
  await adminPage.getByLabel('Email').fill(admin.email)
  await adminPage.getByLabel('Password').fill(admin.password)
  await adminPage.getByRole('button', { name: 'Sign in', exact: true }).click()
  await adminPage.waitForURL(/\/overview/)
  await adminPage.getByRole('button', { name: 'Sign out' }).click()
  await adminPage.waitForURL(/\/login/)
  await adminPage.getByRole('button', { name: /^Continue with/ }).click()
  await adminPage.waitForURL(/\/overview/)
  await adminContext.close()

  await page.goto('/users')
  await page.getByRole('button', { name: 'Actions for Grace Hopper' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Grace Hopper is removed.').first()).toBeVisible()
  await userPage.goto('/overview')
  await userPage.waitForURL(/\/login/)
  await continueButton.click()
  await expect(userPage.getByText(/There is no account for your email address/)).toBeVisible()

  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Single sign-on is removed.').first()).toBeVisible()
  expect((await userPage.goto(link))?.status()).toBe(404)
  await context.close()
  await provider.close()
})

test('users of an organisation sign in with SAML, too', async ({ page, browser, signUp }) => {
  const admin = await signUp(page)
  const attributes = { email: `grace.${admin.email}`, displayName: 'Grace Hopper' }
  const persistent = { nameId: 'grace', format: '2.0:nameid-format:persistent' }
  const provider = await openSamlProvider({
    grace: { ...persistent, attributes },
    outsider: { ...persistent, attributes: { email: 'grace@elsewhere.example' } },
  })
  await page.goto('/settings/security')
  await page.getByLabel('Protocol').selectOption('SAML 2.0')
  await expect(page.getByRole('textbox', { name: /^Assertion consumer service/ })).toHaveValue(/callback/)
  await page.getByLabel('Email domains').fill('example.com')
  await page.getByLabel('Metadata of the provider').fill('<EntityDescriptor/>')
  await page.getByRole('button', { name: 'Save single sign-on' }).click()
  await expect(page.getByText(/^This is not the metadata of one SAML 2.0/)).toBeVisible()
  await page.getByLabel('Metadata of the provider').fill(provider.metadata)
  await page.getByRole('switch', { name: 'Create users at their first sign-in' }).click()
  await page.getByRole('button', { name: 'Save single sign-on' }).click()
  await expect(page.getByText('Saved.').first()).toBeVisible()
  await expect(page.getByLabel('Entity ID of the provider')).toHaveValue(provider.entityId)
  await expect(page.getByText('CN=SAML provider')).toBeVisible()
  const link = await page.getByRole('textbox', { name: 'Sign-in link' }).inputValue()

  const context = await browser.newContext()
  const userPage = await context.newPage()
  await userPage.goto(link)
  await userPage.getByRole('button', { name: /^Continue with/ }).click()
  await userPage.getByRole('button', { name: 'outsider' }).click()
  await expect(userPage.getByText('Email addresses of this domain may not sign in here.')).toBeVisible()
  await userPage.getByRole('button', { name: /^Continue with/ }).click()
  await userPage.getByRole('button', { name: 'grace' }).click()
  await userPage.waitForURL(/\/overview/)
  await userPage.goto('/settings')
  await expect(userPage.getByText(attributes.email)).toBeVisible()
  await context.close()
  await provider.close()
})
