import { expect, test } from '../support/fixtures.ts'

const AUTH_TEXTS = '**/texts/en-auth.*'

test('the texts of a part are a compressed script that browsers keep, and not in the HTML', async ({
  request,
}) => {
  const html = await (await request.get('/login')).text()
  const [url = ''] = /\/texts\/en-auth\.[\w-]+\.js/.exec(html) ?? []
  const response = await request.get(url, { headers: { 'accept-encoding': 'gzip' } })
  expect(response.headers()).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  // A text of the part that the login page does not show.
  const script = await response.text()
  const text = 'Your organisation now requires a second factor.'
  expect(script).toContain(text)
  expect(html).not.toContain(text)
})

test('texts that could not be loaded once are loaded by another attempt', async ({ page }) => {
  let failures = 0
  await page.route(AUTH_TEXTS, (route) => {
    failures += 1
    return failures <= 2 ? route.abort() : route.continue()
  })
  await page.goto('/login')
  await page
    .getByLabel(/password/i)
    .first()
    .fill('a quiet lighthouse 7')
  await page.getByRole('button', { name: 'Sign in' }).click()
  // Only a page with its texts can say so: the check is made in the browser.
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  expect(failures).toBe(3)
})

test('“Try again” loads texts that could not be loaded at all', async ({ page }) => {
  await page.route(AUTH_TEXTS, (route) => route.abort())
  await page.goto('/login')
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await page.unroute(AUTH_TEXTS)
  await again.click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(again).toHaveCount(0)
})
