import { roles } from '#lib/core/roles'
import { createRecords, dashboardPages, password, signUpByApi } from '../support/dashboard-pages.ts'
import { test } from '../support/fixtures.ts'
import { expectOffers } from '../support/offers.ts'
import { connectToApi, create, signIn } from '../support/records.ts'

test('users and viewers meet only what they may do: pages, links, buttons, menus and the command palette', async ({
  browser,
  baseURL,
}) => {
  test.slow()
  const adminContext = await browser.newContext()
  const adminApi = await signUpByApi(baseURL!, adminContext)
  await adminContext.close()
  const pages = dashboardPages(await createRecords(baseURL!, adminApi))
  for (const role of roles) {
    // `access.spec.ts` opens the same pages as an administrator.
    if (role === 'tenant_admin') continue
    const email = `${role}.${crypto.randomUUID()}@example.com`
    await create(adminApi, '/users', { name: `Vera ${role}`, email, password, role })
    const context = await browser.newContext({ locale: 'en-GB' })
    await signIn(baseURL!, context, { email, password })
    const api = await connectToApi(baseURL, { name: '', email, password })
    await expectOffers({ role, page: await context.newPage(), api, pages })
    await context.close()
  }
})
