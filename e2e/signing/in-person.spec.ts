import { expect, test } from '../support/fixtures.ts'
import { connectToApi, create, upload } from '../support/records.ts'
import { adopt, expectAccessible, sign } from '../support/signer.ts'

test.use({ hasTouch: true })

test('a host copies a signer’s link, then hands the device to one signer after the other', async ({
  page,
  browser,
  baseURL,
  signUp,
}) => {
  test.slow()
  const host = await signUp(page)
  const api = await connectToApi(baseURL, host)
  await api.patch('/api/v1/account', { data: { show_signing_links: true } })
  const people = ['Iris Quist', 'Ola Berg']
  const { id: document } = await upload(api, 'Lease')
  const box = { document_index: 0, type: 'signature', page: 1, x: 60, width: 200, height: 50 }
  const process = await create(api, '/signature-processes', {
    name: 'Lease',
    documents: [{ id: document }],
    signers: people.map((name) => ({ name, email: `${crypto.randomUUID()}@example.com` })),
    fields: people.map((_, index) => ({ ...box, signer_index: index, y: 60 + 90 * index })),
    send: true,
  })

  await page.goto(`/processes/${process.id}`)
  await page.getByRole('button', { name: 'Actions for Iris Quist' }).click()
  await page.getByRole('menuitem', { name: 'Copy the signing link' }).click()
  await page.getByRole('button', { name: 'Show the link' }).click()
  await expect(page.getByRole('textbox', { name: 'Signing link' })).toHaveValue(/\/sign\/[\w-]{43}$/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Sign in person' }).click()
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out and begin' }).click()
  await expect(page.getByRole('heading', { name: `Hand the device to ${people[0]}.` })).toBeVisible()
  await expectAccessible(page)
  // The address alone is of no use on another device.
  const elsewhere = await browser.newPage()
  await elsewhere.goto(page.url())
  await expect(elsewhere.getByRole('heading', { name: 'This page does not open here.' })).toBeVisible()
  await expectAccessible(elsewhere)
  await elsewhere.close()
  for (const name of people) {
    await expect(page.getByRole('heading', { name: `Hand the device to ${name}.` })).toBeVisible()
    await page.getByRole('button', { name: `I am ${name}` }).click()
    await page.getByRole('button', { name: 'Signature: Add your signature' }).click()
    await adopt(page, { text: name })
    await sign(page)
    await page.getByRole('button', { name: 'Hand the device back' }).click()
  }
  await expect(page.getByRole('heading', { name: `Hand the device back to ${host.name}.` })).toBeVisible()
  // No signer gets into the dashboard.
  await page.goto(`/processes/${process.id}`)
  await expect(page).toHaveURL(/\/login/)
  await api.dispose()
})
